-- Indexes of some rows of a table.
CREATE TABLE person (id INT PRIMARY KEY, email VARCHAR(40), gone DATE, state VARCHAR(10), n INT);
> done
CREATE UNIQUE INDEX person_email ON person (email) WHERE gone IS NULL;
> done
INSERT INTO person VALUES (1, 'a', NULL, 'open', 1), (2, 'b', NULL, 'open', 2), (3, 'a', DATE '2026-01-01', 'done', 3), (4, 'a', DATE '2026-01-02', 'done', 4);
> 4 rows
INSERT INTO person VALUES (5, 'a', NULL, 'open', 5);
> error 23505 Constraint "person_email" of table "person": there is already (email) = ('a').
INSERT INTO person VALUES (5, 'a', DATE '2026-01-03', 'done', 5);
> 1 rows
UPDATE person SET gone = NULL WHERE id = 3;
> error 23505 Constraint "person_email" of table "person": there is already (email) = ('a').
UPDATE person SET email = 'b' WHERE id = 1;
> error 23505 Constraint "person_email" of table "person": there is already (email) = ('b').
UPDATE person SET email = 'b' WHERE id = 3;
> 1 rows
SELECT id FROM person WHERE email = 'a' AND gone IS NULL;
> 1
EXPLAIN SELECT id FROM person WHERE email = 'a' AND gone IS NULL;
> query, reads only
>   person by index person_email email = 'a'; filter IS NULL(gone)
> keys: found by a trial run on a snapshot
@ 'a'
EXPLAIN SELECT id FROM person WHERE email = ? AND gone IS NULL AND n > 0;
> query, reads only
>   person by index person_email email = ?0; filter AND(IS NULL(gone), >(n, 0))
> keys: found by a trial run on a snapshot
EXPLAIN SELECT id FROM person WHERE email = 'a';
> query, reads only
>   person by primary key, whole table; filter =(email, 'a')
> keys: known from the arguments
-- A row leaves, and its value is free; a row comes back.
UPDATE person SET gone = CURRENT_DATE WHERE id = 1;
> 1 rows
INSERT INTO person VALUES (6, 'a', NULL, 'open', 6);
> 1 rows
UPDATE person SET gone = NULL WHERE id = 1;
> error 23505 Constraint "person_email" of table "person": there is already (email) = ('a').
DELETE FROM person WHERE id = 4;
> 1 rows
SELECT id FROM person WHERE email = 'a' AND gone IS NULL;
> 6
DELETE FROM person WHERE id = 6;
> 1 rows
UPDATE person SET gone = NULL WHERE id = 1;
> 1 rows
UPDATE person SET id = id + 10 WHERE email = 'a';
> 2 rows
SELECT id FROM person WHERE email = 'a' AND gone IS NULL;
> 11
-- On a filled table.
CREATE INDEX person_todo ON person (id) WHERE state = 'todo';
> done
EXPLAIN SELECT id FROM person WHERE state = 'todo';
> query, reads only
>   person by index person_todo, all entries; filter =(state, 'todo')
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE state = 'todo';
> no rows
INSERT INTO person VALUES (50, 'e', NULL, 'todo', -50), (51, 'f', NULL, 'todo', -51);
> 2 rows
SELECT id FROM person WHERE state = 'todo' ORDER BY id DESC LIMIT 1;
> 51
DELETE FROM person WHERE state = 'todo';
> 2 rows
CREATE INDEX person_open ON person (n) WHERE state = 'open' AND n > 0;
> done
SELECT id FROM person WHERE state = 'open' AND n > 0 ORDER BY n;
> 11
> 2
EXPLAIN SELECT id FROM person WHERE state = 'open' AND n > 0 ORDER BY n;
> query, reads only
>   values [$0]
>     person by index person_open n > 0; filter =(state, 'open')
> keys: found by a trial run on a snapshot
EXPLAIN SELECT id FROM person WHERE n > 0 AND n = 2 AND state = 'open';
> query, reads only
>   person by primary key, whole table; filter AND(=(n, 2), =(state, 'open'))
> keys: known from the arguments
@ 'open'
EXPLAIN SELECT id FROM person WHERE state = ? AND n > 0;
> query, reads only
>   person by primary key, whole table; filter AND(=(CAST(state):VARCHAR, ?0), >(n, 0))
> keys: known from the arguments
@ 2
EXPLAIN SELECT id FROM person WHERE state = 'open' AND n > 0 AND id <> ?;
> query, reads only
>   person by index person_open n > 0; filter AND(=(state, 'open'), <>(id, ?0))
> keys: found by a trial run on a snapshot
EXPLAIN SELECT id FROM person WHERE state = 'done' AND n > 0;
> query, reads only
>   person by primary key, whole table; filter AND(=(state, 'done'), >(n, 0))
> keys: known from the arguments
CREATE UNIQUE INDEX person_done ON person (state) WHERE state = 'done';
> error 23505 Constraint "person_done" of table "person": there is already (state) = ('done').
CREATE UNIQUE INDEX person_done ON person (state) WHERE state = 'done' AND n = 3;
> done
CREATE INDEX person_seen ON person (gone) WHERE gone IS NOT NULL;
> done
EXPLAIN SELECT id FROM person WHERE gone = DATE '2026-01-03';
> query, reads only
>   person by index person_seen gone = 2026-01-03
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE gone = DATE '2026-01-03';
> 15
EXPLAIN SELECT id FROM person WHERE gone IS NULL;
> query, reads only
>   person by primary key, whole table; filter IS NULL(gone)
> keys: known from the arguments
-- A condition that is unknown is not true.
CREATE UNIQUE INDEX person_low ON person (state) WHERE n < 0;
> done
INSERT INTO person VALUES (20, 'x', NULL, 'odd', NULL), (21, 'y', NULL, 'odd', NULL), (22, 'z', NULL, 'odd', -1);
> 3 rows
INSERT INTO person VALUES (23, 'v', NULL, 'odd', -2);
> error 23505 Constraint "person_low" of table "person": there is already (state) = ('odd').
-- What does not go.
CREATE INDEX bad ON person (n) WHERE nothing = 1;
> error 42703 There is no column "nothing" here (line 1, column 1).
CREATE INDEX bad ON person (n) WHERE n + 1;
> error 42804 The condition of an index is true or false.
CREATE INDEX bad ON person (n) WHERE gone < CURRENT_DATE;
> error 42P17 The condition of an index cannot look at time, randomness or sequences.
CREATE INDEX bad ON person (n) WHERE n IN (SELECT id FROM person);
> error 0A000 A subquery within the condition of an index is not supported.
CREATE INDEX bad ON person (n) WHERE person.n > 0;
> error 42P01 There is no table "person" (line 1, column 1).
CREATE TABLE child (id INT PRIMARY KEY, email VARCHAR(40) REFERENCES person (email));
> error 42000 Foreign key "child_email_fkey" refers to columns of table "person" that are neither its primary key nor unique.
INSERT INTO person VALUES (30, 'a', NULL, 'open', 1) ON CONFLICT DO NOTHING;
> 0 rows
INSERT INTO person VALUES (30, 'a', NULL, 'open', 1) ON CONFLICT (email) DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (20, 'w', NULL, 'open', 1) ON CONFLICT (id) DO UPDATE SET n = 40;
> 1 rows
ALTER TABLE person RENAME COLUMN gone TO left_at;
> error 2BP01 The condition of index "person_email" names column "gone"; drop the index first.
ALTER TABLE person RENAME TO human;
> done
SELECT id FROM human WHERE email = 'a' AND gone IS NULL;
> 11
ALTER TABLE human DROP COLUMN email;
> done
INSERT INTO human VALUES (40, DATE '2026-01-01', 'done', 3);
> error 23505 Constraint "person_done" of table "human": there is already (state) = ('done').
INSERT INTO human VALUES (41, NULL, 'done', 3);
> error 23505 Constraint "person_done" of table "human": there is already (state) = ('done').
ALTER TABLE human DROP COLUMN state;
> done
SELECT index_name, column_name, is_unique, filter_condition FROM information_schema.indexes WHERE table_name = 'human' ORDER BY 1, 2;
> person_pkey | id | YES | null
> person_seen | gone | NO | gone IS NOT NULL
