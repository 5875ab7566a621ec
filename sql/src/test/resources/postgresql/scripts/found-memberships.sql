-- Rows that are looked for among those of a subquery, where their membership is a part of a condition.
CREATE TABLE m1 (id integer PRIMARY KEY, s text, d date, a integer[]);

CREATE TABLE m2 (id integer PRIMARY KEY, s text, o boolean, d date);

INSERT INTO m1 VALUES (2, '', NULL, ARRAY[2, 2, 0]), (4, NULL, '2024-02-29', ARRAY[1]), (5, '', NULL, NULL);

INSERT INTO m2 VALUES (2, 'a_b', true, '0001-01-01'), (3, '', NULL, NULL), (4, NULL, false, '2024-02-29');

SELECT id FROM m2 AS a1 WHERE ((a1.o, '') IN (SELECT true, a3.s FROM m1 AS a3)) OR true ORDER BY id;
> 2
> 3
> 4

SELECT id, (a1.o, '') IN (SELECT true, a3.s FROM m1 AS a3), (a1.o, '') NOT IN (SELECT true, a3.s FROM m1 AS a3) FROM m2 AS a1 ORDER BY id;
> 2|t|f
> 3|∅|∅
> 4|f|t

SELECT id, (a1.o, a1.s) IN (SELECT true, a3.s FROM m1 AS a3), ('', a1.o) IN (SELECT a3.s, true FROM m1 AS a3) FROM m2 AS a1 ORDER BY id;
> 2|∅|t
> 3|∅|∅
> 4|f|f

SELECT id, '' IN (SELECT a3.s FROM m1 AS a3), (1, '') IN (SELECT 1, a3.s FROM m1 AS a3) FROM m2 AS a1 ORDER BY id;
> 2|t|t
> 3|t|t
> 4|t|t

SELECT a1.id, (a1.a, a1.d) IN (SELECT ARRAY[1], a3.d FROM m2 AS a3) FROM m1 AS a1 ORDER BY id;
> 2|f
> 4|t
> 5|∅

SELECT a1.id, (a1.a, a1.d) IN (SELECT ARRAY[1], a3.d FROM m2 AS a3 WHERE a3.d IS NOT NULL), a1.a IN (SELECT ARRAY[1] FROM m2) FROM m1 AS a1 ORDER BY id;
> 2|f|f
> 4|t|t
> 5|∅|∅

SELECT a1.id FROM m1 AS a1 WHERE ((a1.a, a1.d) IN (SELECT ARRAY[1], a3.d FROM m2 AS a3)) IS NULL ORDER BY id;
> 5

SELECT a1.id FROM m1 AS a1 WHERE ((a1.a, a1.d) IN (SELECT ARRAY[1], a3.d FROM m2 AS a3 WHERE a3.d < '1000-01-01')) IS NULL ORDER BY id;
> 5

SELECT a1.id FROM m1 AS a1 WHERE ((a1.s, a1.d) IN (SELECT 'x', a3.d FROM m2 AS a3 WHERE a3.d < '1000-01-01')) IS NULL ORDER BY id;

SELECT a1.id FROM m1 AS a1 WHERE NOT ((a1.a, a1.d) IN (SELECT ARRAY[1], a3.d FROM m2 AS a3 WHERE a3.d < '1000-01-01')) ORDER BY id;
> 2
> 4

SELECT (a2.c0 <> ALL (SELECT a2.c0 FROM m1 AS a3 GROUP BY ROLLUP (a3.s))), NULL, 0 FROM (SELECT count(a1.d) FROM m1 AS a1 GROUP BY CUBE (a1.s, a1.id)) AS a2 (c0) ORDER BY 1 LIMIT 1;
> f|∅|0

SELECT max(s) FILTER (WHERE id > 2), (SELECT a1.d FROM m1 AS a2 ORDER BY 1 DESC LIMIT 1), NULL FROM m1 AS a1 GROUP BY GROUPING SETS ((a1.s, a1.d), (a1.s), ()) ORDER BY 1, 2;
> |∅|∅
> |∅|∅
> |∅|∅
> ∅|2024-02-29|∅
> ∅|∅|∅


SELECT a1.id, a2.id FROM m1 AS a1 LEFT JOIN m2 AS a2 ON ((a2.o, '') IN (SELECT true, a3.s FROM m1 AS a3)) OR a2.id = a1.id ORDER BY 1, 2;
> 2|2
> 4|2
> 4|4
> 5|2

SELECT a1.id, a2.id FROM m1 AS a1 LEFT JOIN m2 AS a2 ON (a2.o, '') IN (SELECT true, a3.s FROM m1 AS a3) ORDER BY 1, 2;
> 2|2
> 4|2
> 5|2

SELECT id FROM m2 AS a1 WHERE (a1.o, '') IN (SELECT true, a3.s FROM m1 AS a3) AND a1.id > 0 ORDER BY id;
> 2

SELECT id FROM m2 AS a1 WHERE id > 2 AND ((a1.o, '') IN (SELECT true, a3.s FROM m1 AS a3) OR (a1.id, a1.s) IN (SELECT id, s FROM m1)) ORDER BY id;

SELECT count(*) FROM m2 AS a1 HAVING (count(*), '') IN (SELECT 3, a3.s FROM m1 AS a3);
> 3

SELECT id FROM m2 AS a1 ORDER BY ((a1.o, '') IN (SELECT true, a3.s FROM m1 AS a3)) DESC, id;
> 3
> 2
> 4

UPDATE m2 SET s = 'new' WHERE ((o, '') IN (SELECT true, a3.s FROM m1 AS a3)) OR id = 3 RETURNING id, s;
> 2|new
> 3|new

UPDATE m2 SET o = (o, '') IN (SELECT true, a3.s FROM m1 AS a3) RETURNING id, o;
> 2|t
> 3|∅
> 4|f

DELETE FROM m2 WHERE ((o, '') IN (SELECT true, a3.s FROM m1 AS a3)) IS NULL RETURNING id;
> 3

DELETE FROM m2 WHERE ((o, '') IN (SELECT true, a3.s FROM m1 AS a3)) OR id = 4 RETURNING id;
> 2
> 4
