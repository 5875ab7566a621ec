-- Subqueries of a select list look at columns of a query in FROM, of WITH or of a view.
CREATE TABLE z2 (id integer PRIMARY KEY, k integer, i integer, u integer, a integer[]);

CREATE TABLE z3 (id integer PRIMARY KEY, a integer[]);

INSERT INTO z2 VALUES (1, 1, NULL, 5, ARRAY[1, 2]), (4, 2, 3, NULL, NULL), (5, 2, 3, NULL, '{NULL}');

INSERT INTO z3 VALUES (1, ARRAY[1, 2]), (2, NULL);

SELECT (SELECT NULL FROM z3 AS a6 WHERE a6.a = a5.c0 ORDER BY 1 LIMIT 1), array_to_string(a5.c0, ',', '*') FROM (SELECT a3.a, NULL FROM z2 AS a3) AS a5 (c0, c1);
> ∅|1,2
> ∅|∅
> ∅|*

SELECT EXISTS (SELECT a6.id FROM z3 AS a6 WHERE a6.id = a5.c1), a5.c0 + 1 FROM (SELECT a3.u, id FROM z2 AS a3) AS a5 (c0, c1);
> f|∅
> f|∅
> t|6

SELECT u, (SELECT count(*) FROM z3 AS a6 WHERE a6.id <= d.k), row_number() OVER (ORDER BY id) FROM (SELECT id, u, k FROM z2) AS d ORDER BY id;
> 5|1|1
> ∅|2|2
> ∅|2|3

SELECT d.u, d.k IN (SELECT a6.id FROM z3 AS a6 WHERE a6.id <= d.id) FROM (SELECT DISTINCT u, k, id FROM z2) AS d ORDER BY d.id;
> 5|t
> ∅|t
> ∅|t

SELECT k + 1, (SELECT max(a6.id) FROM z3 AS a6 WHERE a6.id < d.total) FROM (SELECT k, sum(id) AS total FROM z2 GROUP BY k) AS d ORDER BY 1;
> 2|∅
> 3|2

UPDATE z2 SET u = d.v FROM (SELECT id AS key, (SELECT max(a6.id) FROM z3 AS a6 WHERE a6.id <= k) AS v FROM (SELECT u, k, id FROM z2) AS e) AS d WHERE d.key = z2.id RETURNING id, z2.u;
> 1|1
> 4|2
> 5|2

SELECT (SELECT a6.id FROM z3 AS a6 WHERE a6.id = d.x), d.x, d.y, d.z, d.w FROM (SELECT u, i, k, id FROM z2) AS d (x, y, z, w);
> 1|1|∅|1|1
> 2|2|3|2|4
> 2|2|3|2|5

SELECT (SELECT a6.id FROM z3 AS a6 WHERE a6.id = d.x), d.w FROM (SELECT u AS x, i AS y, k AS z, id AS w FROM z2) AS d;
> 1|1
> 2|4
> 2|5

SELECT (SELECT a6.id FROM z3 AS a6 WHERE a6.id = d.k), d.u FROM (SELECT u, k FROM z2) AS d;
> 1|1
> 2|2
> 2|2

WITH d AS (SELECT u, k FROM z2) SELECT u, (SELECT a6.id FROM z3 AS a6 WHERE a6.id = d.k) FROM d;
> 1|1
> 2|2
> 2|2

WITH d AS (SELECT u, k FROM z2 WHERE u > 0) SELECT u, (SELECT a6.id FROM z3 AS a6 WHERE a6.id = d.k) FROM d;
> 1|1
> 2|2
> 2|2

CREATE VIEW zv AS SELECT u, k FROM z2 WHERE u > 0;

SELECT u, (SELECT a6.id FROM z3 AS a6 WHERE a6.id = zv.k) FROM zv;
> 1|1
> 2|2
> 2|2
