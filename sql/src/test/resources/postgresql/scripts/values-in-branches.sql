-- ON CONFLICT, MERGE, CHECK and calculated columns with expressions that may fail; EXCLUDED has calculated columns; groups of several lists.
CREATE TABLE m(id int primary key, n int, x int);
INSERT INTO m VALUES (1,10,0),(2,20,5);
INSERT INTO m VALUES (1,1,1) ON CONFLICT (id) DO UPDATE SET n = CASE WHEN m.x <> 0 THEN 100 / m.x ELSE -1 END;
INSERT INTO m VALUES (1,1,1) ON CONFLICT (id) DO UPDATE SET n = 100 / m.x WHERE m.x <> 0;
INSERT INTO m VALUES (2,1,1) ON CONFLICT (id) DO UPDATE SET n = 100 / m.x WHERE m.x <> 0;
INSERT INTO m VALUES (3,1,0) ON CONFLICT (id) DO UPDATE SET n = 100 / m.x;
INSERT INTO m VALUES (1,1,0) ON CONFLICT (id) DO UPDATE SET n = 100 / EXCLUDED.x;
> ERROR 22012
INSERT INTO m VALUES (1,1,0) ON CONFLICT (id) DO UPDATE SET n = COALESCE(m.n, 100 / EXCLUDED.x);
INSERT INTO m VALUES (1,1,0) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE EXCLUDED.x <> 0 AND 10 / EXCLUDED.x > 1;
INSERT INTO m VALUES (1,1,0) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE EXCLUDED.x = 0 OR 10 / EXCLUDED.x > 1 RETURNING id, CASE WHEN m.x <> 0 THEN 10 / m.x END;
> 1|∅
INSERT INTO m SELECT g, 10 / NULLIF(g - 4, 0), 0 FROM generate_series(4, 6) g ON CONFLICT DO NOTHING;
SELECT * FROM m ORDER BY id;
> 1|1|0
> 2|20|5
> 3|1|0
> 4|∅|0
> 5|10|0
> 6|5|0
INSERT INTO m VALUES (4, 1, 1) ON CONFLICT (id) DO NOTHING RETURNING 10 / (n - 1);
MERGE INTO m USING (VALUES (1, 0), (2, 5), (9, 0), (10, 2)) s(k, v) ON m.id = s.k WHEN MATCHED AND s.v <> 0 AND 10 / s.v > 1 THEN UPDATE SET n = 10 / s.v WHEN MATCHED THEN UPDATE SET n = -7 WHEN NOT MATCHED AND s.v <> 0 THEN INSERT VALUES (s.k, 10 / s.v, 1) WHEN NOT MATCHED THEN INSERT VALUES (s.k, -1, -1);
SELECT * FROM m ORDER BY id;
> 1|-7|0
> 2|2|5
> 3|1|0
> 4|∅|0
> 5|10|0
> 6|5|0
> 9|-1|-1
> 10|5|1
MERGE INTO m USING (VALUES (1, 0), (2, 5)) s(k, v) ON m.id = s.k WHEN MATCHED AND s.v = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET n = 10 / s.v;
MERGE INTO m USING (VALUES (2, 0), (3, 5)) s(k, v) ON m.id = s.k WHEN MATCHED AND s.v = 0 THEN DO NOTHING WHEN MATCHED THEN UPDATE SET n = 10 / s.v, x = 1 / s.v;
MERGE INTO m USING (VALUES (2, 'a'), (3, '7')) s(k, v) ON m.id = s.k WHEN MATCHED AND s.v ~ '^[0-9]+$' THEN UPDATE SET n = s.v::int;
MERGE INTO m USING (VALUES (2, 0), (77, 0)) s(k, v) ON m.id = s.k WHEN NOT MATCHED AND s.k < 0 THEN INSERT VALUES (s.k, 1 / s.v, 0);
MERGE INTO m USING (VALUES (2, 0)) s(k, v) ON m.id = s.k WHEN MATCHED THEN UPDATE SET n = 10 / s.v;
> ERROR 22012
MERGE INTO m USING (VALUES (78, 0)) s(k, v) ON m.id = s.k WHEN NOT MATCHED THEN INSERT VALUES (s.k, CASE WHEN s.v = 0 THEN 0 ELSE 1 / s.v END, s.v);
SELECT * FROM m ORDER BY id;
> 2|2|5
> 3|7|0
> 4|∅|0
> 5|10|0
> 6|5|0
> 9|-1|-1
> 10|5|1
> 78|0|0
UPDATE m SET n = CASE WHEN x <> 0 THEN 10 / x ELSE 0 END;
UPDATE m SET n = 10 / x WHERE x <> 0;
DELETE FROM m WHERE x <> 0 AND 10 / x > 5;
SELECT * FROM m ORDER BY id;
> 2|2|5
> 3|0|0
> 4|0|0
> 5|0|0
> 6|0|0
> 9|-10|-1
> 78|0|0
UPDATE m SET n = 10 / s.v FROM (VALUES (3, 0), (4, 2)) s(k, v) WHERE m.id = s.k AND s.v <> 0;
DELETE FROM m USING (VALUES (3, 0), (4, 2)) s(k, v) WHERE m.id = s.k AND s.v <> 0 AND 10 / s.v > 1;
CREATE TABLE ck(a int, b int, CHECK (b = 0 OR a / b > 1));
INSERT INTO ck VALUES (1, 0), (10, 2);
INSERT INTO ck VALUES (1, 1);
> ERROR 23514
CREATE TABLE ge(a int, b int, c int GENERATED ALWAYS AS (CASE WHEN b = 0 THEN 0 ELSE a / b END) STORED, d text GENERATED ALWAYS AS (CASE WHEN a > 5 THEN 'big' END) STORED, e numeric GENERATED ALWAYS AS (a * 1.50) STORED);
INSERT INTO ge(a, b) VALUES (1, 0), (10, 2), (NULL, NULL);
SELECT * FROM ge ORDER BY a;
> 1|0|0|∅|1.50
> 10|2|5|big|15.00
> ∅|∅|∅|∅|∅
UPDATE ge SET b = 5 WHERE a = 10 RETURNING *;
> 10|5|2|big|15.00
UPDATE ge SET c = 5;
> ERROR 428C9
UPDATE ge SET c = DEFAULT WHERE a = 1;
INSERT INTO ge(a, b, c) VALUES (1, 2, 3);
> ERROR 428C9
INSERT INTO ge(a, b, c) VALUES (1, 2, DEFAULT) RETURNING c, d, e;
> 0|∅|1.50
INSERT INTO ge VALUES (7, 2) RETURNING *;
> 7|2|3|big|10.50
INSERT INTO ge VALUES (7, 2, 1);
> ERROR 428C9
SELECT a, c FROM ge WHERE c = 5 OR d = 'big' ORDER BY a, c;
> 7|3
> 10|2
CREATE TABLE gs(id int primary key, a int, c smallint GENERATED ALWAYS AS (a * 100) STORED, v varchar(3) GENERATED ALWAYS AS ('x' || a::text) STORED);
INSERT INTO gs VALUES (1, 500);
> ERROR 22003
INSERT INTO gs VALUES (1, 5);
INSERT INTO gs VALUES (1, 7) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a + 1 RETURNING *;
> 1|8|800|x8
INSERT INTO gs VALUES (1, 7) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.c;
> ERROR 22003
INSERT INTO gs VALUES (1, 9) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.c / 100 RETURNING *;
> 1|9|900|x9
MERGE INTO gs USING (VALUES (1, 3), (2, 4)) s(k, v) ON id = s.k WHEN MATCHED THEN UPDATE SET a = s.v WHEN NOT MATCHED THEN INSERT (id, a) VALUES (s.k, s.v);
SELECT * FROM gs ORDER BY id;
> 1|3|300|x3
> 2|4|400|x4
CREATE TABLE gt(a int, b int GENERATED ALWAYS AS (c) STORED, c int GENERATED ALWAYS AS (a) STORED);
> ERROR 42P17
CREATE TABLE gt(a int, b float8 GENERATED ALWAYS AS (random()) STORED);
> ERROR 42P17
CREATE TABLE gt(a float8, b int GENERATED ALWAYS AS (a) STORED);
INSERT INTO gt VALUES (2.5), (3.5), (-0.5);
SELECT * FROM gt ORDER BY a;
> -0.5|0
> 2.5|2
> 3.5|4
CREATE TABLE grp(a int, b int, v int);
INSERT INTO grp VALUES (1,1,10),(1,2,20),(2,1,30),(NULL,1,40),(NULL,NULL,50);
SELECT a, b, sum(v), grouping(a, b) FROM grp GROUP BY GROUPING SETS ((a), (b), (), (a, b)) ORDER BY 4, 1, 2;
> 1|1|10|0
> 1|2|20|0
> 2|1|30|0
> ∅|1|40|0
> ∅|∅|50|0
> 1|∅|30|1
> 2|∅|30|1
> ∅|∅|90|1
> ∅|1|80|2
> ∅|2|20|2
> ∅|∅|50|2
> ∅|∅|150|3
SELECT a, count(*), grouping(a) FROM grp GROUP BY ROLLUP (a) HAVING count(*) > 1 ORDER BY 3, 1;
> 1|2|0
> ∅|2|0
> ∅|5|1
SELECT a, sum(v) FROM grp GROUP BY CUBE (a) HAVING a IS NULL ORDER BY 2;
> ∅|90
> ∅|150
SELECT a, b, count(*) FROM grp WHERE v > 1000 GROUP BY GROUPING SETS ((a), ()) , b;
SELECT count(*) FROM grp WHERE v > 1000 GROUP BY GROUPING SETS ((), ());
> 0
> 0
SELECT a, sum(v) FROM grp GROUP BY GROUPING SETS (a, a) ORDER BY 1, 2;
> 1|30
> 1|30
> 2|30
> 2|30
> ∅|90
> ∅|90
SELECT coalesce(a, -1), sum(v) FROM grp GROUP BY ROLLUP (coalesce(a, -1)) ORDER BY 1, 2;
> -1|90
> 1|30
> 2|30
> ∅|150
SELECT a, sum(DISTINCT v), count(DISTINCT b) FROM grp GROUP BY ROLLUP (a) ORDER BY 1, 2;
> 1|30|2
> 2|30|1
> ∅|90|1
> ∅|150|2
SELECT a FROM grp GROUP BY ROLLUP (a) ORDER BY grouping(a), a;
> 1
> 2
> ∅
> ∅
SELECT q.a, q.s FROM (SELECT a, sum(v) s FROM grp GROUP BY ROLLUP (a)) q WHERE q.a IS NULL ORDER BY 2;
> ∅|90
> ∅|150
SELECT q.a, q.s FROM (SELECT a, b, sum(v) s FROM grp GROUP BY GROUPING SETS ((a), (b))) q WHERE q.a = 1;
> 1|30
SELECT DISTINCT a FROM grp GROUP BY CUBE (a, b) ORDER BY 1;
> 1
> 2
> ∅
SELECT 1.0 AS x, count(*) FROM grp GROUP BY GROUPING SETS ((), (a));
> 1.0|1
> 1.0|2
> 1.0|2
> 1.0|5
SELECT a, a + 1, sum(v) FROM grp GROUP BY ROLLUP (a) ORDER BY 3;
> 2|3|30
> 1|2|30
> ∅|∅|90
> ∅|∅|150
SELECT array_agg(DISTINCT b) FILTER (WHERE b > 1), a FROM grp GROUP BY ROLLUP (a) ORDER BY 2, 1;
> {2}|1
> ∅|2
> {2}|∅
> ∅|∅
