-- ALTER COLUMN … TYPE: to a wider type at once, to a narrower one if all values are of it.
CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(9), n INT, d DECIMAL(9, 2), l BIGINT, b VARBINARY(9));
> done
CREATE INDEX t_s ON t (s);
> done
INSERT INTO t VALUES (1, 'abc', 100, 12.50, 5, x'0102'), (2, 'abcdef', 300, 1234.56, 70000, NULL), (3, NULL, NULL, NULL, NULL, NULL);
> 3 rows
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(20);
> done
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(6) USING s::varchar(6);
> done
INSERT INTO t (id, s) VALUES (4, 'abcdefg');
> error 22001 The text of 7 characters is too long for column "s" of type VARCHAR(6).
ALTER TABLE t ALTER COLUMN s SET DATA TYPE VARCHAR(5);
> error 22001 The text of 6 characters is too long for column "s" of type VARCHAR(5).
INSERT INTO t (id, s) VALUES (4, 'abcdef');
> 1 rows
SELECT character_maximum_length FROM information_schema.columns WHERE table_name = 't' AND column_name = 's';
> 6
SELECT id FROM t WHERE s = 'abcdef' ORDER BY id;
> 2
> 4
ALTER TABLE t ALTER COLUMN s TYPE TEXT USING CAST(s AS TEXT);
> done
ALTER TABLE t ALTER COLUMN n TYPE SMALLINT USING n;
> done
ALTER TABLE t ALTER COLUMN n TYPE TINYINT;
> error 22003 300 is out of range for column "n" of type TINYINT.
INSERT INTO t (id, n) VALUES (5, 40000);
> error 22003 40000 is out of range for column "n" of type SMALLINT.
ALTER TABLE t ALTER COLUMN n TYPE INT;
> done
INSERT INTO t (id, n) VALUES (5, 40000);
> 1 rows
ALTER TABLE t ALTER COLUMN d TYPE DECIMAL(6, 2);
> done
ALTER TABLE t ALTER COLUMN d TYPE DECIMAL(5, 2);
> error 22003 1234.56 is out of range for column "d" of type DECIMAL(5, 2).
UPDATE t SET d = 12345.67 WHERE id = 1;
> error 22003 12345.67 is out of range for column "d" of type DECIMAL(6, 2).
ALTER TABLE t ALTER COLUMN b TYPE VARBINARY(2), ALTER COLUMN s TYPE VARCHAR(7);
> done
SELECT * FROM t ORDER BY id;
> 1 | abc | 100 | 12.50 | 5 | x'0102'
> 2 | abcdef | 300 | 1234.56 | 70000 | null
> 3 | null | null | null | null | null
> 4 | abcdef | null | null | null | null
> 5 | null | 40000 | null | null | null
-- Where values are stored otherwise, all rows are filled.
ALTER TABLE t ALTER COLUMN l TYPE INT;
> done
ALTER TABLE t ALTER COLUMN n TYPE BIGINT, ALTER COLUMN d TYPE DECIMAL(9, 3);
> done
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(9) USING upper(s);
> done
SELECT * FROM t ORDER BY id;
> 1 | ABC | 100 | 12.500 | 5 | x'0102'
> 2 | ABCDEF | 300 | 1234.560 | 70000 | null
> 3 | null | null | null | null | null
> 4 | ABCDEF | null | null | null | null
> 5 | null | 40000 | null | null | null
SELECT column_name, type_name, numeric_precision, numeric_scale, character_maximum_length, ordinal_position FROM information_schema.columns WHERE table_name = 't' ORDER BY ordinal_position;
> id | INTEGER | 10 | 0 | null | 1
> s | VARCHAR | null | null | 9 | 2
> n | BIGINT | 19 | 0 | null | 3
> d | DECIMAL | 9 | 3 | null | 4
> l | INTEGER | 10 | 0 | null | 5
> b | VARBINARY | null | null | 2 | 6
-- The index holds the new values.
EXPLAIN SELECT id FROM t WHERE s = 'ABCDEF';
> query, reads only
>   t by index t_s s = 'ABCDEF'
> keys: found by a trial run on a snapshot
SELECT id FROM t WHERE s = 'ABCDEF' ORDER BY id;
> 2
> 4
SELECT id FROM t WHERE s = 'abcdef';
> no rows
INSERT INTO t VALUES (6, 'xyz', 3000000000, 1.125, 7, NULL);
> 1 rows
UPDATE t SET s = 'q', n = n + 1 WHERE id = 6;
> 1 rows
SELECT * FROM t WHERE s = 'q';
> 6 | q | 3000000001 | 1.125 | 7 | null
INSERT INTO t (id, n) VALUES (7, 9223372036854775808);
> error 22003 9223372036854775808 is out of range for column "n" of type BIGINT.
INSERT INTO t (id, l) VALUES (7, 3000000000);
> error 22003 3000000000 is out of range for column "l" of type INTEGER.
-- Rows that do not allow it leave all as it was.
ALTER TABLE t ALTER COLUMN n TYPE INT;
> error 22003 Value 3000000001 out of range.
ALTER TABLE t ALTER COLUMN s TYPE INT USING s::int;
> error 22P02 "ABC" is no INTEGER, for a cast.
ALTER TABLE t ALTER COLUMN s TYPE INT;
> error 42804 Column "s" of type VARCHAR(9) does not become INTEGER by itself; say how, as in USING s::INTEGER.
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(2) USING s || 'x';
> error 22001 The text of 4 characters is too long for column "s" of type VARCHAR(2).
SELECT id, s, n FROM t WHERE s = 'q' OR n > 1000000 ORDER BY id;
> 6 | q | 3000000001
UPDATE t SET s = NULL WHERE id IN (1, 2, 4, 6);
> 4 rows
UPDATE t SET s = id::varchar WHERE id <> 3;
> 5 rows
ALTER TABLE t ALTER COLUMN s TYPE INT USING s::int * 10;
> done
SELECT id, s FROM t WHERE s >= 20 ORDER BY s DESC;
> 6 | 60
> 5 | 50
> 4 | 40
> 2 | 20
ALTER TABLE t ALTER COLUMN s TYPE TEXT;
> done
SELECT id, s FROM t WHERE s = '20';
> 2 | 20
DROP TABLE t;
> done
-- Names, constraints, defaults and comments stay.
CREATE TABLE p (id INT PRIMARY KEY);
> done
INSERT INTO p VALUES (1), (2);
> 2 rows
CREATE TABLE c (id INT PRIMARY KEY, p_id INT NOT NULL REFERENCES p, code VARCHAR(9) DEFAULT '7' NOT NULL UNIQUE CHECK (code <> '0'), at TIMESTAMP, day DATE, ok VARCHAR(5), j TEXT, f DOUBLE PRECISION);
> done
INSERT INTO c VALUES (1, 1, '11', TIMESTAMP '2026-01-02 03:04:05', DATE '2026-01-02', 'yes', '{"a": 1}', 2.5), (2, 2, '12', NULL, NULL, 'no', NULL, 3.5);
> 2 rows
COMMENT ON COLUMN c.code IS 'what it says';
> done
ALTER TABLE c ALTER COLUMN p_id TYPE BIGINT;
> done
ALTER TABLE c ALTER COLUMN code TYPE INT USING code::int;
> done
ALTER TABLE c ALTER COLUMN code DROP DEFAULT, ALTER COLUMN code TYPE INT USING (CASE WHEN code IS NOT NULL THEN code END)::int, ALTER COLUMN code SET DEFAULT 7;
> done
INSERT INTO c (id, p_id) VALUES (3, 1);
> 1 rows
INSERT INTO c (id, p_id, code) VALUES (4, 1, 12);
> error 23505 Constraint "c_code_key" of table "c": there is already (code) = (12).
INSERT INTO c (id, p_id, code) VALUES (4, 1, 0);
> error 23514 Constraint "c_code_check" of table "c" does not allow this row.
INSERT INTO c (id, p_id, code) VALUES (4, 1, NULL);
> error 23502 Column "code" of table "c" cannot be null.
INSERT INTO c (id, p_id, code) VALUES (4, 9, 4);
> error 23503 Constraint "c_p_id_fkey" of table "c": no row of table "p" is meant by (p_id) = (9).
DELETE FROM p WHERE id = 2;
> error 23503 Constraint "c_p_id_fkey" of table "c": rows there refer to (id) = (2) of table "p".
SELECT column_name, type_name, is_nullable, column_default, remarks FROM information_schema.columns WHERE table_name = 'c' AND column_name IN ('p_id', 'code') ORDER BY 1;
> code | INTEGER | NO | 7 | what it says
> p_id | BIGINT | NO | null | null
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'c' ORDER BY 1;
> c_code_check | CHECK
> c_code_key | UNIQUE
> c_p_id_fkey | FOREIGN KEY
> c_pkey | PRIMARY KEY
ALTER TABLE c ALTER COLUMN at TYPE TIMESTAMPTZ, ALTER day TYPE TIMESTAMP, ALTER ok TYPE BOOLEAN USING ok = 'yes', ALTER j TYPE JSONB USING j::jsonb, ALTER f TYPE INTEGER;
> done
SELECT id, at, day, ok, j, f FROM c ORDER BY id;
> 1 | 2026-01-02T03:04:05Z | 2026-01-02T00:00 | true | {"a": 1} | 2
> 2 | null | null | false | null | 4
> 3 | null | null | null | null | null
ALTER TABLE c ALTER COLUMN at TYPE DATE USING at::date;
> done
SELECT at FROM c WHERE id = 1;
> 2026-01-02
ALTER TABLE c ALTER COLUMN day TYPE INT USING 'x';
> error 22P02 "x" is no INTEGER, for column "day".
ALTER TABLE c ALTER COLUMN code TYPE INT USING nothing;
> error 42703 There is no column "nothing" here (line 1, column 1).
-- What is refused.
ALTER TABLE p ALTER COLUMN id TYPE BIGINT;
> error 0A000 Changing the type of column "id": it is in the primary key, by which rows are placed. This is not supported.
ALTER TABLE c ALTER COLUMN p_id TYPE VARCHAR;
> error 0A000 Changing the type of column "p_id": foreign key "c_p_id_fkey" is of it; drop it first. This is not supported.
ALTER TABLE c ALTER COLUMN code SET DEFAULT 5;
> done
ALTER TABLE c ALTER COLUMN code TYPE BOOLEAN USING code = 1;
> error 23514 Constraint "c_code_check" of table "c" does not allow this row.
CREATE VIEW v AS SELECT code + 1 AS more FROM c;
> done
ALTER TABLE c DROP CONSTRAINT c_code_check;
> done
ALTER TABLE c ALTER COLUMN code DROP DEFAULT, ALTER COLUMN code TYPE UUID USING NULL;
> error 2BP01 View "v" depends on it; drop the view first, or use CASCADE.
CREATE TABLE g (id INT PRIMARY KEY, a INT, b INT GENERATED ALWAYS AS (a * 2) STORED);
> done
ALTER TABLE g ALTER COLUMN a TYPE BIGINT;
> error 0A000 Changing the type of column "a": column "b" is calculated from it. This is not supported.
ALTER TABLE g ALTER COLUMN b TYPE BIGINT;
> error 0A000 Changing the type of column "b": it is calculated; drop it and add it anew. This is not supported.
ALTER TABLE c ALTER COLUMN code TYPE BIGINT;
> done
SELECT more FROM v ORDER BY more;
> 8
> 12
> 13
-- Indexes of expressions and partial ones are made anew.
CREATE TABLE x (id INT PRIMARY KEY, a INT, b VARCHAR(9));
> done
INSERT INTO x VALUES (1, 1, 'x'), (2, 2, 'y'), (3, NULL, NULL);
> 3 rows
CREATE INDEX x_sum ON x ((a + 1));
> done
CREATE UNIQUE INDEX x_part ON x (b, a) WHERE a > 1;
> done
ALTER TABLE x ALTER COLUMN a TYPE BIGINT, ALTER COLUMN b TYPE TEXT USING b || b;
> done
SELECT id FROM x WHERE a + 1 = 3;
> 2
SELECT id FROM x WHERE a > 1 AND b = 'yy';
> 2
INSERT INTO x VALUES (4, 2, 'yy');
> error 23505 Constraint "x_part" of table "x": there is already (b, a) = ('yy', 2).
INSERT INTO x VALUES (4, 1, 'xx');
> 1 rows
ALTER TABLE x ALTER COLUMN a TYPE SMALLINT USING 2;
> error 23505 Constraint "x_part" of table "x": there is already (b, a) = ('xx', 2).
