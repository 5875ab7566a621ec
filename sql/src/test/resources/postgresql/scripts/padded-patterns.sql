-- LIKE sees the blanks at the end of CHAR(n).
CREATE TABLE s (id int PRIMARY KEY, c char(5), v varchar(5));
INSERT INTO s VALUES (1, 'ab', 'ab'), (2, 'ab ', 'ab '), (3, 'abcde', 'abcde'), (4, '', ''), (5, ' a', ' a'), (6, NULL, NULL);
CREATE INDEX ON s (c);
SELECT id FROM s WHERE c LIKE 'ab' ORDER BY id;
SELECT id FROM s WHERE c LIKE 'ab   ' ORDER BY id;
> 1
> 2
SELECT id FROM s WHERE c LIKE 'ab%' ORDER BY id;
> 1
> 2
> 3
SELECT id FROM s WHERE c LIKE '%b' ORDER BY id;
SELECT id FROM s WHERE c LIKE '%b%' ORDER BY id;
> 1
> 2
> 3
SELECT id FROM s WHERE c LIKE 'ab ' ORDER BY id;
SELECT id FROM s WHERE c LIKE 'ab %' ORDER BY id;
> 1
> 2
SELECT id FROM s WHERE c LIKE '_____' ORDER BY id;
> 1
> 2
> 3
> 4
> 5
SELECT id FROM s WHERE c LIKE 'ab_%' ORDER BY id;
> 1
> 2
> 3
SELECT id FROM s WHERE c NOT LIKE 'ab' ORDER BY id;
> 1
> 2
> 3
> 4
> 5
SELECT id FROM s WHERE c NOT LIKE 'ab%' ORDER BY id;
> 4
> 5
SELECT id FROM s WHERE c ILIKE 'AB%' ORDER BY id;
> 1
> 2
> 3
SELECT id FROM s WHERE c ILIKE 'AB' ORDER BY id;
SELECT id FROM s WHERE c LIKE v ORDER BY id;
> 3
SELECT id FROM s WHERE v LIKE c ORDER BY id;
> 1
> 3
> 4
> 5
SELECT id FROM s WHERE c LIKE v || '%' ORDER BY id;
> 1
> 2
> 3
> 4
> 5
SELECT id FROM s WHERE c LIKE 'ab|%' ESCAPE '|' ORDER BY id;
SELECT a.id FROM s a WHERE EXISTS (SELECT 1 FROM s b WHERE b.id = a.id AND a.c LIKE '% ') ORDER BY 1;
> 1
> 2
> 4
> 5
SELECT id, c LIKE '%e', CASE WHEN c LIKE 'ab' THEN 1 ELSE 2 END FROM s ORDER BY id;
> 1|f|2
> 2|f|2
> 3|t|2
> 4|f|2
> 5|f|2
> 6|∅|2
