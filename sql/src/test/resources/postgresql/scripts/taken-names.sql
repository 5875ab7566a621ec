-- Tables whose columns have the names that the planner gives to columns of its own.
CREATE TABLE t (id INT PRIMARY KEY, c INT, d INT, m INT, i INT, dd INT, cs INT, s TEXT);
INSERT INTO t VALUES (1, 1, 5, 7, 0, 3, 4, 'a'), (2, 2, NULL, 8, 1, 3, NULL, NULL), (3, 3, 1, NULL, 1, 1, 1, 'b');
CREATE TABLE q (c INT, d INT, m INT);
INSERT INTO q VALUES (1, 1, 1), (2, NULL, 2);
CREATE TABLE e (c INT, d INT, m INT);
SELECT id FROM t WHERE 1 = ALL (SELECT 1 FROM q) ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE c = ALL (SELECT c FROM q WHERE c = 1) ORDER BY id;
> 1
SELECT id FROM t WHERE c <> ANY (SELECT c FROM q) ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE d <> ANY (SELECT d FROM q) ORDER BY id;
> 1
SELECT id FROM t WHERE d <> ALL (SELECT d FROM q) ORDER BY id;
SELECT id FROM t WHERE c > ALL (SELECT m FROM q WHERE m < 2) ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE c < ANY (SELECT m FROM q) ORDER BY id;
> 1
SELECT id, c = ALL (SELECT c FROM q), c <> ANY (SELECT c FROM q), d = ALL (SELECT d FROM q), d <> ANY (SELECT d FROM q), m > ANY (SELECT d FROM q), d IN (SELECT d FROM q), c NOT IN (SELECT d FROM q) FROM t ORDER BY id;
> 1|f|t|f|t|t|∅|f
> 2|f|t|∅|∅|t|∅|∅
> 3|f|t|∅|∅|∅|t|∅
SELECT id FROM t WHERE c = ALL (SELECT x.c FROM q x WHERE x.c = t.c) ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE c <> ANY (SELECT x.c FROM q x WHERE x.m <> t.c) ORDER BY id;
> 1
> 2
> 3
SELECT id, c = ALL (SELECT x.c FROM q x WHERE x.m <> t.d), d <> ANY (SELECT x.d FROM q x WHERE x.m <> t.c), i < ALL (SELECT x.d FROM q x WHERE x.m <> t.dd) FROM t ORDER BY id;
> 1|f|∅|∅
> 2|t|∅|f
> 3|f|∅|∅
SELECT id FROM t WHERE c <> ANY (SELECT c FROM q) AND i = ALL (SELECT d FROM q WHERE c = 1) ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE 1 = ALL (SELECT c FROM q WHERE c = 1) AND 1 <> ANY (SELECT c FROM q) ORDER BY id;
> 1
> 2
> 3
SELECT id, 1 = ALL (SELECT c FROM q WHERE c = 1), 2 = ALL (SELECT c FROM q WHERE c = 1), 1 <> ANY (SELECT c FROM q), 3 > ANY (SELECT c FROM q), 1 > ANY (SELECT c FROM q) FROM t ORDER BY id;
> 1|t|f|t|t|f
> 2|t|f|t|t|f
> 3|t|f|t|t|f
SELECT id FROM t WHERE d = ALL (SELECT d FROM e) OR d <> ANY (SELECT d FROM e) ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE d IN (SELECT d FROM q) OR s IS NULL ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE d NOT IN (SELECT d FROM q WHERE d IS NOT NULL) OR s IS NULL ORDER BY id;
> 1
> 2
SELECT id, EXISTS (SELECT 1 FROM q WHERE q.c = t.c), cs IN (SELECT d FROM q), i IN (SELECT m FROM q) FROM t ORDER BY id;
> 1|t|∅|f
> 2|t|∅|t
> 3|f|t|t
SELECT t.id, q.c FROM t JOIN q ON t.c = ALL (SELECT x.c FROM q x WHERE x.c = q.c) ORDER BY 1, 2;
> 1|1
> 2|2
SELECT t.id, q.c FROM t LEFT JOIN q ON q.c <> ANY (SELECT x.c FROM q x) AND t.c = q.c ORDER BY 1, 2;
> 1|1
> 2|2
> 3|∅
SELECT t.id, q.c FROM t LEFT JOIN q ON t.c <> ANY (SELECT x.c FROM q x) AND t.c = q.c ORDER BY 1, 2;
> 1|1
> 2|2
> 3|∅
SELECT t.id, q.c FROM t LEFT JOIN q ON 1 = ALL (SELECT x.c FROM q x WHERE x.c = 1) AND t.c = q.c ORDER BY 1, 2;
> 1|1
> 2|2
> 3|∅
SELECT t.id, q.c FROM t LEFT JOIN q ON q.d IN (SELECT x.d FROM q x) ORDER BY 1, 2;
> 1|1
> 2|1
> 3|1
SELECT c, d, m FROM q WHERE 1 = ALL (SELECT 1 FROM t) ORDER BY c;
> 1|1|1
> 2|∅|2
SELECT q.c, q.m FROM q WHERE q.c <> ANY (SELECT m FROM q) ORDER BY 1;
> 1|1
> 2|2
UPDATE q SET m = 10 WHERE c = ALL (SELECT c FROM q WHERE c = 1);
DELETE FROM q WHERE 10 <> ANY (SELECT m FROM q) AND c = 2;
SELECT * FROM q ORDER BY c;
> 1|1|10
SELECT c, count(*) FROM t GROUP BY c HAVING c = ALL (SELECT d FROM q WHERE d IS NOT NULL) ORDER BY c;
> 1|1
SELECT * FROM (SELECT c, d FROM t) x WHERE c = ALL (SELECT 1) ORDER BY c;
> 1|5
SELECT t.* FROM t WHERE 1 = ALL (SELECT c FROM q) ORDER BY id;
> 1|1|5|7|0|3|4|a
> 2|2|∅|8|1|3|∅|∅
> 3|3|1|∅|1|1|1|b
