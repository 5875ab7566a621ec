-- WITH RECURSIVE.
CREATE TABLE staff (id INT PRIMARY KEY, name VARCHAR(20), boss INT);
> done
CREATE INDEX staff_boss ON staff (boss);
> done
INSERT INTO staff VALUES (1,'ann',NULL),(2,'bob',1),(3,'cyd',1),(4,'dan',2),(5,'eve',4),(6,'fay',NULL);
> 6 rows
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n;
> 1
> 2
> 3
> 4
> 5
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 100) SELECT COUNT(*), SUM(i), MAX(i) FROM n;
> 100 | 5050 | 100
-- As many rows as somebody reads.
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n LIMIT 3;
> 1
> 2
> 3
-- All who report to somebody, with the way there.
WITH RECURSIVE below AS (SELECT id, name, 0 AS depth FROM staff WHERE id = 1 UNION ALL SELECT s.id, s.name, b.depth + 1 FROM staff s JOIN below b ON s.boss = b.id) SELECT * FROM below ORDER BY depth, id;
> 1 | ann | 0
> 2 | bob | 1
> 3 | cyd | 1
> 4 | dan | 2
> 5 | eve | 3
WITH RECURSIVE up(id, boss, way) AS (SELECT id, boss, CAST(name AS VARCHAR) FROM staff WHERE id = 5 UNION ALL SELECT s.id, s.boss, up.way || '<' || s.name FROM up JOIN staff s ON s.id = up.boss) SELECT way FROM up WHERE boss IS NULL;
> eve<dan<bob<ann
-- A column may be null later though it is not at first.
WITH RECURSIVE up(id, boss) AS (SELECT 5, 4 UNION ALL SELECT s.id, s.boss FROM up, staff s WHERE s.id = up.boss) SELECT id, boss FROM up ORDER BY id;
> 1 | null
> 2 | 1
> 4 | 2
> 5 | 4
-- UNION leaves out what was there: a circle comes to its end.
CREATE TABLE road (a INT, b INT, PRIMARY KEY (a, b));
> done
INSERT INTO road VALUES (1,2),(2,3),(3,1),(3,4);
> 4 rows
WITH RECURSIVE reach(town) AS (SELECT 1 UNION SELECT r.b FROM reach JOIN road r ON r.a = reach.town) SELECT town FROM reach ORDER BY town;
> 1
> 2
> 3
> 4
WITH RECURSIVE reach(a, b) AS (SELECT a, b FROM road UNION SELECT reach.a, r.b FROM reach JOIN road r ON r.a = reach.b) SELECT COUNT(*) FROM reach;
> 12
-- Several, of which one is not recursive, and one reads another.
WITH RECURSIVE chiefs AS (SELECT id FROM staff WHERE boss IS NULL), below(top, id) AS (SELECT id, id FROM chiefs UNION ALL SELECT b.top, s.id FROM below b JOIN staff s ON s.boss = b.id) SELECT top, COUNT(*) FROM below GROUP BY top ORDER BY top;
> 1 | 5
> 6 | 1
-- Within other queries, twice, and in a view.
SELECT name FROM staff WHERE id IN (WITH RECURSIVE b(id) AS (SELECT 2 UNION ALL SELECT s.id FROM b JOIN staff s ON s.boss = b.id) SELECT id FROM b) ORDER BY name;
> bob
> dan
> eve
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT a.i, b.i FROM n a JOIN n b ON a.i < b.i ORDER BY a.i, b.i;
> 1 | 2
> 1 | 3
> 2 | 3
CREATE VIEW countdown AS WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i - 1 FROM n WHERE i > 1) SELECT i FROM n;
> done
SELECT SUM(i) FROM countdown;
> 6
INSERT INTO road WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 12) SELECT i, i + 1 FROM n;
> 3 rows
SELECT COUNT(*) FROM road;
> 7
WITH RECURSIVE f(a, b) AS (SELECT CAST(0 AS BIGINT), CAST(1 AS BIGINT) UNION ALL SELECT b, a + b FROM f WHERE b < 50) SELECT a FROM f;
> 0
> 1
> 1
> 2
> 3
> 5
> 8
> 13
> 21
> 34
EXPLAIN WITH RECURSIVE b(id) AS (SELECT 2 UNION ALL SELECT s.id FROM b JOIN staff s ON s.boss = b.id) SELECT id FROM b;
> query, reads only
>   recursive query, the first part once, the second for each round
>     values [$0]
>       full join on true
>         values [2]
>           values
>         filter false
>           values
>     values [$1]
>       for each row of the first, look up the second, inner
>         rows of the last round
>         staff by index staff_boss boss = $3
> keys: found by a trial run on a snapshot
-- Refused, as PostgreSQL does: a column has one type in all rounds, and a text that grows has no length.
WITH RECURSIVE up(id, boss, way) AS (SELECT id, boss, name FROM staff WHERE id = 5 UNION ALL SELECT s.id, s.boss, up.way || '<' || s.name FROM up JOIN staff s ON s.id = up.boss) SELECT way FROM up WHERE boss IS NULL;
> eve<dan<bob<ann
WITH RECURSIVE n(i) AS (SELECT i + 1 FROM n) SELECT i FROM n;
> error 42000 The recursive query "n" is not of the form: first rows UNION [ALL] a query that names "n".
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1.5 FROM n) SELECT i FROM n LIMIT 3;
> 1
> 2.5
> 4.0
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n;
> error 54000 The result has more than 10000 rows. Ask for less, or use LIMIT.
DROP VIEW countdown;
> done
