-- Changes with queries in them, of tables with a key and without.
CREATE TABLE ra (k int, x int);
CREATE TABLE it (k int, v int);
CREATE TABLE tk (id int primary key, a int, s varchar(20), n numeric(10,2), d timestamp);
CREATE TABLE nk (id int, a int, s varchar(20));
INSERT INTO ra VALUES (1,10);
INSERT INTO it VALUES (1,10),(1,11),(1,12),(2,20),(2,21);
INSERT INTO tk VALUES (1, 10, 'one', 1.50, '2024-02-29 12:34:56.789012'), (2, 20, 'two', NULL, NULL), (3, 30, NULL, 3.25, '1999-12-31 23:59:59');
INSERT INTO nk VALUES (1, 10, 'one'), (2, 20, 'two'), (3, NULL, NULL);
UPDATE nk SET a = (SELECT max(v) FROM it WHERE k = nk.id) WHERE id IN (SELECT k FROM it) RETURNING id, a;
> 1|12
> 2|21
UPDATE nk SET s = 'x' WHERE EXISTS (SELECT 1 FROM it WHERE it.k = nk.id);
UPDATE nk SET a = i.v FROM it i WHERE i.k = nk.id AND i.v = 10;
UPDATE nk SET a = a + 1 WHERE a = (SELECT max(a) FROM nk);
SELECT * FROM nk ORDER BY id;
> 1|10|x
> 2|22|x
> 3|∅|∅
DELETE FROM nk WHERE id NOT IN (SELECT k FROM it);
DELETE FROM nk USING it WHERE it.k = nk.id AND it.v = 20;
DELETE FROM nk WHERE a < (SELECT avg(a) FROM nk);
SELECT * FROM nk ORDER BY id;
> 1|10|x
MERGE INTO nk t USING (SELECT 1 AS k) q ON t.id = q.k WHEN MATCHED THEN UPDATE SET a = 99 WHEN NOT MATCHED THEN INSERT (id, a) VALUES (q.k, q.k);
MERGE INTO nk t USING (SELECT 600 AS k) q ON t.id = q.k WHEN NOT MATCHED THEN INSERT (id, a) VALUES (q.k, q.k);
MERGE INTO nk t USING it ON t.id = it.k WHEN NOT MATCHED THEN INSERT VALUES (it.k, it.v, 'm');
MERGE INTO nk t USING ra ON t.id = ra.k WHEN MATCHED THEN DELETE;
SELECT * FROM nk ORDER BY id, a;
> 2|20|m
> 2|21|m
> 600|600|∅
MERGE INTO tk t USING (SELECT 600 AS k) q ON t.id = q.k WHEN NOT MATCHED THEN INSERT (id, a) VALUES (q.k, q.k);
MERGE INTO tk t USING (SELECT 601 AS k) q ON t.id = q.k WHEN NOT MATCHED AND q.k > 0 THEN INSERT (id, a) VALUES (q.k, q.k);
MERGE INTO tk t USING (VALUES (602)) AS q (k) ON t.id = q.k WHEN NOT MATCHED THEN INSERT (id, a) VALUES (q.k, q.k + 1);
MERGE INTO tk t USING (SELECT k, max(v) AS v FROM it GROUP BY k) q ON t.id = q.k WHEN MATCHED AND q.v > 20 THEN DELETE WHEN MATCHED THEN UPDATE SET a = q.v;
MERGE INTO tk t USING (SELECT 1 AS k) q ON t.id = q.k WHEN MATCHED THEN UPDATE SET a = (SELECT max(v) FROM it);
MERGE INTO tk t USING (SELECT 1 AS k) q ON t.id = q.k AND EXISTS (SELECT 1 FROM it WHERE it.k = q.k) WHEN MATCHED THEN UPDATE SET a = 5;
MERGE INTO tk t USING (SELECT 1 AS k) q ON t.id = q.k WHEN MATCHED AND (SELECT count(*) FROM it) > 2 THEN UPDATE SET a = 6;
MERGE INTO tk t USING (SELECT 1 AS k) q ON t.id = q.k WHEN MATCHED THEN DO NOTHING;
SELECT id, a FROM tk ORDER BY id;
> 1|6
> 3|30
> 600|600
> 601|601
> 602|603
INSERT INTO tk VALUES ((SELECT max(id) + 1 FROM tk), 1);
INSERT INTO tk (id, a) VALUES (700, (SELECT max(v) FROM it)), (701, (SELECT min(v) FROM it)) RETURNING id, a;
> 700|21
> 701|10
INSERT INTO tk (id, a, s) VALUES (702, (SELECT max(v) FROM it WHERE k = 1), DEFAULT);
INSERT INTO nk VALUES ((SELECT max(id) + 1 FROM nk), (SELECT count(*) FROM nk), 'v');
SELECT id, a, s FROM tk ORDER BY id;
> 1|6|one
> 3|30|∅
> 600|600|∅
> 601|601|∅
> 602|603|∅
> 603|1|∅
> 700|21|∅
> 701|10|∅
> 702|12|∅
INSERT INTO tk (id, a) SELECT 800, max(v) FROM it RETURNING *;
> 800|21|∅|∅|∅
CREATE TABLE dup (a int, b int);
INSERT INTO dup VALUES (1, 1), (1, 1), (2, NULL), (2, NULL);
UPDATE dup SET b = 7 WHERE a IN (SELECT k FROM it WHERE v = 10) RETURNING a, b;
> 1|7
> 1|7
UPDATE dup SET b = d.s FROM (SELECT a, count(*) AS s FROM dup GROUP BY a) d WHERE d.a = dup.a AND d.a = 2;
SELECT a, b FROM dup ORDER BY a, b;
> 1|7
> 1|7
> 2|2
> 2|2
DELETE FROM dup x USING dup y WHERE x.a = y.a AND x.b < y.b;
DELETE FROM dup WHERE a = (SELECT min(a) FROM dup) RETURNING a;
> 1
> 1
SELECT count(*) FROM dup;
> 2
MERGE INTO dup USING (VALUES (2, 20), (3, 30)) AS q (a, b) ON dup.a = q.a WHEN MATCHED AND dup.b = 2 THEN UPDATE SET b = q.b + (SELECT count(*) FROM dup) WHEN NOT MATCHED THEN INSERT VALUES (q.a, (SELECT max(v) FROM it));
SELECT a, b FROM dup ORDER BY a, b;
> 2|22
> 2|22
> 3|21
MERGE INTO dup USING (VALUES (2), (2)) AS q (a) ON dup.a = q.a WHEN MATCHED THEN DELETE;
> ERROR 21000
INSERT INTO dup VALUES (9, (SELECT max(v) FROM it WHERE k = 5)), ((SELECT count(*) FROM dup), 9);
INSERT INTO dup (b) VALUES ((SELECT min(v) FROM it) + 1);
INSERT INTO dup VALUES ((SELECT v FROM it), 1);
> ERROR 21000
SELECT a, b FROM dup ORDER BY a, b;
> 2|22
> 2|22
> 3|9
> 3|21
> 9|∅
> ∅|11
UPDATE dup SET a = a + 1 WHERE EXISTS (SELECT 1 FROM dup d WHERE d.b > dup.b);
SELECT a, b FROM dup ORDER BY a, b;
> 2|22
> 2|22
> 4|9
> 4|21
> 9|∅
> ∅|11
