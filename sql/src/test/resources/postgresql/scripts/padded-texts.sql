-- CHAR(n) is compared without the blanks at its end.
CREATE TABLE p (k INT PRIMARY KEY, c CHAR(4), v VARCHAR(4));
INSERT INTO p VALUES (1, 'a', 'a'), (2, 'b   ', 'b '), (3, 'c', 'c'), (4, NULL, NULL);
SELECT 'a'::char(3) = 'a  ';
> t
SELECT 'a'::char(3) = 'a';
> t
SELECT 'a  ' = 'a'::char(3), 'a  ' <> CAST('a' AS CHAR(2));
> t|f
SELECT 'a'::char(3) IN ('a ', 'b');
> t
SELECT 'a'::char(3) NOT IN ('a ', 'b');
> f
SELECT 'a'::char(3) = 'a  '::text;
> f
SELECT k FROM (SELECT k, c FROM p) q WHERE c = 'b ';
> 2
SELECT k FROM (SELECT k, c AS d FROM p) q WHERE q.d IN ('a ', 'c   ');
> 1
> 3
WITH w AS (SELECT k, c AS d FROM p) SELECT k FROM w WHERE d >= 'b  ' ORDER BY k;
> 2
> 3
SELECT k FROM p WHERE c BETWEEN 'b ' AND 'c ';
> 2
> 3
SELECT k FROM p WHERE c IS DISTINCT FROM 'a ';
> 2
> 3
> 4
SELECT max(c) = 'c ' FROM p;
> t
SELECT k FROM p WHERE c > 'a ' ORDER BY k;
> 2
> 3
SELECT k FROM p WHERE v::char(4) = 'b ';
> 2
SELECT k FROM p WHERE (c, k) = ('b ', 2);
> 2
SELECT k FROM p WHERE c = ANY (ARRAY['a ', 'b ']);
SELECT CASE 'a '::char(2) WHEN 'a   ' THEN 1 ELSE 2 END;
> 1
SELECT CASE c WHEN 'a   ' THEN 1 ELSE 2 END FROM p ORDER BY k;
> 1
> 2
> 2
> 2
SELECT k FROM p WHERE c LIKE 'a%' AND NULLIF(c, 'b ') IS NOT NULL;
> 1
SELECT NULLIF(c, 'b  ') FROM p WHERE k = 2;
> ∅
UPDATE p SET v = 'z' WHERE c = 'a ' RETURNING k;
> 1
DELETE FROM p WHERE c = 'b ' RETURNING k;
> 2
