-- An aggregate of all rows of a query behind LATERAL has a row of no rows, too.
CREATE TABLE t (id int PRIMARY KEY, k int, o boolean, s text);
INSERT INTO t VALUES (1, 1, true, 'b'), (2, NULL, false, 'a'), (3, 9, NULL, NULL), (4, 2, true, 'a');
CREATE TABLE u (k int, v int);
INSERT INTO u VALUES (1, 10), (1, 20), (2, 30), (NULL, 40);
SELECT k, x.v FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.v FROM t, LATERAL (SELECT count(*) AS v FROM u WHERE u.k = t.k) x;
> 1|2
> 2|1
> 9|0
> ∅|0
SELECT k, x.v FROM t CROSS JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x GROUP BY k, x.v;
> 1|30
> 2|30
> 9|∅
> ∅|∅
SELECT DISTINCT k, x.v FROM t CROSS JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x;
> 1|30
> 2|30
> 9|∅
> ∅|∅
SELECT x.v, count(*) FROM t CROSS JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x GROUP BY x.v;
> 30|2
> ∅|2
SELECT x.v, count(*) FROM t CROSS JOIN LATERAL (SELECT count(v) AS v FROM u WHERE u.k = t.k) x GROUP BY x.v;
> 0|2
> 1|1
> 2|1
SELECT x.v, count(*) FROM t CROSS JOIN LATERAL (SELECT count(v) AS v FROM u WHERE u.k = t.k) x GROUP BY ROLLUP (x.v);
> 0|2
> 1|1
> 2|1
> ∅|4
SELECT x.v, count(*) FROM t CROSS JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x GROUP BY ROLLUP (x.v);
> 30|2
> ∅|2
> ∅|4
SELECT x.v, count(*) FROM t LEFT JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x ON true GROUP BY ROLLUP (x.v);
> 30|2
> ∅|2
> ∅|4
SELECT k, (SELECT sum(v) AS v FROM u WHERE u.k = t.k) FROM t GROUP BY ROLLUP (k);
> 1|30
> 2|30
> 9|∅
> ∅|∅
> ∅|∅
SELECT k, v, count(*) FROM (SELECT k, (SELECT sum(v) AS v FROM u WHERE u.k = t.k) AS v FROM t) q GROUP BY ROLLUP (k, v);
> 1|30|1
> 1|∅|1
> 2|30|1
> 2|∅|1
> 9|∅|1
> 9|∅|1
> ∅|∅|1
> ∅|∅|1
> ∅|∅|4
SELECT k, v, count(*) FROM (SELECT k, (SELECT sum(v) AS v FROM u WHERE u.k = t.k) AS v FROM t) q GROUP BY k, v;
> 1|30|1
> 2|30|1
> 9|∅|1
> ∅|∅|1
SELECT count(*) FROM t CROSS JOIN LATERAL (SELECT sum(v) AS v FROM u WHERE u.k = t.k) x;
> 4
SELECT count(x.v) FROM t CROSS JOIN LATERAL (SELECT count(v) AS v FROM u WHERE u.k = t.k) x;
> 4
SELECT k FROM t CROSS JOIN LATERAL (SELECT count(v) AS v FROM u WHERE u.k = t.k) x GROUP BY k, x.v;
> 1
> 2
> 9
> ∅
SELECT k FROM t CROSS JOIN LATERAL (SELECT 1 AS v FROM u WHERE u.k = t.k GROUP BY u.k) x GROUP BY k, x.v;
> 1
> 2
SELECT k, max(x.v) FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x GROUP BY k;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.v FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x ORDER BY 1, 2 LIMIT 10;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.v FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x WHERE x.v IS NULL;
> 9|∅
> ∅|∅
SELECT k, x.v FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x UNION SELECT 1, 1;
> 1|1
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, (SELECT coalesce(max(v), -1) FROM u WHERE u.k = t.k) FROM t;
> 1|20
> 2|30
> 9|-1
> ∅|-1
SELECT k, (SELECT max(v) IS NULL FROM u WHERE u.k = t.k) FROM t;
> 1|f
> 2|f
> 9|t
> ∅|t
SELECT k, (SELECT count(*) + 1 FROM u WHERE u.k = t.k) FROM t;
> 1|3
> 2|2
> 9|1
> ∅|1
SELECT k, (SELECT count(*) + coalesce(sum(v), 5) FROM u WHERE u.k = t.k) FROM t;
> 1|32
> 2|31
> 9|5
> ∅|5
SELECT k, (SELECT 7 FROM u WHERE u.k = t.k HAVING count(*) = 0) FROM t;
> 1|∅
> 2|∅
> 9|7
> ∅|7
SELECT k, (SELECT sum(c) FROM (SELECT count(*) AS c FROM u WHERE u.k = t.k) q) FROM t;
> 1|2
> 2|1
> 9|0
> ∅|0
SELECT k, (SELECT max(c) FROM (SELECT coalesce(sum(v), -3) AS c FROM u WHERE u.k = t.k) q) FROM t;
> 1|30
> 2|30
> 9|-3
> ∅|-3
SELECT k, (SELECT max(c + w.k) FROM (SELECT sum(v) AS c FROM u WHERE u.k = t.k) q, u w) FROM t;
> 1|32
> 2|32
> 9|∅
> ∅|∅
SELECT k, (SELECT count(*) FROM (SELECT sum(v) AS c FROM u WHERE u.k = t.k) q, u w) FROM t;
> 1|4
> 2|4
> 9|4
> ∅|4
SELECT k, EXISTS (SELECT max(v) FROM u WHERE u.k = t.k) FROM t;
> 1|t
> 2|t
> 9|t
> ∅|t
SELECT k FROM t WHERE EXISTS (SELECT max(v) FROM u WHERE u.k = t.k);
> 1
> 2
> 9
> ∅
SELECT k FROM t WHERE NOT EXISTS (SELECT max(v) FROM u WHERE u.k = t.k);
SELECT k FROM t WHERE (SELECT max(v) FROM u WHERE u.k = t.k) IS NULL;
> 9
> ∅
SELECT k FROM t WHERE 5 NOT IN (SELECT max(v) FROM u WHERE u.k = t.k);
> 1
> 2
SELECT k, x.* FROM t, LATERAL (SELECT coalesce(max(v), -1) AS v, count(*) AS c FROM u WHERE u.k = t.k) x;
> 1|20|2
> 2|30|1
> 9|-1|0
> ∅|-1|0
SELECT k, x.* FROM t LEFT JOIN LATERAL (SELECT coalesce(max(v), -1) AS v, count(*) AS c FROM u WHERE u.k = t.k) x ON true;
> 1|20|2
> 2|30|1
> 9|-1|0
> ∅|-1|0
SELECT k, x.* FROM t LEFT JOIN LATERAL (SELECT max(v) AS v, count(*) AS c FROM u WHERE u.k = t.k) x ON x.c > 1;
> 1|20|2
> 2|∅|∅
> 9|∅|∅
> ∅|∅|∅
SELECT k, x.* FROM t JOIN LATERAL (SELECT max(v) AS v, count(*) AS c FROM u WHERE u.k = t.k) x ON x.c < 1;
> 9|∅|0
> ∅|∅|0
SELECT k, x.* FROM t, LATERAL (SELECT sum(v) AS v, avg(v) AS a FROM u WHERE u.k = t.k) x;
> 1|30|15.0000000000000000
> 2|30|30.0000000000000000
> 9|∅|∅
> ∅|∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k HAVING count(*) < 2) x;
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.*, y.* FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x, LATERAL (SELECT min(v) AS w FROM u WHERE u.v > x.v) y;
> 1|20|30
> 2|30|40
> 9|∅|∅
> ∅|∅|∅
SELECT k, x.*, y.* FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x, LATERAL (SELECT min(v) AS w FROM u WHERE u.v = x.v) y;
> 1|20|20
> 2|30|30
> 9|∅|∅
> ∅|∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT q.m, w.v FROM (SELECT max(v) AS m FROM u WHERE u.k = t.k) q, u w) x;
> 1|20|10
> 1|20|20
> 1|20|30
> 1|20|40
> 2|30|10
> 2|30|20
> 2|30|30
> 2|30|40
> 9|∅|10
> 9|∅|20
> 9|∅|30
> 9|∅|40
> ∅|∅|10
> ∅|∅|20
> ∅|∅|30
> ∅|∅|40
SELECT k, x.* FROM t, LATERAL (SELECT q.m, w.v FROM u w LEFT JOIN (SELECT max(v) AS m FROM u WHERE u.k = t.k) q ON q.m = w.v) x;
> 1|20|20
> 1|∅|10
> 1|∅|30
> 1|∅|40
> 2|30|30
> 2|∅|10
> 2|∅|20
> 2|∅|40
> 9|∅|10
> 9|∅|20
> 9|∅|30
> 9|∅|40
> ∅|∅|10
> ∅|∅|20
> ∅|∅|30
> ∅|∅|40
SELECT k, x.* FROM t, LATERAL (SELECT m FROM (SELECT max(v) AS m FROM u WHERE u.k = t.k) q UNION ALL SELECT 3) x;
> 1|20
> 1|3
> 2|3
> 2|30
> 9|3
> 9|∅
> ∅|3
> ∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT string_agg(v::text, ',' ORDER BY v) AS m, array_agg(v ORDER BY v) FROM u WHERE u.k = t.k) x;
> 1|10,20|{10,20}
> ∅|∅|∅
> 9|∅|∅
> 2|30|{30}
SELECT k, x.* FROM t, LATERAL (SELECT bool_or(v > 10) AS m, jsonb_agg(v ORDER BY v) FROM u WHERE u.k = t.k) x;
> 1|t|[10, 20]
> ∅|∅|∅
> 9|∅|∅
> 2|t|[30]
SELECT k, x.* FROM t, LATERAL (SELECT DISTINCT max(v) AS m FROM u WHERE u.k = t.k) x;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT max(v) AS m FROM u WHERE u.k = t.k LIMIT 1) x;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT max(v) AS m FROM u WHERE u.k = t.k AND u.v > 10) x;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT max(v) AS m FROM u WHERE u.k = t.k GROUP BY ()) x;
> 1|20
> 2|30
> 9|∅
> ∅|∅
SELECT k, x.* FROM t, LATERAL (SELECT max(v) AS m FROM u WHERE u.k = t.k GROUP BY ROLLUP (u.v)) x;
> 1|10
> 1|20
> 1|20
> 2|30
> 2|30
> 9|∅
> ∅|∅
SELECT k, (SELECT count(*) FROM (SELECT max(v) AS m FROM u WHERE u.k = t.k GROUP BY ROLLUP (u.v)) q) FROM t;
> 1|3
> 2|2
> 9|1
> ∅|1
SELECT k, (SELECT count(*) FROM (SELECT 1 FROM u WHERE u.k = t.k GROUP BY GROUPING SETS ((), (u.v))) q) FROM t;
> 1|3
> 2|2
> 9|1
> ∅|1
SELECT k, x.* FROM t, LATERAL (SELECT coalesce(max(v), -1) AS v FROM u WHERE u.k = t.k) x;
> 1|20
> 2|30
> 9|-1
> ∅|-1
SELECT k, x.* FROM t, LATERAL (SELECT max(v) IS NULL AS v FROM u WHERE u.k = t.k) x;
> 1|f
> 2|f
> 9|t
> ∅|t
SELECT k, x.* FROM t, LATERAL (SELECT 5 AS v FROM (SELECT max(v) AS v FROM u WHERE u.k = t.k) q) x;
> 1|5
> 2|5
> 9|5
> ∅|5
SELECT k, x.* FROM t, LATERAL (SELECT count(*) AS c, 8 AS v FROM u WHERE u.k = t.k) x WHERE x.c = 0;
> 9|0|8
> ∅|0|8
SELECT k, (SELECT 7 FROM u WHERE u.k = t.k HAVING max(v) IS NULL) FROM t;
> 1|∅
> 2|∅
> 9|7
> ∅|7
SELECT k, (SELECT 7 FROM u WHERE u.k = t.k HAVING max(v) > 3) FROM t;
> 1|7
> 2|7
> 9|∅
> ∅|∅
SELECT k, x.v + 1, x.c * 2 FROM t, LATERAL (SELECT max(v) AS v, count(*) AS c FROM u WHERE u.k = t.k) x WHERE x.v IS NOT NULL;
> 1|21|4
> 2|31|2
SELECT k, x.v FROM t, LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x WHERE x.v > 20;
> 2|30
SELECT k, x.v FROM t LEFT JOIN LATERAL (SELECT max(v) AS v FROM u WHERE u.k = t.k) x ON x.v > 20;
> 1|∅
> 2|30
> 9|∅
> ∅|∅
