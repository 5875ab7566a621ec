-- Indexes of expressions over the columns of a row.
CREATE TABLE person (id INT PRIMARY KEY, name VARCHAR(40), a INT, b INT, doc JSONB, born DATE);
> done
INSERT INTO person VALUES (1, 'Ann', 1, 2, '{"k": "x", "n": 5}', DATE '2001-02-03'), (2, 'bob', 3, 4, '{"k": "y"}', NULL), (3, NULL, NULL, 5, NULL, NULL), (4, 'ANN', 7, -4, '{"n": 7}', DATE '2001-05-01');
> 4 rows
-- Over a filled table.
CREATE INDEX ON person (lower(name));
> done
CREATE INDEX person_sum ON person ((a + b) DESC NULLS LAST, id);
> done
CREATE INDEX person_key ON person USING btree ((doc ->> 'k'));
> done
CREATE INDEX person_mixed ON person (b, upper(name)) WHERE a > 0;
> done
SELECT index_name, ordinal_position, column_name, is_unique, filter_condition FROM information_schema.indexes WHERE table_name = 'person' ORDER BY 1, 2;
> person_key | 1 | (doc ->> 'k') | NO | null
> person_lower_idx | 1 | lower(name) | NO | null
> person_mixed | 1 | b | NO | a > 0
> person_mixed | 2 | upper(name) | NO | a > 0
> person_pkey | 1 | id | YES | null
> person_sum | 1 | (a + b) | NO | null
> person_sum | 2 | id | NO | null
SELECT id FROM person WHERE lower(name) = 'ann' ORDER BY id;
> 1
> 4
EXPLAIN SELECT id FROM person WHERE lower(name) = 'ann';
> query, reads only
>   person by index person_lower_idx lower(name) = 'ann'
> keys: found by a trial run on a snapshot
@ 'ann'
EXPLAIN SELECT id FROM person WHERE LOWER(name) = ?;
> query, reads only
>   person by index person_lower_idx lower(name) = ?0
> keys: found by a trial run on a snapshot
@ 'ann'
SELECT id FROM person WHERE LOWER(name) = ? ORDER BY id;
> 1
> 4
@ 'ann', 'bob'
EXPLAIN SELECT id FROM person p WHERE lower(p.name) IN (?, ?);
> query, reads only
>   person by index person_lower_idx lower(name) in [?0, ?1]
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE lower(name) > 'ann';
> 2
EXPLAIN SELECT id FROM person WHERE lower(name) BETWEEN 'a' AND 'b' AND b < 9;
> query, reads only
>   person by index person_lower_idx lower(name) >= 'a', lower(name) <= 'b'; filter <(b, 9)
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE lower(name) BETWEEN 'a' AND 'b' AND id > 1;
> 4
EXPLAIN SELECT id FROM person WHERE a + b = 3;
> query, reads only
>   person by index person_sum a + b = 3
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE a + b = 3 ORDER BY id;
> 1
> 4
SELECT id FROM person WHERE a + b >= 3 ORDER BY a + b, id;
> 1
> 4
> 2
EXPLAIN SELECT id FROM person WHERE a + b >= 3 ORDER BY a + b, id;
> query, reads only
>   values [$0]
>     values [$0, +($1, $2)]
>       person by index person_sum a + b >= 3
> keys: found by a trial run on a snapshot
EXPLAIN SELECT id FROM person ORDER BY a + b DESC NULLS FIRST LIMIT 2;
> query, reads only
>   values [$0]
>     limit
>       values [$0, +($1, $2)]
>         person by index person_sum, all entries, backwards
> keys: found by a trial run on a snapshot
SELECT id FROM person ORDER BY a + b DESC NULLS FIRST, id DESC LIMIT 2;
> 3
> 2
SELECT id, a + b FROM person ORDER BY a + b LIMIT 3;
> 1 | 3
> 4 | 3
> 2 | 7
EXPLAIN SELECT id, a + b FROM person ORDER BY a + b LIMIT 3;
> query, reads only
>   limit
>     values [$0, +($1, $2)]
>       person by index person_sum, all entries
> keys: found by a trial run on a snapshot
-- Another expression, or another constant, is none of the index.
EXPLAIN SELECT id FROM person WHERE b + a = 3;
> query, reads only
>   person by primary key, whole table; filter =(+(b, a), 3)
> keys: known from the arguments
EXPLAIN SELECT id FROM person WHERE doc ->> 'n' = '5';
> query, reads only
>   person by primary key, whole table; filter =(->>_(doc, 'n'), '5')
> keys: known from the arguments
EXPLAIN SELECT id FROM person WHERE doc ->> 'k' = 'y';
> query, reads only
>   person by index person_key doc ->> 'k' = 'y'
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE doc ->> 'k' = 'y';
> 2
@ 'y'
SELECT id FROM person WHERE doc ->> 'k' = ?;
> 2
EXPLAIN SELECT id FROM person WHERE b = 2 AND upper(name) = 'ANN' AND a > 0;
> query, reads only
>   person by index person_mixed b = 2, upper(name) = 'ANN'; filter >(a, 0)
> keys: found by a trial run on a snapshot
SELECT id FROM person WHERE b = 2 AND upper(name) = 'ANN' AND a > 0;
> 1
EXPLAIN SELECT p.id FROM person q LEFT JOIN person p ON lower(p.name) = q.name AND p.a > q.b WHERE q.id > 1;
> query, reads only
>   values [$3]
>     for each row of the first, look up the second, left
>       person by primary key id > 1
>       values [$0, $2, LOWER($1)]
>         person by index person_lower_idx lower(name) = $6; filter >(a, $7)
> keys: found by a trial run on a snapshot
SELECT q.id, p.id FROM person q LEFT JOIN person p ON lower(p.name) = q.name AND p.a < q.b WHERE q.id > 1 ORDER BY q.id;
> 2 | 2
> 3 | null
> 4 | null
EXPLAIN SELECT p.id FROM person q JOIN person p ON lower(p.name) = q.name WHERE q.id = 2;
> query, reads only
>   values [$2]
>     for each row of the first, look up the second, inner
>       person by primary key id = 2
>       values [$0, LOWER($1)]
>         person by index person_lower_idx lower(name) = $6
> keys: found by a trial run on a snapshot
SELECT p.id FROM person q JOIN person p ON lower(p.name) = q.name WHERE q.id = 2;
> 2
-- Every kind of change keeps it.
UPDATE person SET name = 'Bea' WHERE lower(name) = 'ann' AND id = 4;
> 1 rows
SELECT id FROM person WHERE lower(name) = 'bea';
> 4
SELECT id FROM person WHERE lower(name) = 'ann';
> 1
UPDATE person SET a = a + 10 WHERE a + b = 3 AND id = 1;
> 1 rows
SELECT id FROM person WHERE a + b = 13;
> 1
SELECT id FROM person WHERE a + b = 3;
> 4
UPDATE person SET id = id + 100 WHERE lower(name) = 'bea';
> 1 rows
SELECT id FROM person WHERE lower(name) = 'bea';
> 104
DELETE FROM person WHERE lower(name) = 'bea';
> 1 rows
SELECT id FROM person WHERE a + b = 3;
> no rows
MERGE INTO person p USING (VALUES (2, 'Bo'), (9, 'Ny')) AS s (id, name) ON p.id = s.id WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name);
> 2 rows
SELECT id FROM person WHERE lower(name) IN ('bo', 'ny', 'bob') ORDER BY id;
> 2
> 9
-- A unique one.
CREATE UNIQUE INDEX person_name ON person (lower(name), (coalesce(a, 0)));
> done
INSERT INTO person (id, name, a) VALUES (10, 'ANN', 11);
> error 23505 Constraint "person_name" of table "person": there is already (lower(name), coalesce(a, 0)) = ('ann', 11).
INSERT INTO person (id, name, a) VALUES (10, 'NY', NULL);
> error 23505 Constraint "person_name" of table "person": there is already (lower(name), coalesce(a, 0)) = ('ny', 0).
UPDATE person SET name = 'nY', a = 0 WHERE id = 2;
> error 23505 Constraint "person_name" of table "person": there is already (lower(name), coalesce(a, 0)) = ('ny', 0).
INSERT INTO person (id, name, a) VALUES (10, NULL, 11), (11, NULL, 11);
> 2 rows
DROP INDEX person_name;
> done
INSERT INTO person (id, name, a) VALUES (12, 'ANN', 11);
> 1 rows
CREATE UNIQUE INDEX person_name ON person (lower(name));
> error 23505 Constraint "person_name" of table "person": there is already (lower(name)) = ('ann').
-- A key that is calculated from a column which is calculated itself, and cascades.
CREATE TABLE team (id INT PRIMARY KEY, code VARCHAR(9), upper_code VARCHAR(9) GENERATED ALWAYS AS (upper(code)) STORED);
> done
CREATE UNIQUE INDEX team_code ON team (('t:' || upper_code));
> done
INSERT INTO team (id, code) VALUES (1, 'x'), (2, 'y');
> 2 rows
INSERT INTO team (id, code) VALUES (3, 'X');
> error 23505 Constraint "team_code" of table "team": there is already ('t:' || upper_code) = ('t:X').
EXPLAIN SELECT id FROM team WHERE 't:' || upper_code = 't:Y';
> query, reads only
>   team by index team_code 't:' || upper_code = 't:Y'
> keys: found by a trial run on a snapshot
SELECT id FROM team WHERE 't:' || upper_code = 't:Y';
> 2
CREATE TABLE member (id INT PRIMARY KEY, team INT REFERENCES team ON DELETE CASCADE ON UPDATE CASCADE, nick VARCHAR(9));
> done
CREATE INDEX member_key ON member ((team * 10 + id));
> done
INSERT INTO member VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 2, NULL);
> 3 rows
UPDATE team SET id = 5 WHERE id = 2;
> 1 rows
SELECT id FROM member WHERE team * 10 + id = 53;
> 3
SELECT id FROM member WHERE team * 10 + id = 23;
> no rows
DELETE FROM team WHERE id = 5;
> 1 rows
SELECT id FROM member WHERE team * 10 + id > 0;
> 1
-- A value that cannot be calculated refuses the row.
CREATE INDEX member_div ON member ((10 / id));
> done
INSERT INTO member VALUES (0, NULL, 'z');
> error 22012 Division by zero.
CREATE INDEX member_bad ON member ((1 / (id - 1)));
> error 22012 Division by zero.
SELECT index_name FROM information_schema.indexes WHERE index_name = 'member_bad';
> no rows
-- Columns in brackets are columns; names are as in PostgreSQL.
CREATE INDEX ON member ((nick), (team + 1), (team + 2), upper(nick));
> done
SELECT index_name, column_name FROM information_schema.indexes WHERE table_name = 'member' AND index_name LIKE '%nick%' ORDER BY ordinal_position;
> member_nick_expr_expr1_upper_idx | nick
> member_nick_expr_expr1_upper_idx | (team + 1)
> member_nick_expr_expr1_upper_idx | (team + 2)
> member_nick_expr_expr1_upper_idx | upper(nick)
-- What does not go.
CREATE INDEX bad ON person ((born < CURRENT_DATE));
> error 42P17 An expression of an index cannot look at time, randomness or sequences.
CREATE INDEX bad ON person ((random() + a));
> error 42P17 An expression of an index cannot look at time, randomness or sequences.
CREATE INDEX bad ON person ((a IN (SELECT id FROM team)));
> error 42P01 There is no table "team" (line 1, column 22).
CREATE INDEX bad ON person ((sum(a)));
> error 0A000 A subquery or an aggregate within an index is not supported.
CREATE INDEX bad ON person ((nothing + 1));
> error 42703 There is no column "nothing" here (line 1, column 1).
CREATE INDEX bad ON person ((doc -> 'k'));
> error 0A000 A key or index of column "doc -> 'k'", which is of type JSONB, is not supported.
CREATE INDEX bad ON person (a + b);
> error 42601 Syntax error at line 1, column 31: "+" is not expected here; expected: ")".
CREATE INDEX bad ON person ((lower(name));
> error 42601 Syntax error at line 1, column 42: ";" is not expected here; expected: ")".
ALTER TABLE person RENAME COLUMN doc TO document;
> error 2BP01 The expression of index "person_key" names column "doc"; drop the index first.
ALTER TABLE person ADD COLUMN z INT DEFAULT 1;
> done
EXPLAIN SELECT id FROM person WHERE doc ->> 'k' = 'y';
> query, reads only
>   person by index person_key doc ->> 'k' = 'y'
> keys: found by a trial run on a snapshot
ALTER TABLE person DROP COLUMN born;
> done
SELECT id FROM person WHERE doc ->> 'k' = 'y';
> 2
ALTER TABLE person DROP COLUMN doc;
> done
SELECT DISTINCT index_name FROM information_schema.indexes WHERE table_name = 'person' ORDER BY 1;
> person_lower_idx
> person_mixed
> person_pkey
> person_sum
ALTER TABLE person RENAME TO human;
> done
SELECT id FROM human WHERE lower(name) = 'bo';
> 2
EXPLAIN SELECT id FROM human WHERE lower(name) = 'bo';
> query, reads only
>   human by index person_lower_idx lower(name) = 'bo'
> keys: found by a trial run on a snapshot
CREATE TABLE child (id INT PRIMARY KEY, name VARCHAR(40) REFERENCES team (upper_code));
> error 42000 Foreign key "child_name_fkey" refers to columns of table "team" that are neither its primary key nor unique.
