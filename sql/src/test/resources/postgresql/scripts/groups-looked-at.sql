-- Subqueries that look at groups of ROLLUP, CUBE and GROUPING SETS, which are NULL in totals.
CREATE TABLE t (id INT PRIMARY KEY, k INT NOT NULL, v INT NOT NULL, s TEXT NOT NULL);
INSERT INTO t VALUES (1, 1, 10, 'a'), (2, 1, 20, 'b'), (3, 2, 30, 'c');
CREATE TABLE u (id INT PRIMARY KEY, v INT NOT NULL);
INSERT INTO u VALUES (1, 1), (2, 2);
SELECT k, (SELECT count(u.v + t.k) FROM u) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|2
> 2|2
> ∅|0
SELECT k, (SELECT count(*) FROM u WHERE u.v + t.k IS NULL) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|0
> 2|0
> ∅|2
SELECT k, (SELECT u.v + t.k IS NULL FROM u WHERE id = 1) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|f
> 2|f
> ∅|t
SELECT k, EXISTS (SELECT 1 FROM u WHERE t.k IS NULL), (SELECT t.k IS NULL), (SELECT COALESCE(t.k, -1)) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|f|f|1
> 2|f|f|2
> ∅|t|t|-1
SELECT k, (SELECT max(COALESCE(t.k + v, -1)) FROM u), (SELECT CASE WHEN t.k IS NULL THEN 'n' ELSE 'y' END) FROM t GROUP BY CUBE (k) ORDER BY k;
> 1|3|y
> 2|4|y
> ∅|-1|n
SELECT k, t.k NOT IN (SELECT u.v FROM u), t.k IN (SELECT u.v FROM u), t.k + 1 = ANY (SELECT u.v FROM u), t.k < ALL (SELECT u.v FROM u) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|f|t|t|f
> 2|f|t|f|f
> ∅|∅|∅|∅|∅
SELECT k FROM t GROUP BY ROLLUP (k) HAVING NOT EXISTS (SELECT 1 FROM u WHERE u.v + t.k IS NOT NULL) ORDER BY k;
> ∅
SELECT k FROM t GROUP BY ROLLUP (k) HAVING (SELECT count(u.v + t.k) FROM u) = 0 ORDER BY k;
> ∅
SELECT q.k, l.c FROM (SELECT k FROM t GROUP BY ROLLUP (k)) q, LATERAL (SELECT count(u.v + q.k) AS c FROM u) l ORDER BY 1;
> 1|2
> 2|2
> ∅|0
SELECT s, (SELECT count(t.s || u.v::text) FROM u), (SELECT upper(t.s) IS NULL) FROM t GROUP BY ROLLUP (s) ORDER BY s;
> a|2|f
> b|2|f
> c|2|f
> ∅|0|t
SELECT k, v, (SELECT count(t.k + t.v + u.v) FROM u) FROM t GROUP BY ROLLUP (k, v) ORDER BY 1, 2;
> 1|10|2
> 1|20|2
> 1|∅|0
> 2|30|2
> 2|∅|0
> ∅|∅|0
SELECT k, (SELECT (SELECT count(u.v + t.k) FROM u)), (SELECT sum(u.v + t.k) FROM u), (SELECT avg(t.k * u.v) FROM u) FROM t GROUP BY GROUPING SETS ((k), ()) ORDER BY k;
> 1|2|5|1.5000000000000000
> 2|2|7|3.0000000000000000
> ∅|0|∅|∅
SELECT a.id, (SELECT count(u.v + b.k) FROM u), (SELECT b.k + 1 IS NULL) FROM t a LEFT JOIN t b ON b.id = a.id + 1 ORDER BY 1;
> 1|2|f
> 2|2|f
> 3|0|t
SELECT a.id, x.c FROM t a LEFT JOIN t b ON b.id = a.id + 1, LATERAL (SELECT count(u.v + b.k) AS c FROM u) x ORDER BY 1;
> 1|2
> 2|2
> 3|0
SELECT a.id FROM t a LEFT JOIN t b ON b.id = a.id + 1 WHERE (SELECT count(u.v + b.k) FROM u) = 0;
> 3
SELECT ARRAY[1] FROM t AS a UNION SELECT ARRAY[1] FROM t AS b, LATERAL (SELECT b.k) AS c ORDER BY 1;
> {1}
SELECT ARRAY[1], 1 FROM t AS a UNION SELECT ARRAY[1], 2 FROM t AS b, LATERAL (SELECT count(*) FROM u WHERE u.v = b.k) AS c ORDER BY 2;
> {1}|1
> {1}|2
SELECT ARRAY[1] UNION SELECT ARRAY[1, 2] FROM t AS b LEFT JOIN LATERAL (SELECT u.v FROM u WHERE u.id = b.k) AS c ON true ORDER BY 1;
> {1}
> {1,2}
SELECT '[1]'::jsonb FROM t AS a UNION SELECT '[1]'::jsonb FROM t AS b, LATERAL (SELECT b.k) AS c;
> [1]
SELECT ROW(1, 2) FROM t AS a UNION SELECT ROW(1, 2) FROM t AS b, LATERAL (SELECT b.k) AS c;
> (1,2)
SELECT k, sum(v), (SELECT max(u.v) FROM u WHERE u.v <= t.k OR t.k IS NULL) FROM t GROUP BY ROLLUP (k) HAVING sum(v) > 0 ORDER BY (SELECT t.k IS NULL), k;
> 1|30|1
> 2|30|2
> ∅|60|2
SELECT id, k, v, (SELECT count(t.v) FROM u) FROM t GROUP BY GROUPING SETS ((id), (k)) ORDER BY 1, 2;
> ERROR 42803
SELECT k, count(k + 1), count(*), k + 1 IS NULL FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|2|2|f
> 2|1|1|f
> ∅|3|3|t
SELECT k, v + k, v + k IS NULL, count(v + k) FROM t GROUP BY ROLLUP (k, v) ORDER BY 1, 2;
> 1|11|f|1
> 1|21|f|1
> 1|∅|t|2
> 2|32|f|1
> 2|∅|t|1
> ∅|∅|t|3
SELECT k, (k + 1) IS NOT NULL, COALESCE(k + 1, -1), CASE WHEN k + 1 IS NULL THEN 'n' ELSE 'y' END FROM t GROUP BY CUBE (k) ORDER BY k;
> 1|t|2|y
> 2|t|3|y
> ∅|f|-1|n
SELECT k, x FROM (SELECT k, k * 2 AS x FROM t GROUP BY ROLLUP (k)) q WHERE x IS NULL;
> ∅|∅
SELECT count(x), count(*) FROM (SELECT k, k * 2 AS x FROM t GROUP BY ROLLUP (k)) q;
> 2|3
SELECT count(x + k), count(*), sum(x) FROM (SELECT k, k * 2 AS x FROM t GROUP BY ROLLUP (k)) q;
> 2|3|6
SELECT k, count(v + k) FROM (SELECT k, v FROM t GROUP BY ROLLUP (k, v)) q GROUP BY k ORDER BY k;
> 1|2
> 2|1
> ∅|0
SELECT k, count(v + k) OVER () FROM (SELECT k, v FROM t GROUP BY ROLLUP (k, v)) q ORDER BY k, v;
> 1|3
> 1|3
> 1|3
> 2|3
> 2|3
> ∅|3
SELECT upper(s), upper(s) IS NULL, s || 'x' IS NULL, length(s) FROM t GROUP BY GROUPING SETS ((s), ()) ORDER BY 1;
> A|f|f|1
> B|f|f|1
> C|f|f|1
> ∅|t|t|∅
SELECT k FROM t GROUP BY ROLLUP (k) HAVING k + 1 IS NULL;
> ∅
SELECT k FROM t GROUP BY ROLLUP (k) HAVING (k + 1 = 2) IS NOT TRUE ORDER BY k;
> 2
> ∅
SELECT k = 1 AS e, k + 1 IN (2, 3), NOT (k > 1) FROM t GROUP BY ROLLUP (k) ORDER BY k;
> t|t|t
> f|t|f
> ∅|∅|∅
SELECT a.id, q.x IS NULL, count(q.x) FROM t a LEFT JOIN (SELECT k + 1 AS x, k FROM t GROUP BY ROLLUP (k)) q ON q.k = a.k GROUP BY a.id, q.x ORDER BY 1, 2;
> 1|f|1
> 2|f|1
> 3|f|1
SELECT count(x) FROM (SELECT b.v + 1 AS x FROM t a LEFT JOIN t b ON b.id = a.id + 1) q;
> 2
SELECT count(b.v + a.k), count(b.v), count(b.v + 1) FILTER (WHERE b.v + 1 IS NULL) FROM t a LEFT JOIN t b ON b.id = a.id + 1;
> 2|2|0
SELECT a.id, b.v + 1 IS NULL, COALESCE(b.v + 1, 0) FROM t a LEFT JOIN t b ON b.id = a.id + 1 ORDER BY a.id;
> 1|f|21
> 2|f|31
> 3|t|0
SELECT count(x + 1) FROM (SELECT max(v) AS x FROM t WHERE id > 100) q;
> 0
SELECT x + 1 IS NULL FROM (SELECT (SELECT v FROM t WHERE id > 100) AS x) q;
> t
SELECT count(x + 1), count(*) FROM (SELECT v AS x FROM t UNION ALL SELECT NULL) q;
> 3|4
SELECT count(lag + 1), count(*) FROM (SELECT lag(v) OVER (ORDER BY id) FROM t) q;
> 2|3
SELECT DISTINCT k + 1 IS NULL FROM t GROUP BY ROLLUP (k, v) ORDER BY 1;
> f
> t
SELECT k, grouping(k), CASE WHEN grouping(k) = 1 THEN k + 1 IS NULL END FROM t GROUP BY ROLLUP (k) ORDER BY k;
> 1|0|∅
> 2|0|∅
> ∅|1|t
CREATE VIEW vr AS SELECT k, v, sum(v) AS sv FROM t GROUP BY ROLLUP (k, v);
SELECT k, count(v + k), count(*) FROM vr GROUP BY k ORDER BY k;
> 1|2|3
> 2|1|2
> ∅|0|1
SELECT count(*) FROM vr WHERE v + k IS NULL;
> 3
CREATE TABLE j (id INT PRIMARY KEY, k INT);
INSERT INTO j VALUES (1, 1), (2, NULL);
SELECT j.id, (SELECT count(v + j.k) FROM t) FROM j ORDER BY 1;
> 1|3
> 2|0
SELECT ARRAY[1] UNION SELECT ARRAY[2] FROM j, LATERAL (SELECT j.k) q ORDER BY 1;
> {1}
> {2}
SELECT ARRAY[1] FROM j, LATERAL (SELECT j.k AS x) q UNION SELECT ARRAY[1] ORDER BY 1;
> {1}
SELECT ARRAY[1], 2 FROM j, LATERAL (SELECT j.k AS x LIMIT 1) q UNION ALL SELECT ARRAY[1], 2 ORDER BY 1;
> {1}|2
> {1}|2
> {1}|2
SELECT ARRAY[1] FROM j UNION SELECT ARRAY[1] FROM t, LATERAL (SELECT t.k FROM j WHERE j.k = t.k) x ORDER BY 1;
> {1}
