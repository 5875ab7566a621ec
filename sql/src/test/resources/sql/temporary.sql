-- Temporary tables. A driver makes the schema for its connection, and puts it in front of the path.
CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20));
> done
INSERT INTO t VALUES (1, 'permanent');
> 1 rows
CREATE TEMPORARY TABLE early (id INT);
> error 0A000 This client keeps no temporary tables: they belong to a connection of the JDBC driver, and CREATE TEMPORARY TABLE is a statement by itself.
CREATE SCHEMA pg_temp_9;
> error 42939 The name "pg_temp_9" is kept for schemas of temporary tables; choose another one.
CREATE SCHEMA pg_temp;
> error 42939 The name "pg_temp" is kept for schemas of temporary tables; choose another one.
CREATE TEMPORARY SCHEMA mine;
> error 0A000 A temporary schema that a driver did not name is not supported.
CREATE TEMPORARY SCHEMA pg_temp_1;
> done
CREATE TEMPORARY SCHEMA IF NOT EXISTS pg_temp_1;
> done
CREATE TEMPORARY SCHEMA pg_temp_2;
> done
SET search_path TO pg_temp_1, public;
> done
-- it hides the permanent one of its name
CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, name VARCHAR(20) UNIQUE, amount NUMERIC(8,2) DEFAULT 1.5);
> done
CREATE TEMP TABLE t (id INT);
> error 42P07 There is already a table or view "pg_temp_1.t".
CREATE LOCAL TEMPORARY TABLE IF NOT EXISTS t (id INT);
> done
CREATE GLOBAL TEMP TABLE g (id BIGSERIAL PRIMARY KEY, t_id INT REFERENCES t, note TEXT NOT NULL);
> done
INSERT INTO t (id, name) VALUES (1, 'temporary'), (2, 'two') RETURNING id, amount;
> 2 rows
> 1 | 1.50
> 2 | 1.50
SELECT * FROM t ORDER BY id;
> 1 | temporary | 1.50
> 2 | two | 1.50
SELECT id, name FROM public.t;
> 1 | permanent
SELECT name FROM pg_temp.t WHERE id = 1;
> temporary
SELECT PG_TEMP.t.name FROM pg_temp.t JOIN public.t p ON p.id = pg_temp.t.id;
> temporary
INSERT INTO t (id, name) VALUES (3, 'two');
> error 23505 Constraint "pg_temp_1.t_name_key" of table "pg_temp_1.t": there is already (name) = ('two').
INSERT INTO g (t_id, note) VALUES (1, 'a'), (2, 'b') RETURNING id;
> 2 rows
> 1
> 2
INSERT INTO g (t_id, note) VALUES (7, 'c');
> error 23503 Constraint "g_t_id_fkey" of table "pg_temp_1.g": no row of table "pg_temp_1.t" is meant by (t_id) = (7).
INSERT INTO g (t_id) VALUES (1);
> error 23502 Column "note" of table "pg_temp_1.g" cannot be null.
UPDATE t SET amount = amount * 2 WHERE id = 2 RETURNING name, amount;
> 1 rows
> two | 3.00
INSERT INTO t (id, name) VALUES (2, 'x') ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name;
> 1 rows
DELETE FROM g WHERE t_id = 2;
> 1 rows
CREATE INDEX g_note ON g (note);
> done
SELECT id FROM g WHERE note = 'a';
> 1
EXPLAIN SELECT id FROM g WHERE note = 'a';
> query, reads only
>   pg_temp_1.g by index pg_temp_1.g_note note = 'a'
> keys: found by a trial run on a snapshot
CREATE TEMP TABLE of_query AS SELECT id, name FROM t WHERE id > 1;
> done
SELECT * FROM of_query;
> 2 | x
CREATE TEMP TABLE named (a, b) ON COMMIT PRESERVE ROWS AS SELECT id, name FROM public.t WITH NO DATA;
> done
SELECT * FROM named;
> no rows
CREATE TABLE permanent_copy AS SELECT id, name FROM t;
> done
SELECT * FROM public.permanent_copy ORDER BY id;
> 1 | temporary
> 2 | x
CREATE TABLE pg_temp.also (id INT);
> done
ALTER TABLE t ADD COLUMN more INT DEFAULT 7;
> done
ALTER TABLE t RENAME COLUMN more TO extra;
> done
SELECT id, extra FROM t ORDER BY id;
> 1 | 7
> 2 | 7
TRUNCATE t CASCADE;
> 0 rows
SELECT COUNT(*) FROM t;
> 0
-- what others see, and what not
SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 1, 2;
> pg_temp_1 | also | LOCAL TEMPORARY
> pg_temp_1 | g | LOCAL TEMPORARY
> pg_temp_1 | named | LOCAL TEMPORARY
> pg_temp_1 | of_query | LOCAL TEMPORARY
> pg_temp_1 | t | LOCAL TEMPORARY
> public | permanent_copy | BASE TABLE
> public | t | BASE TABLE
SELECT current_schema, CURRENT_SETTING('search_path');
> public | public
SELECT column_name FROM information_schema.columns WHERE table_name = 'g' ORDER BY ordinal_position;
> id
> t_id
> note
SET search_path TO pg_temp_2, public;
> done
SELECT id, name FROM t;
> 1 | permanent
SELECT * FROM g;
> error 42P01 There is no table "g" (line 1, column 15). Did you mean "t"?
SELECT * FROM pg_temp_1.g;
> error 0A000 The temporary tables of other connections cannot be accessed.
DROP TABLE pg_temp_1.g;
> error 0A000 The temporary tables of other connections cannot be accessed.
CREATE TEMP TABLE t (other DATE);
> done
INSERT INTO t VALUES (DATE '2024-01-02');
> 1 rows
SELECT * FROM t;
> 2024-01-02
SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'LOCAL TEMPORARY';
> pg_temp_2 | t
SELECT schema_name FROM information_schema.schemata ORDER BY 1;
> information_schema
> pg_catalog
> pg_temp_2
> public
SET search_path TO public;
> done
SELECT id, name FROM t;
> 1 | permanent
SELECT table_name FROM information_schema.tables WHERE table_type = 'LOCAL TEMPORARY';
> no rows
SELECT * FROM pg_temp.t;
> error 42P01 There is no table "pg_temp" (line 1, column 15).
CREATE TABLE c (id INT PRIMARY KEY) ON COMMIT DROP;
> error 42P16 ON COMMIT is for temporary tables only.
SET search_path TO pg_temp_1, public;
> done
-- what temporary and permanent tables have not in common
CREATE TABLE child (id INT PRIMARY KEY, p INT REFERENCES pg_temp.t);
> error 42P16 Foreign key "child_p_fkey": a permanent table can only refer to permanent tables.
CREATE TEMP TABLE child (id INT PRIMARY KEY, p INT REFERENCES public.t);
> error 42P16 Foreign key "child_p_fkey": a temporary table can only refer to temporary tables.
CREATE TEMP TABLE public.child (id INT);
> error 42P16 A temporary table is in the schema pg_temp, and not in "public".
ALTER TABLE of_query SET SCHEMA public;
> error 0A000 Tables cannot be moved into or out of temporary schemas.
ALTER TABLE public.t SET SCHEMA pg_temp_1;
> error 0A000 Tables cannot be moved into or out of temporary schemas.
ALTER SCHEMA pg_temp_1 RENAME TO mine;
> error 42939 The name "pg_temp_1" is kept for schemas of temporary tables; choose another one.
CREATE VIEW v AS SELECT * FROM g;
> error 0A000 Views over temporary tables are not supported, and "g" is one.
CREATE VIEW v AS SELECT * FROM pg_temp.g;
> error 0A000 Views over temporary tables are not supported, and "g" is one.
CREATE TEMP VIEW v AS SELECT 1 AS a;
> error 0A000 Of what is temporary only tables are supported; WITH does what views would.
CREATE VIEW pg_temp.v AS SELECT 1 AS a;
> error 0A000 Views cannot be temporary; only tables can, and "v" would be.
CREATE TEMP SEQUENCE s;
> error 0A000 Of what is temporary only tables are supported; WITH does what views would.
CREATE PROCEDURE p () AS DELETE FROM g;
> error 0A000 Procedures over temporary tables are not supported, and "g" is one.
-- which does not keep others from being made
CREATE VIEW v AS SELECT id, name FROM public.t;
> done
SELECT * FROM v;
> 1 | permanent
CREATE TABLE made (id INT);
> done
SELECT table_schema FROM information_schema.tables WHERE table_name IN ('v', 'made') ORDER BY 1;
> public
> public
-- they go
DROP TABLE t;
> error 2BP01 Foreign key "g_t_id_fkey" of table "pg_temp_1.g" needs table "pg_temp_1.t"; drop it first, or use CASCADE.
DROP TABLE g, of_query, named, also;
> done
DROP TABLE t CASCADE;
> done
DROP SCHEMA pg_temp_2 CASCADE;
> done
DROP SCHEMA pg_temp_1 CASCADE;
> done
-- others have their numbers and places
CREATE TEMPORARY SCHEMA pg_temp_3;
> done
SET search_path TO pg_temp_3, public;
> done
CREATE TEMP TABLE t (a INT PRIMARY KEY, b VARCHAR(5), c DATE, d INT, e VARCHAR(9) UNIQUE) ON COMMIT DELETE ROWS;
> done
SELECT * FROM t;
> no rows
INSERT INTO t VALUES (1, 'b', DATE '2024-05-06', 4, 'e'), (2, NULL, NULL, NULL, NULL);
> 2 rows
INSERT INTO t VALUES (3, 'b', NULL, NULL, 'e');
> error 23505 Constraint "pg_temp_3.t_e_key" of table "pg_temp_3.t": there is already (e) = ('e').
SELECT * FROM t ORDER BY a;
> 1 | b | 2024-05-06 | 4 | e
> 2 | null | null | null | null
SELECT b FROM t WHERE e = 'e';
> b
CREATE TEMP TABLE u (note TEXT) ON COMMIT DROP;
> done
INSERT INTO u VALUES ('u');
> 1 rows
SELECT * FROM u;
> u
DROP SCHEMA pg_temp_3 CASCADE;
> done
SELECT id, name FROM t;
> 1 | permanent
