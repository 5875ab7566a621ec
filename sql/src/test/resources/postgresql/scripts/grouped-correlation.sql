-- Subqueries that look at several columns of a query with GROUP BY around them.
CREATE TABLE t (id int PRIMARY KEY, k int NOT NULL, o boolean, s text NOT NULL);
INSERT INTO t VALUES (1, 1, true, 'b'), (2, 3, false, 'a'), (3, 1, NULL, 'c'), (4, 2, true, 'a');
CREATE TABLE u (id int PRIMARY KEY, k int NOT NULL, v int NOT NULL);
INSERT INTO u VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, 4, 1);
SELECT k, EXISTS (SELECT 1 FROM u WHERE u.k = t.k) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|t
> 2|t
> 3|f
> ∅|f
SELECT k, NOT EXISTS (SELECT 1 FROM u WHERE u.k <> t.k) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|f
> 2|f
> 3|f
> ∅|t
SELECT k, (SELECT max(v) FROM u WHERE u.k <> t.k OR t.k IS NULL) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|30
> 2|20
> 3|30
> ∅|30
SELECT k, (SELECT max(v + t.k) FROM u WHERE u.k <> 2) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|21
> 2|22
> 3|23
> ∅|∅
SELECT k, t.k IN (SELECT u.k FROM u) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|t
> 2|t
> 3|f
> ∅|∅
SELECT s, id, (SELECT max(v) FROM u WHERE u.k = t.k AND u.id = t.id) FROM t GROUP BY k, s, id ORDER BY 2;
> b|1|10
> a|2|∅
> c|3|∅
> a|4|∅
SELECT k, id, (SELECT max(v) FROM u WHERE u.k = t.k AND u.id = t.id) FROM t GROUP BY k, id ORDER BY 2;
> 1|1|10
> 3|2|∅
> 1|3|∅
> 2|4|∅
SELECT k, id, (SELECT max(v) FROM u WHERE u.k = t.k AND u.id > t.id) FROM t GROUP BY CUBE (k, id) ORDER BY 1, 2;
> 1|1|20
> 1|3|∅
> 1|∅|∅
> 2|4|∅
> 2|∅|∅
> 3|2|∅
> 3|∅|∅
> ∅|1|∅
> ∅|2|∅
> ∅|3|∅
> ∅|4|∅
> ∅|∅|∅
SELECT q.k, q.id, (SELECT max(v) FROM u WHERE u.k = q.k AND u.id > q.id) FROM (SELECT k, id, s FROM t) q GROUP BY CUBE (q.k, q.id) ORDER BY 1, 2;
> 1|1|20
> 1|3|∅
> 1|∅|∅
> 2|4|∅
> 2|∅|∅
> 3|2|∅
> 3|∅|∅
> ∅|1|∅
> ∅|2|∅
> ∅|3|∅
> ∅|4|∅
> ∅|∅|∅
SELECT q.b, q.a, (SELECT max(v) FROM u WHERE u.k = q.b AND u.id > q.a) FROM (SELECT s, id AS a, k AS b FROM t WHERE id < 4) q GROUP BY q.b, q.a ORDER BY 1, 2;
> 1|1|20
> 1|3|∅
> 3|2|∅
SELECT t.k, r.k, (SELECT max(v) FROM u WHERE u.k = t.k AND u.id > r.k) FROM t JOIN t r ON t.id = r.id GROUP BY t.k, r.k ORDER BY 1, 2;
> 1|1|20
> 2|2|30
> 3|3|∅
SELECT t.k, r.id, (SELECT max(v) FROM u WHERE u.k = t.k AND u.id > r.id) FROM t, t r GROUP BY r.id, t.k ORDER BY 1, 2;
> 1|1|20
> 1|2|∅
> 1|3|∅
> 1|4|∅
> 2|1|30
> 2|2|30
> 2|3|∅
> 2|4|∅
> 3|1|∅
> 3|2|∅
> 3|3|∅
> 3|4|∅
SELECT k, EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND EXISTS (SELECT 1 FROM u w WHERE w.k = t.k AND w.v > u.v)) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|t
> 2|f
> 3|f
> ∅|f
SELECT k, s FROM t GROUP BY k, s HAVING EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND t.s = 'a') ORDER BY 1;
> 2|a
SELECT k, s, count(*) FROM t GROUP BY ROLLUP (k, s) HAVING EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND t.s = 'a') ORDER BY 1;
> 2|a|1
SELECT k, s, count(*) FROM t GROUP BY ROLLUP (k, s) HAVING 5 > (SELECT count(*) FROM u WHERE u.k <> t.k AND t.s <> 'a') ORDER BY 1, 2;
> 1|b|1
> 1|c|1
> 1|∅|2
> 2|a|1
> 2|∅|1
> 3|a|1
> 3|∅|1
> ∅|∅|4
SELECT k, s FROM t GROUP BY k, s ORDER BY (SELECT max(v) FROM u WHERE u.k = t.k AND t.s <> 'b'), 1;
> 1|c
> 2|a
> 1|b
> 3|a
SELECT k, s, (SELECT string_agg(t.s || v || t.k, ',' ORDER BY v) FROM u WHERE u.k = t.k) FROM t GROUP BY s, k ORDER BY 1, 2;
> 1|b|b101,b201
> 1|c|c101,c201
> 2|a|a302
> 3|a|∅
SELECT k, sum(id), (SELECT sum(u.v) FROM u WHERE u.k = t.k AND u.v > t.k) FROM t GROUP BY k ORDER BY 1;
> 1|4|30
> 2|4|30
> 3|2|∅
SELECT s, k, array(SELECT v FROM u WHERE u.k = t.k AND t.s < 'z' ORDER BY 1) FROM t GROUP BY s, k ORDER BY 1, 2;
> a|2|{30}
> a|3|{}
> b|1|{10,20}
> c|1|{10,20}
SELECT id, k, s, (SELECT max(v) FROM u WHERE u.k = t.k AND t.s <> 'q') FROM t GROUP BY id ORDER BY 1;
> 1|1|b|20
> 2|3|a|∅
> 3|1|c|20
> 4|2|a|30
-- Columns of the groups, deeper than one level, and behind HAVING and ORDER BY.
SELECT k, (SELECT t.k + max(v) FROM u) FROM t GROUP BY ROLLUP (k) ORDER BY 1;
> 1|31
> 2|32
> 3|33
> ∅|∅
SELECT k, s, (SELECT count(*) FROM u WHERE u.k = t.k AND t.s = 'a') FROM t GROUP BY ROLLUP (k, s) ORDER BY 1, 2;
> 1|b|0
> 1|c|0
> 1|∅|0
> 2|a|1
> 2|∅|0
> 3|a|0
> 3|∅|0
> ∅|∅|0
SELECT id, k, (SELECT (SELECT max(w.v) FROM u w WHERE w.k = t.k AND w.id > t.id) + count(*) FROM u) FROM t GROUP BY k, id ORDER BY 1;
> 1|1|24
> 2|3|∅
> 3|1|∅
> 4|2|∅
