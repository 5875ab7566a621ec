-- An aggregate whose columns are all of a query around belongs to that query.
CREATE TABLE t (k INT, g INT, v INT);
INSERT INTO t VALUES (1,1,10),(2,1,20),(3,2,30),(4,NULL,40);
CREATE TABLE u (k INT, w INT);
INSERT INTO u VALUES (2,5),(3,7),(4,9);
SELECT g FROM t GROUP BY g HAVING EXISTS (SELECT 1 FROM u WHERE u.k = max(t.k)) ORDER BY g;
> 1
> 2
> ∅
SELECT (SELECT count(t.k)) FROM t;
> 4
SELECT g, (SELECT w FROM u WHERE u.k = max(t.k)) FROM t GROUP BY g ORDER BY g;
> 1|5
> 2|7
> ∅|9
SELECT g, (SELECT sum(t.v) + u.w FROM u WHERE u.k = 2) FROM t GROUP BY g ORDER BY g;
> 1|35
> 2|35
> ∅|45
SELECT g, (SELECT sum(v) FROM u WHERE u.k = 2) FROM t GROUP BY g ORDER BY g;
> 1|30
> 2|30
> ∅|40
SELECT (SELECT max(k) FROM u) FROM t;
> 4
> 4
> 4
> 4
SELECT (SELECT sum(u.w + t.k) FROM u) FROM t ORDER BY 1;
> 24
> 27
> 30
> 33
SELECT (SELECT sum(t.k) FROM u) FROM t;
> ERROR 21000
SELECT (SELECT sum(t.k) FROM u LIMIT 1) FROM t;
> 10
SELECT g FROM t GROUP BY g ORDER BY (SELECT w FROM u WHERE u.k = max(t.k));
> 1
> 2
> ∅
SELECT g, (SELECT (SELECT count(t.k)) FROM u LIMIT 1) FROM t GROUP BY g ORDER BY g;
> 1|2
> 2|1
> ∅|1
SELECT g, (SELECT count(*) FROM u HAVING count(t.k) > 1) FROM t GROUP BY g ORDER BY g;
> 1|3
> 2|∅
> ∅|∅
SELECT g, (SELECT count(*) FROM u WHERE u.k <= count(t.k)) FROM t GROUP BY g ORDER BY g;
> 1|1
> 2|0
> ∅|0
SELECT g FROM t GROUP BY g HAVING max(v) > (SELECT count(DISTINCT t.k) * 10 FROM u LIMIT 1) ORDER BY g;
> 2
> ∅
SELECT g, (SELECT string_agg(t.v::text, ',' ORDER BY t.v) ) FROM t GROUP BY g ORDER BY g;
> 1|10,20
> 2|30
> ∅|40
SELECT g, (SELECT count(*) FILTER (WHERE t.v > 10)) FROM t GROUP BY g ORDER BY g;
> 1|1
> 2|1
> ∅|1
SELECT g, (SELECT count(*) FILTER (WHERE t.v > 10) FROM u) FROM t GROUP BY g, v ORDER BY g;
> ERROR 21000
SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = max(t.k));
> ERROR 42803
SELECT k FROM t WHERE k IN (SELECT max(t.k) FROM u);
> ERROR 42803
SELECT t.k FROM t JOIN u ON t.k = (SELECT max(t.k) FROM u);
> ERROR 42803
SELECT g, sum(v) FROM t GROUP BY g HAVING (SELECT min(w) FROM u WHERE w > min(t.v) - 10) IS NOT NULL ORDER BY g;
> 1|30
SELECT k, (SELECT max(t.k)) FROM t;
> ERROR 42803
SELECT k, (SELECT max(t.k) FROM u) FROM t GROUP BY k ORDER BY k;
> ERROR 21000
SELECT g, EXISTS (SELECT 1 FROM u GROUP BY u.k HAVING u.k = max(t.k)), 4 IN (SELECT u.k FROM u WHERE u.k <> max(t.k)) FROM t GROUP BY g ORDER BY g;
> 1|t|t
> 2|t|t
> ∅|t|f
SELECT DISTINCT (SELECT count(t.k) FROM u LIMIT 1) FROM t GROUP BY g;
> 1
> 2
SELECT g, ARRAY(SELECT u.k FROM u WHERE u.k < max(t.k) ORDER BY 1) FROM t GROUP BY g ORDER BY g;
> 1|{}
> 2|{2}
> ∅|{2,3}
SELECT g, x FROM t, LATERAL (SELECT max(t.k) AS x) q GROUP BY g;
> ERROR 42803
SELECT g, (SELECT sum(max(t.k)) FROM u) FROM t GROUP BY g ORDER BY g;
> ERROR 42803
SELECT g, (SELECT max(g) FROM u LIMIT 1) FROM t GROUP BY g ORDER BY g;
> 1|1
> 2|2
> ∅|∅
SELECT g, (SELECT 1 FROM u WHERE count(u.k) = 1) FROM t GROUP BY g;
> ERROR 42803
SELECT (SELECT max((SELECT t.k + min(u.k) FROM u)) FROM u) FROM t;
> ERROR 21000
SELECT (SELECT max((SELECT i.k FROM u i WHERE i.k = t.k)) ) FROM t;
> 4
SELECT a.g, (SELECT b.g FROM t b GROUP BY b.g HAVING b.g = max(a.k) LIMIT 1) FROM t a GROUP BY a.g ORDER BY 1;
> 1|2
> 2|∅
> ∅|∅
SELECT a.g FROM t a GROUP BY a.g HAVING EXISTS (SELECT 1 FROM t b GROUP BY b.g HAVING sum(b.v) = sum(a.v) AND b.g <> max(a.k)) ORDER BY 1;
> 1
> 2
SELECT sum(k) FROM t HAVING 4 IN (SELECT u.k FROM u WHERE u.k = max(t.k));
> 10
SELECT k FROM u WHERE w = (SELECT max(w));
> ERROR 42803
CREATE TABLE p (id INT PRIMARY KEY, name TEXT, g INT);
INSERT INTO p VALUES (1,'a',1),(2,'b',1),(3,'c',2);
SELECT g, grouping(g), (SELECT max(u.w) FROM u WHERE u.k <= max(t.k)) FROM t GROUP BY ROLLUP (g) ORDER BY 2, 1;
> 1|0|5
> 2|0|7
> ∅|0|9
> ∅|1|9
SELECT p.id, p.name, (SELECT u.w FROM u WHERE u.k = count(t.k) + 1) FROM p LEFT JOIN t ON t.g = p.id GROUP BY p.id ORDER BY p.id;
> 1|a|7
> 2|b|5
> 3|c|∅
SELECT t.g, (SELECT count(*) FROM u WHERE u.k >= max(t.k)) FROM t GROUP BY 1 ORDER BY 1;
> 1|3
> 2|2
> ∅|1
SELECT k, sum(v), (SELECT string_agg(p.name, ',' ORDER BY p.name) FROM p WHERE p.id <= count(*)) FROM t GROUP BY k ORDER BY k;
> ERROR 42803
SELECT k, (SELECT count(p.id) FROM p WHERE p.id <= count(u.w)) FROM t JOIN u USING (k) GROUP BY k ORDER BY k;
> 2|1
> 3|1
> 4|1
SELECT g, rank() OVER (ORDER BY max(v) DESC), (SELECT min(id) FROM p WHERE id < count(t.v)) FROM t GROUP BY g ORDER BY g;
> 1|3|1
> 2|2|∅
> ∅|1|∅
SELECT g, sum(sum(v)) OVER (ORDER BY g), EXISTS (SELECT 1 FROM p WHERE p.g = count(t.v)) AS e FROM t GROUP BY g ORDER BY e, g;
> 1|30|t
> 2|60|t
> ∅|100|t
WITH w AS (SELECT g, max(v) AS m FROM t GROUP BY g) SELECT (SELECT count(*) FROM p WHERE p.g <= max(w.g)), sum(m) FROM w;
> 3|90
SELECT sum(v) FROM t WHERE k > 100 HAVING (SELECT count(*) FROM u WHERE u.k > count(t.k)) = 3;
> ∅
SELECT o.id, (SELECT (SELECT max(u.w) FROM u WHERE u.k < max(t.k) + o.id) FROM t) FROM p o ORDER BY 1;
> 1|9
> 2|9
> 3|9
SELECT o.id, (SELECT (SELECT max(u.w) + o.id FROM u WHERE u.k <= max(t.k)) FROM t WHERE t.k <= o.id + 1) FROM p o ORDER BY 1;
> 1|6
> 2|9
> 3|12
SELECT g FROM t GROUP BY g HAVING max(k) IN (SELECT u.k FROM u WHERE u.w > avg(t.v) / 5) ORDER BY g;
> 1
> 2
> ∅
SELECT g FROM t GROUP BY g HAVING (SELECT x FROM (VALUES (1), (2)) q (x) WHERE q.x = count(t.v)) = 2;
> 1
SELECT g, (SELECT string_agg(x::text, ',' ORDER BY x) FROM generate_series(1, max(t.k)) AS s (x)) FROM t GROUP BY g ORDER BY g;
> 1|1,2
> 2|1,2,3
> ∅|1,2,3,4
SELECT DISTINCT ON (g) g, (SELECT max(w) FROM u WHERE u.k = max(t.k)) AS m FROM t GROUP BY g, v ORDER BY g, m;
> 1|5
> 2|7
> ∅|9
SELECT g, (SELECT max(w) FROM u WHERE u.k = max(t.k)) AS m FROM t GROUP BY g UNION ALL SELECT 0, 0 ORDER BY 1, 2;
> 0|0
> 1|5
> 2|7
> ∅|9
SELECT g, v, (SELECT max(t.k)) FROM t GROUP BY g;
> ERROR 42803
SELECT CASE WHEN EXISTS (SELECT 1 FROM u WHERE u.k = max(t.k)) THEN 'y' ELSE 'n' END AS c, g FROM t GROUP BY g ORDER BY c, g;
> y|1
> y|2
> y|∅
SELECT count(*) FROM (SELECT g FROM t GROUP BY g HAVING NOT EXISTS (SELECT 1 FROM u WHERE u.k = min(t.k))) q;
> 1
INSERT INTO u SELECT g, (SELECT max(p.id) FROM p WHERE p.g <= count(t.k)) FROM t WHERE g IS NOT NULL GROUP BY g;
SELECT * FROM u ORDER BY k, w;
> 1|3
> 2|2
> 2|5
> 3|7
> 4|9
CREATE VIEW vo AS SELECT g, (SELECT count(*) FROM p WHERE p.id <= max(t.k)) AS n FROM t GROUP BY g;
SELECT * FROM vo ORDER BY g;
> 1|2
> 2|3
> ∅|3
