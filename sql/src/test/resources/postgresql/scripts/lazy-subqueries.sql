-- subqueries in branches that are not taken are not run
CREATE TABLE t (id INT PRIMARY KEY, x INT, s TEXT, b BOOLEAN);
INSERT INTO t VALUES (1, 0, '12', true), (2, 5, 'ab', false), (3, 2, '7', NULL), (4, NULL, NULL, true), (5, 20, '', false);
CREATE TABLE ri (i INT);
INSERT INTO ri VALUES (1), (2), (3);
CREATE TABLE it (k INT, v INT);
INSERT INTO it VALUES (1, 10), (1, 11), (1, 12), (2, 20), (2, 21);

SELECT CASE WHEN a < 5 THEN 'x' ELSE (SELECT i::text FROM ri) END FROM (VALUES (1), (2)) t(a);
> x
> x
SELECT a, CASE WHEN a < 5 THEN 'x' ELSE (SELECT i::text FROM ri) END FROM (VALUES (1), (7)) t(a);
> ERROR 21000
SELECT CASE WHEN id <> 1 THEN id ELSE (SELECT max(i) FROM ri) END FROM t ORDER BY id;
> 3
> 2
> 3
> 4
> 5
SELECT id, CASE WHEN x <> 0 THEN (SELECT min(i) FROM ri WHERE i > 10 / x) END FROM t ORDER BY id;
> 1|∅
> 2|3
> 3|∅
> 4|∅
> 5|1
SELECT id, CASE WHEN x <> 0 THEN (SELECT 10 / x) ELSE -1 END FROM t ORDER BY id;
> 1|-1
> 2|2
> 3|5
> 4|-1
> 5|0
SELECT id, CASE WHEN x = 0 THEN 0 WHEN x = 2 THEN (SELECT sum(v) FROM it WHERE k = 4 / x) ELSE (SELECT 10 / x) END FROM t ORDER BY id;
> 1|0
> 2|2
> 3|41
> 4|∅
> 5|0
SELECT id, COALESCE(x, (SELECT v FROM it WHERE k = id)) FROM t ORDER BY id;
> 1|0
> 2|5
> 3|2
> 4|∅
> 5|20
SELECT id, COALESCE(x, (SELECT i FROM ri)) FROM t WHERE id < 4 ORDER BY id;
> 1|0
> 2|5
> 3|2
SELECT id, x = 0 OR (SELECT 10 / x) > 1 FROM t ORDER BY id;
> 1|t
> 2|t
> 3|t
> 4|∅
> 5|f
SELECT id FROM t WHERE x = 0 OR (SELECT 10 / x) > 1 ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE x <> 0 AND (SELECT 10 / x) > 1 ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE x = 0 OR EXISTS (SELECT 1 FROM ri WHERE i = 10 / x) ORDER BY id;
> 1
> 2
SELECT id FROM t WHERE x = 0 OR NOT EXISTS (SELECT 1 FROM ri WHERE i = 10 / x) ORDER BY id;
> 1
> 3
> 4
> 5
SELECT id FROM t WHERE x = 0 OR 3 IN (SELECT i + 10 / x - 2 FROM ri) ORDER BY id;
> 1
> 2
SELECT id, CASE WHEN x <> 0 THEN EXISTS (SELECT 1 FROM ri WHERE i = 10 / x) END FROM t ORDER BY id;
> 1|∅
> 2|t
> 3|f
> 4|∅
> 5|f
SELECT id FROM t WHERE CASE WHEN x = 0 THEN true ELSE (SELECT 10 / x) > 1 END ORDER BY id;
> 1
> 2
> 3
SELECT i, CASE WHEN i = 3 THEN 0 ELSE (SELECT v FROM it WHERE k = i AND v < i * 10 + 1) END FROM ri ORDER BY i;
> 1|10
> 2|20
> 3|0
SELECT i, CASE WHEN EXISTS (SELECT 1 FROM it WHERE k = i) THEN -1 ELSE (SELECT v FROM it WHERE k = i - 2 AND v < 11) END FROM ri ORDER BY i;
> 1|-1
> 2|-1
> 3|10
SELECT i, CASE WHEN i > 2 THEN (SELECT CASE WHEN v > 11 THEN (SELECT r.i FROM ri r WHERE r.i > 2) ELSE (SELECT r.i FROM ri r WHERE r.i = o.i) END FROM it WHERE v = 10) ELSE 0 END FROM ri o ORDER BY i;
> 1|0
> 2|0
> 3|3
SELECT i, CASE WHEN i > 5 THEN (SELECT v FROM it) ELSE (SELECT max(v) FROM it WHERE k = i) END FROM ri ORDER BY i;
> 1|12
> 2|21
> 3|∅
SELECT CASE WHEN count(*) > 10 THEN (SELECT v FROM it) ELSE 1 END FROM ri;
> 1
SELECT i FROM ri ORDER BY CASE WHEN i > 5 THEN (SELECT v FROM it) ELSE -i END;
> 3
> 2
> 1
SELECT i, (SELECT v FROM it) FROM ri WHERE i > 5;
SELECT i, CASE WHEN i > 1 THEN (SELECT v FROM it WHERE k = i) END FROM ri ORDER BY i;
> ERROR 21000
SELECT a.i, c.i FROM ri a JOIN ri c ON CASE WHEN a.i > 5 THEN a.i = (SELECT v FROM it) ELSE a.i = c.i END ORDER BY a.i;
> 1|1
> 2|2
> 3|3
SELECT i, CASE WHEN i < 5 THEN ARRAY(SELECT v FROM it WHERE k = i ORDER BY v) ELSE ARRAY(SELECT v / (i - i) FROM it) END FROM ri ORDER BY i;
> 1|{10,11,12}
> 2|{20,21}
> 3|{}
UPDATE t SET x = CASE WHEN id < 10 THEN x ELSE (SELECT i FROM ri) END WHERE id = 1 RETURNING x;
> 0
