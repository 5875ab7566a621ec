-- WITH queries that change rows, WITH before changes, FOR UPDATE in subqueries.
CREATE TABLE jobs (id INT PRIMARY KEY, state INT, owner VARCHAR(10));
> done
CREATE TABLE done (id INT PRIMARY KEY, owner VARCHAR(10), at TIMESTAMP);
> done
CREATE TABLE parent (id INT PRIMARY KEY, name VARCHAR(10) UNIQUE);
> done
CREATE TABLE child (id INT PRIMARY KEY, parent INT REFERENCES parent ON DELETE CASCADE);
> done
INSERT INTO jobs VALUES (1, 0, NULL), (2, 0, NULL), (3, 1, 'x'), (4, 0, NULL), (5, 1, 'y');
> 5 rows
-- rows that one statement takes out are put in by the other
WITH moved AS (DELETE FROM jobs WHERE state = 1 RETURNING id, owner) INSERT INTO done (id, owner) SELECT id, owner FROM moved RETURNING *;
> 2 rows
> 3 | x | null
> 5 | y | null
SELECT id FROM jobs;
> 1
> 2
> 4
SELECT * FROM done;
> 3 | x | null
> 5 | y | null
@ 0, 'z', 1
WITH taken (nr, who) AS (UPDATE jobs SET owner = 'a' WHERE state = ? AND id < 3 RETURNING id, owner) SELECT nr, who || ? AS w FROM taken WHERE nr > ? ORDER BY nr;
> 2 | az
WITH ins AS (INSERT INTO parent VALUES (1, 'p'), (2, 'q') RETURNING id) INSERT INTO child SELECT id * 10, id FROM ins;
> 2 rows
> 10
> 20
SELECT * FROM child;
> 10 | 1
> 20 | 2
WITH a AS (INSERT INTO parent VALUES (3, 'r') RETURNING id), b AS (INSERT INTO child SELECT 30, id FROM a RETURNING id) SELECT a.id, b.id FROM a, b;
> 3 | 30
-- one value alone
WITH one AS (DELETE FROM child WHERE id = 30 RETURNING parent) SELECT COUNT(*), SUM(parent) FROM one;
> 1 | 3
-- a change whose rows nobody reads
WITH gone AS (DELETE FROM child WHERE id = 20) SELECT 1;
> 1
SELECT * FROM child;
> 10 | 1
WITH gone AS (DELETE FROM child WHERE id = 99) SELECT * FROM gone;
> no rows
-- foreign keys are looked at in the end
WITH c AS (INSERT INTO child VALUES (40, 4)) INSERT INTO parent VALUES (4, 's');
> 1 rows
SELECT * FROM child ORDER BY id;
> 10 | 1
> 40 | 4
WITH c AS (INSERT INTO child VALUES (50, 5)) INSERT INTO parent VALUES (6, 't');
> error 23503 Constraint "child_parent_fkey" of table "child": no row of table "parent" is meant by (parent) = (5).
SELECT COUNT(*) FROM parent;
> 4
-- plain queries before changes
WITH due AS (SELECT id FROM jobs WHERE id > 1) UPDATE jobs SET state = 7 FROM due WHERE jobs.id = due.id RETURNING jobs.id;
> 2 rows
> 2
> 4
WITH due AS (SELECT id FROM jobs WHERE state = 7), few AS (SELECT id FROM due WHERE id > 2) DELETE FROM jobs WHERE id IN (SELECT id FROM few);
> 1 rows
WITH v (a, b) AS (VALUES (10, 'k'), (11, 'l')) INSERT INTO jobs (id, state, owner) SELECT a, 0, b FROM v;
> 2 rows
WITH RECURSIVE n (i) AS (SELECT 20 UNION ALL SELECT i + 1 FROM n WHERE i < 23) INSERT INTO jobs SELECT i, 0, NULL FROM n;
> 4 rows
WITH s AS (SELECT 20 AS id, 'm' AS owner UNION SELECT 30, 'n') MERGE INTO jobs j USING s ON j.id = s.id WHEN MATCHED THEN UPDATE SET owner = s.owner WHEN NOT MATCHED THEN INSERT VALUES (s.id, 0, s.owner);
> 2 rows
SELECT * FROM jobs;
> 1 | 0 | a
> 2 | 7 | a
> 10 | 0 | k
> 11 | 0 | l
> 20 | 0 | m
> 21 | 0 | null
> 22 | 0 | null
> 23 | 0 | null
> 30 | 0 | n
-- subqueries that lock their rows
UPDATE jobs SET state = 1 WHERE id = (SELECT id FROM jobs WHERE state = 0 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, state;
> 1 rows
> 1 | 1
@ 'w', 0, 2
UPDATE jobs SET owner = ? WHERE id IN (SELECT id FROM jobs WHERE state = ? ORDER BY id DESC FOR UPDATE SKIP LOCKED LIMIT ?);
> 2 rows
SELECT id FROM jobs WHERE owner = 'w';
> 23
> 30
DELETE FROM jobs USING (SELECT id FROM jobs ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 2) AS q WHERE q.id = jobs.id RETURNING jobs.*;
> 2 rows
> 1 | 1 | a
> 2 | 7 | a
WITH c AS (SELECT id FROM jobs ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE jobs SET state = 9 FROM c WHERE c.id = jobs.id RETURNING jobs.id, state;
> 1 rows
> 10 | 9
WITH c AS (UPDATE jobs SET state = 8 WHERE id = (SELECT id FROM jobs ORDER BY id LIMIT 1 FOR UPDATE) RETURNING *) SELECT id, state FROM c;
> 10 | 8
SELECT MAX(id) FROM (SELECT id FROM jobs FOR SHARE) AS s;
> 30
EXPLAIN UPDATE jobs SET state = 1 WHERE id = (SELECT id FROM jobs WHERE state = 0 ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);
> first the subquery that locks its rows
> query, writes
>   limit
>     jobs by primary key, whole table; filter =(state, 0)
> keys: known from the arguments
> change of rows, writes
>   values [$0]
>     values [$1, $0]
>       for each row of the first, look up the second, inner
>         group by {} for [SINGLE_VALUE($0)]
>           rows of the subquery that locks its rows
>         jobs by primary key id = $3
> keys: found by a trial run on a snapshot
-- a parameter whose type its value tells
@ 5, 2
WITH d AS (DELETE FROM jobs WHERE id = 23 RETURNING id) SELECT id, ? AS a, id + ? AS b FROM d;
> 23 | 5 | 25
-- what is refused
WITH u AS (UPDATE jobs SET state = 2 RETURNING id) SELECT * FROM jobs;
> error 0A000 Table "jobs" is read again by a statement whose WITH query "u" has changed it; read what that query gives with RETURNING.
WITH d AS (DELETE FROM parent RETURNING id) SELECT COUNT(*) FROM child;
> error 0A000 Table "child" is read again by a statement whose WITH query "d" has changed it; read what that query gives with RETURNING.
WITH a AS (SELECT id FROM jobs FOR UPDATE NOWAIT) SELECT * FROM a, (SELECT id FROM jobs FOR UPDATE SKIP LOCKED) b;
> error 0A000 SKIP LOCKED, NOWAIT and to wait in one statement is not supported.
SELECT * FROM (WITH d AS (DELETE FROM jobs RETURNING id) SELECT * FROM d) x;
> error 42601 Syntax error at line 1, column 27: "DELETE" is not expected here.
WITH d (a, b) AS (DELETE FROM done RETURNING id) SELECT * FROM d;
> error 42000 WITH query "d" has 1 columns, but 2 names for them.
SELECT id, (SELECT j.id FROM jobs j WHERE j.id = jobs.id FOR UPDATE) FROM jobs;
> error 42P01 There is no table "jobs" (line 1, column 50). Did you mean "jobs"? A subquery that locks its rows sees nothing of the query around it.
WITH d AS (DELETE FROM jobs WHERE x = 1
 RETURNING id) SELECT * FROM d;
> error 42703 There is no column "x" here (line 1, column 35). Did you mean "at"?
WITH d AS () SELECT 1;
> error 42601 Syntax error at line 1, column 12: ")" is not expected here; expected: (, LATERAL, SELECT, TABLE, UNNEST, VALUES, WITH, a name.
WITH d AS (DELETE FROM jobs RETURNING id) CREATE TABLE x AS SELECT * FROM d;
> error 42601 Syntax error at line 1, column 43: "CREATE" is not expected here; expected: SELECT, INSERT, UPDATE, DELETE or another statement.
SELECT COUNT(*) FROM jobs;
> 6
-- rows of one statement may refer to each other
CREATE TABLE tree (id INT PRIMARY KEY, up INT REFERENCES tree);
> done
INSERT INTO tree VALUES (2, 1), (1, NULL), (3, 3);
> 3 rows
INSERT INTO tree VALUES (4, 5), (6, 7), (7, 4);
> error 23503 Constraint "tree_up_fkey" of table "tree": no row of table "tree" is meant by (up) = (5).
INSERT INTO tree VALUES (5, 6);
> error 23503 Constraint "tree_up_fkey" of table "tree": no row of table "tree" is meant by (up) = (6).
UPDATE tree SET up = id + 1 WHERE id < 3;
> 2 rows
UPDATE tree SET up = id + 1;
> error 23503 Constraint "tree_up_fkey" of table "tree": no row of table "tree" is meant by (up) = (4).
SELECT * FROM tree;
> 1 | 2
> 2 | 3
> 3 | 3
