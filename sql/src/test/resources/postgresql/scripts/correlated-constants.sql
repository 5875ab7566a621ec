-- Subqueries of constants that look at the query around, and groupings of no rows.
CREATE TABLE t2 (id integer PRIMARY KEY, k integer, b bigint, v varchar(4));
INSERT INTO t2 VALUES (1, 0, 1, 'a'), (2, 0, NULL, ''), (3, 1, 1, NULL);
CREATE TABLE t3 (id integer PRIMARY KEY, k integer);
INSERT INTO t3 VALUES (1, 0);
SELECT a1.id FROM t2 AS a1 WHERE (a1.v NOT IN (SELECT '' FROM t3 AS a2 WHERE a2.k = a1.k));
> 1
> 3
SELECT a1.id, (a1.v IN (SELECT '' FROM t3 AS a2 WHERE a2.k = a1.k)) FROM t2 AS a1;
> 1|f
> 2|t
> 3|f
SELECT a1.id FROM t2 AS a1 WHERE (a1.b NOT IN (SELECT 1 FROM t3 AS a2 WHERE a2.k = a1.k));
> 3
SELECT DISTINCT ON (a1.b) NULL, 0.00 FROM t2 AS a1 ORDER BY a1.b NULLS FIRST, 1 DESC, 2;
> ∅|0.00
> ∅|0.00
CREATE TABLE w3 (id integer PRIMARY KEY, n numeric(10, 2), s text);
INSERT INTO w3 VALUES (1, 1.5, '12');
SELECT count((SELECT a2.c0 FROM t2 AS a6 ORDER BY 1 DESC LIMIT 1)) FROM (SELECT a1.s FROM w3 AS a1) AS a2 (c0);
> 1
SELECT count((SELECT a2.c0 FROM t2 AS a6 LIMIT 1)) FROM (SELECT a1.s FROM w3 AS a1) AS a2 (c0) HAVING max(round(a5.c1)) > 0.00;
> ERROR 42P01
SELECT max(round(a5.c1)) FROM w3 LEFT JOIN LATERAL (SELECT NULL, 0.00 FROM t2 AS a3) AS a5 (c0, c1) ON (s IS NOT NULL);
> 0
SELECT count((SELECT a2.c0 FROM t2 AS a6 LIMIT 1)) FROM (SELECT a1.s FROM w3 AS a1) AS a2 (c0) LEFT JOIN LATERAL (SELECT NULL, 0.00 FROM t2 AS a3) AS a5 (c0, c1) ON (a2.c0 IS NOT NULL);
> 3
SELECT array_agg(NULL::integer ORDER BY 0) FROM t2;
> {NULL,NULL,NULL}
SELECT a < a FROM (SELECT array_agg(NULL::integer ORDER BY 0) AS a FROM t2) q;
> f
SELECT a = a, a < ARRAY[1] FROM (SELECT array_agg(NULL::integer) AS a FROM t2) q;
> t|f
SELECT a1.id FROM t2 AS a1 WHERE (a1.b NOT IN (SELECT 1 FROM t3 AS a2 WHERE a2.k = a1.k));
> 3
SELECT a1.id FROM t2 AS a1 WHERE (a1.b NOT IN (SELECT id FROM t3 AS a2 WHERE a2.k = a1.k));
> 3
SELECT a1.id FROM t2 AS a1 WHERE (a1.b IN (SELECT 1 FROM t3 AS a2 WHERE a2.k = a1.k));
> 1
SELECT a1.id, a1.b IN (SELECT 1 FROM t3 AS a2 WHERE a2.k = a1.k), a1.b NOT IN (SELECT 1 FROM t3 AS a2 WHERE a2.k = a1.k) FROM t2 AS a1;
> 1|t|f
> 2|∅|∅
> 3|f|t
SELECT a1.id, (a1.b, a1.k) NOT IN (SELECT 1, a2.k FROM t3 AS a2 WHERE a2.k = a1.k) FROM t2 AS a1;
> 1|f
> 2|∅
> 3|t
CREATE TABLE u2 (id integer PRIMARY KEY, i integer, u integer);
INSERT INTO u2 VALUES (1, 1, 5);
SELECT 0.00 FROM u2 AS a1 WHERE (NOT EXISTS (SELECT NULL FROM u2 AS a3 WHERE false GROUP BY GROUPING SETS ((a3.i, a3.u), (a3.i), ())));
SELECT 0.00 FROM u2 AS a1 WHERE (NOT EXISTS (SELECT NULL FROM u2 AS a3 WHERE false GROUP BY GROUPING SETS ((a3.i), ())));
SELECT 0.00 FROM u2 AS a1 WHERE (EXISTS (SELECT 1 FROM u2 AS a3 WHERE a3.i > 100 GROUP BY ROLLUP (a3.i)));
> 0.00
SELECT 0.00 FROM u2 AS a1 WHERE (EXISTS (SELECT count(*) FROM u2 AS a3 WHERE false));
> 0.00
SELECT NULL FROM u2 AS a3 WHERE false GROUP BY GROUPING SETS ((a3.i, a3.u), (a3.i), ());
> ∅
SELECT 1 FROM (SELECT NULL FROM u2 AS a3 WHERE false GROUP BY GROUPING SETS ((a3.i, a3.u), (a3.i), ())) q;
> 1
SELECT a1.id FROM t2 a1 WHERE (a1.b, a1.k) IN (SELECT 1, a2.k FROM t3 a2 WHERE a2.k = a1.k) ORDER BY 1;
> 1
SELECT a1.id FROM t2 a1 WHERE (a1.k, a1.b) NOT IN (SELECT a2.k, 1 FROM t3 a2 WHERE a2.k = a1.k) ORDER BY 1;
> 3
SELECT a1.id, (a1.k, a1.b) IN (SELECT a2.k, 1 FROM t3 a2 WHERE a2.k = a1.k) FROM t2 a1 ORDER BY 1;
> 1|t
> 2|∅
> 3|f
SELECT a1.id, 1 IN (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k), 1 NOT IN (SELECT 2 FROM t3 a2 WHERE a2.k = a1.k), NULL IN (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k) FROM t2 a1 ORDER BY 1;
> 1|t|t|∅
> 2|t|t|∅
> 3|f|t|f
SELECT a1.id, a1.b = ANY (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k), a1.b <> ALL (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k), a1.b = ALL (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k), a1.b <> ANY (SELECT 2 FROM t3 a2 WHERE a2.k = a1.k), a1.b < ANY (SELECT 2 FROM t3 a2 WHERE a2.k = a1.k) FROM t2 a1 ORDER BY 1;
> 1|t|f|t|t|t
> 2|∅|∅|∅|∅|∅
> 3|f|t|t|f|f
SELECT a1.id, EXISTS (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k), a1.v IN (SELECT 'a' FROM t3 a2 WHERE a2.k = a1.k), a1.v NOT IN (SELECT NULL FROM t3 a2 WHERE a2.k = a1.k) FROM t2 a1 ORDER BY 1;
> 1|t|t|∅
> 2|t|f|∅
> 3|f|f|t
SELECT a1.id, q.x, q.n FROM t2 a1, LATERAL (SELECT 5 AS x, count(*) AS n FROM t3 a2 WHERE a2.k = a1.k GROUP BY 1) q ORDER BY 1;
> 1|5|1
> 2|5|1
SELECT a1.id FROM t2 a1 WHERE NOT EXISTS (SELECT 1 FROM t3 a2 WHERE a2.k = a1.k AND false GROUP BY ROLLUP (a2.id)) ORDER BY 1;
SELECT a1.id, (SELECT count(*) FROM (SELECT 1 FROM t3 a2 WHERE false GROUP BY CUBE (a2.id, a2.k)) q) FROM t2 a1 ORDER BY 1;
> 1|1
> 2|1
> 3|1
SELECT a1.id FROM t2 a1 WHERE a1.id IN (SELECT count(*) + 1 FROM t3 WHERE false GROUP BY ROLLUP (k)) ORDER BY 1;
> 1
SELECT initcap('ä öX éa-b 1a ßx'), initcap(''), initcap(NULL), initcap('o''neil x_y');
> Ä Öx Éa-B 1a ßx||∅|O'Neil X_Y
