-- Which keys ON CONFLICT means: partial indexes and those of expressions, as PostgreSQL infers them.
CREATE TABLE person (id INT PRIMARY KEY, email VARCHAR(40), gone DATE, n INT, kind VARCHAR(9) CONSTRAINT one_kind UNIQUE);
> done
CREATE UNIQUE INDEX person_email ON person (lower(email)) WHERE gone IS NULL;
> done
CREATE UNIQUE INDEX person_n ON person (n, (id / 100)) WHERE n > 0 AND kind IS NOT NULL;
> done
INSERT INTO person VALUES (1, 'A@x', NULL, 1, 'a'), (2, 'a@x', DATE '2026-01-01', 2, 'b');
> 2 rows
INSERT INTO person VALUES (3, 'a@X', NULL, 3, 'c') ON CONFLICT (lower(email)) WHERE gone IS NULL DO NOTHING;
> 0 rows
INSERT INTO person VALUES (3, 'a@X', NULL, 3, 'c') ON CONFLICT (lower(email)) WHERE gone IS NULL DO UPDATE SET n = person.n + EXCLUDED.n, kind = EXCLUDED.kind RETURNING id, n, kind;
> 1 rows
> 1 | 4 | c
SELECT * FROM person ORDER BY id;
> 1 | A@x | null | 4 | c
> 2 | a@x | 2026-01-01 | 2 | b
-- A row that the index does not hold is in nobody's way.
INSERT INTO person VALUES (3, 'a@X', DATE '2026-02-02', 9, 'd') ON CONFLICT (lower(email)) WHERE gone IS NULL DO UPDATE SET n = 0;
> 1 rows
SELECT * FROM person ORDER BY id;
> 1 | A@x | null | 4 | c
> 2 | a@x | 2026-01-01 | 2 | b
> 3 | a@X | 2026-02-02 | 9 | d
-- More is said than the index asks for, in another order.
@ 7, 'z@x'
INSERT INTO person VALUES (?, ?, NULL, 40, 'e') ON CONFLICT (lower(email)) WHERE n > 0 AND gone IS NULL DO UPDATE SET n = person.n + 1;
> 1 rows
@ 8, 'Z@X'
INSERT INTO person VALUES (?, ?, NULL, 41, 'f') ON CONFLICT (LOWER(email)) WHERE n > 0 AND gone IS NULL DO UPDATE SET n = person.n + 1;
> 1 rows
SELECT id, email, n, kind FROM person WHERE lower(email) = 'z@x' AND gone IS NULL;
> 7 | z@x | 41 | e
INSERT INTO person VALUES (99, 'q', NULL, 41, 'q') ON CONFLICT ((id / 100), n) WHERE kind IS NOT NULL AND n > 0 DO UPDATE SET n = -1 WHERE person.id = 7;
> 1 rows
SELECT id, n FROM person WHERE id IN (7, 99);
> 7 | -1
-- Any key.
INSERT INTO person VALUES (50, 'a@x', NULL, 50, 'g'), (51, 'new', NULL, 9, 'h'), (52, 'w', NULL, 77, 'a'), (53, 'w', NULL, 53, NULL), (54, 'W', NULL, 54, NULL) ON CONFLICT DO NOTHING;
> 1 rows
SELECT id FROM person WHERE id >= 50;
> 52
-- By the name of a constraint.
INSERT INTO person VALUES (60, 'k', NULL, NULL, 'b') ON CONFLICT ON CONSTRAINT one_kind DO UPDATE SET n = 60 RETURNING id, n;
> 1 rows
> 2 | 60
INSERT INTO person VALUES (1, 'k', NULL, NULL, 'zz') ON CONFLICT ON CONSTRAINT person_pkey DO UPDATE SET n = 61 RETURNING id, n;
> 1 rows
> 1 | 61
INSERT INTO person VALUES (1, 'k', NULL, NULL, 'zz') ON CONFLICT ON CONSTRAINT nobody DO NOTHING;
> error 42704 There is no constraint "nobody".
INSERT INTO person VALUES (1, 'k', NULL, NULL, 'zz') ON CONFLICT ON CONSTRAINT person_email DO NOTHING;
> error 42704 There is no constraint "person_email".
-- Less is said than the index asks for; other columns, other expressions.
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (lower(email)) DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (lower(email)) WHERE n > 0 DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (email) WHERE gone IS NULL DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (upper(email)) WHERE gone IS NULL DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (lower(email), n) WHERE gone IS NULL DO NOTHING;
> error 42P10 ON CONFLICT names no primary key and no unique index of table "person".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (nothing) DO NOTHING;
> error 42703 Table "person" has no column "nothing".
INSERT INTO person VALUES (4, 'a@x', NULL, 3, 'x') ON CONFLICT (lower(nothing)) DO NOTHING;
> error 42703 There is no column "nothing" here (line 1, column 71).
-- A condition does no harm where the index holds all rows.
INSERT INTO person VALUES (4, 'v', NULL, 3, 'a') ON CONFLICT (kind) WHERE n = 5 DO NOTHING;
> 0 rows
INSERT INTO person VALUES (1, 'v', NULL, 3, 'x') ON CONFLICT (id) WHERE n = 5 DO NOTHING;
> 0 rows
-- A key that is calculated.
CREATE TABLE team (id INT PRIMARY KEY, code VARCHAR(9), folded VARCHAR(9) GENERATED ALWAYS AS (lower(code)) STORED UNIQUE, hits INT DEFAULT 1);
> done
INSERT INTO team (id, code) VALUES (1, 'X') ON CONFLICT (folded) DO UPDATE SET hits = team.hits + 1;
> 1 rows
INSERT INTO team (id, code) VALUES (2, 'x') ON CONFLICT (folded) DO UPDATE SET hits = team.hits + 1;
> 1 rows
INSERT INTO team (id, code) VALUES (3, 'x') ON CONFLICT DO NOTHING;
> 0 rows
SELECT * FROM team;
> 1 | X | x | 2
