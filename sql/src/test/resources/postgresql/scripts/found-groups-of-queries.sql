-- Subqueries beside groups of queries of FROM whose columns are renamed.
CREATE TABLE g (id integer PRIMARY KEY, k integer, n integer NOT NULL, d date);
INSERT INTO g VALUES (1, 1, 5, DATE '2000-01-01'), (2, 1, 6, NULL), (3, NULL, 5, DATE '2001-01-01');
SELECT (SELECT count(*) FROM g AS x WHERE x.k = a.k AND b.c1 > 1), 2 FROM g AS a, (SELECT sum(1), count(2) FROM g) AS b (c0, c1) GROUP BY a.k, b.c1 ORDER BY 1;
> 0|2
> 2|2
SELECT (SELECT count(*) FROM g AS x WHERE x.k = a.k AND b.c0 > 1), b.c0 FROM g AS a, (SELECT sum(1), count(2) FROM g) AS b (c0, c1) GROUP BY b.c0, a.k ORDER BY 1;
> 0|3
> 2|3
SELECT (SELECT count(*) FROM g AS x WHERE x.n = a.n AND b.c1 > b.c1), min(a.d), b.c1 - 1 FROM g AS a LEFT JOIN LATERAL (SELECT sum(1), count(2) FROM g AS y WHERE y.n IS NULL) AS b (c0, c1) ON true GROUP BY a.n, b.c1 ORDER BY 2;
> 0|2000-01-01|-1
> 0|∅|-1
SELECT a.p, (SELECT count(*) FROM g AS x WHERE x.n > a.q AND x.id <> a.p) FROM (SELECT n, id FROM g) AS a (q, p) GROUP BY a.p, a.q ORDER BY 1;
> 1|1
> 2|0
> 3|1
SELECT a.p, (SELECT max(x.id + a.q) FROM g AS x WHERE x.id <> a.p) FROM (SELECT id, n FROM g) AS a (p, q) GROUP BY a.q, a.p ORDER BY 1;
> 1|8
> 2|9
> 3|7
SELECT a.n, (SELECT count(*) FROM g AS x WHERE x.id > a.id AND x.n >= a.n) FROM (SELECT n AS id, id AS n FROM g) AS a GROUP BY a.n, a.id ORDER BY 1;
> 1|0
> 2|0
> 3|0
SELECT a.id, (SELECT count(*) FROM g AS x WHERE x.n > a.n AND x.id = a.id) FROM (SELECT id AS n, n AS id FROM g) AS a GROUP BY a.n, a.id ORDER BY 1, 2;
> 5|0
> 5|0
> 6|0
SELECT a.k, count(*) FROM (SELECT n AS k, k AS n FROM g) AS a GROUP BY a.k, a.n HAVING (SELECT count(*) FROM g AS x WHERE x.n = a.k AND x.k IS NOT DISTINCT FROM a.n) > 0 ORDER BY 1, 2;
> 5|1
> 5|1
> 6|1
SELECT a.k + 1, (SELECT min(x.id) FROM g AS x WHERE x.n = a.k AND EXISTS (SELECT 1 FROM g AS y WHERE y.id = x.id AND y.k = a.n)) FROM (SELECT n AS k, k AS n FROM g WHERE id < 3) AS a GROUP BY a.n, a.k ORDER BY 1;
> 6|1
> 7|2
WITH w (c0, c1) AS (SELECT count(*), n FROM g GROUP BY n) SELECT w.c1, (SELECT string_agg(x.id::text, ',' ORDER BY x.id) FROM g AS x WHERE x.n = w.c1 AND w.c0 > 1) FROM w GROUP BY w.c1, w.c0 ORDER BY 1;
> 5|1,3
> 6|∅
SELECT (SELECT count(*) FROM g AS x WHERE x.n = b.n AND a.id > 1) FROM g AS a JOIN (SELECT n, id FROM g) AS b (n, m) ON b.m = a.id GROUP BY a.id, b.n ORDER BY a.id;
> 0
> 1
> 2
