-- ADD COLUMN whose values differ from row to row: all rows are filled, then it is there.
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(9));
> done
INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'Y'), (3, NULL, NULL);
> 3 rows
ALTER TABLE t ADD COLUMN c INT GENERATED ALWAYS AS (a * 2) STORED;
> done
SELECT * FROM t ORDER BY id;
> 1 | 10 | x | 20
> 2 | 20 | Y | 40
> 3 | null | null | null
INSERT INTO t VALUES (4, 40, 'z');
> 1 rows
INSERT INTO t VALUES (5, 50, 'z', 1);
> error 428C9 Column "c" is GENERATED ALWAYS; leave it out or write DEFAULT.
UPDATE t SET a = 11 WHERE id = 1;
> 1 rows
SELECT id, c FROM t ORDER BY id;
> 1 | 22
> 2 | 40
> 3 | null
> 4 | 80
SELECT column_name, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 't' AND column_name = 'c';
> c | ALWAYS | a * 2
ALTER TABLE t ADD COLUMN u UUID DEFAULT gen_random_uuid() NOT NULL UNIQUE, ADD COLUMN low VARCHAR(9) GENERATED ALWAYS AS (lower(b)) STORED, ADD CONSTRAINT t_low UNIQUE (low);
> done
SELECT COUNT(DISTINCT u) AS different, COUNT(*) AS total FROM t;
> 4 | 4
INSERT INTO t (id, b) VALUES (6, 'Q');
> 1 rows
INSERT INTO t (id, b) VALUES (7, 'y');
> error 23505 Constraint "t_low" of table "t": there is already (low) = ('y').
SELECT id, low FROM t WHERE low = 'q';
> 6 | q
SELECT COUNT(DISTINCT u) AS different FROM t;
> 5
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 't' ORDER BY 1;
> t_low | UNIQUE
> t_pkey | PRIMARY KEY
> t_u_key | UNIQUE
ALTER TABLE t ADD COLUMN r DOUBLE PRECISION DEFAULT random() CHECK (r >= 0);
> done
SELECT COUNT(DISTINCT r) AS different FROM t;
> 5
-- One moment for all rows.
ALTER TABLE t ADD COLUMN at TIMESTAMP DEFAULT now() NOT NULL;
> done
SELECT COUNT(DISTINCT at) AS different FROM t;
> 1
-- Rows that do not allow it leave all as it was.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (100 / (a - 20)) STORED;
> error 22012 Division by zero.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (a) STORED NOT NULL;
> error 23502 Column "d" of table "t" cannot be null.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (id / 2) STORED UNIQUE;
> error 23505 Constraint "t_d_key" of table "t": there is already (d) = (1).
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (a) STORED CHECK (d < 20);
> error 23514 Constraint "t_d_check" of table "t" does not allow this row.
SELECT d FROM t;
> error 42703 There is no column "d" here (line 1, column 8). Did you mean "a"?
UPDATE t SET a = 20 WHERE id = 4;
> 1 rows
-- What is refused.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (c + 1) STORED;
> error 42P17 Column "d" cannot be calculated from column "c", which is calculated itself.
ALTER TABLE t ADD COLUMN d DOUBLE PRECISION GENERATED ALWAYS AS (random()) STORED;
> error 42P17 Column "d" cannot be calculated from time, randomness or sequences.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (nothing) STORED;
> error 42703 There is no column "nothing" here (line 1, column 1).
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS (a) STORED DEFAULT 4;
> error 42000 Column "d" is calculated, and has no DEFAULT or sequence.
ALTER TABLE t ADD COLUMN d INT GENERATED ALWAYS AS IDENTITY;
> error 0A000 An identity column for a table that is there is not supported.
ALTER TABLE t ADD COLUMN d BIGSERIAL;
> error 0A000 An identity column for a table that is there is not supported.
ALTER TABLE t ADD COLUMN a INT GENERATED ALWAYS AS (id) STORED;
> error 42P07 There is already a column "t.a".
ALTER TABLE t ADD COLUMN IF NOT EXISTS a INT GENERATED ALWAYS AS (id) STORED;
> done
