-- CREATE INDEX and ALTER TABLE in the forms that migrations for PostgreSQL have.
CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(9));
> done
INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, NULL, NULL);
> 3 rows
CREATE INDEX CONCURRENTLY i2 ON t USING btree (a DESC NULLS LAST);
> done
CREATE INDEX CONCURRENTLY IF NOT EXISTS i2 ON t (a);
> done
CREATE INDEX i3 ON ONLY t (a) INCLUDE (b) WITH (fillfactor = 70) WHERE a > 5;
> done
CREATE INDEX i4 ON t (a) INCLUDE (nothing);
> error 42703 Table "t" has no column "nothing". It has id, a, b.
CREATE INDEX i5 ON t (b text_pattern_ops);
> done
CREATE INDEX i6 ON t (lower(b) varchar_pattern_ops DESC, a int4_ops);
> done
CREATE INDEX i7 ON t (b COLLATE "C");
> done
SELECT id FROM t WHERE lower(b) = 'x';
> 1
CREATE INDEX i8 ON t (b COLLATE "de-DE");
> error 0A000 Collation "de-DE" is not supported: texts are ordered by their characters, as COLLATE "C" says.
CREATE INDEX i8 ON t (b other_ops);
> error 42601 Syntax error at line 1, column 25: "other_ops" is not expected here; expected: ")".
CREATE INDEX i8 ON t (a) TABLESPACE fast;
> error 0A000 TABLESPACE is not supported: all rows are in memory and in the log.
CREATE INDEX i8 ON t USING gin (b);
> error 0A000 An index by gin is not supported: all are ordered, as USING btree says.
CREATE UNIQUE INDEX i8 ON t (b) NULLS NOT DISTINCT;
> error 0A000 UNIQUE NULLS NOT DISTINCT is not supported; an index of COALESCE(column, value) does the same.
CREATE UNIQUE INDEX i8 ON t (b) NULLS DISTINCT;
> done
DROP INDEX CONCURRENTLY i2;
> done
DROP INDEX CONCURRENTLY IF EXISTS i2, i3;
> done
ALTER INDEX i5 RENAME TO i55;
> done
-- A constraint takes an index over.
ALTER TABLE t ADD CONSTRAINT t_b UNIQUE USING INDEX i8;
> done
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 't' ORDER BY 1;
> t_b | UNIQUE
> t_pkey | PRIMARY KEY
INSERT INTO t VALUES (4, 1, 'y');
> error 23505 Constraint "t_b" of table "t": there is already (b) = ('y').
DROP INDEX t_b;
> error 2BP01 Index "t_b" stands for a constraint of table "t"; use ALTER TABLE … DROP CONSTRAINT.
ALTER TABLE t ADD UNIQUE USING INDEX i55;
> error 42000 Index "i55" is no unique index of columns of all rows, or is a constraint already.
ALTER TABLE t ADD UNIQUE USING INDEX nothing;
> error 42704 There is no index "nothing".
ALTER TABLE t ADD CONSTRAINT again UNIQUE USING INDEX t_b;
> error 42000 Index "t_b" is no unique index of columns of all rows, or is a constraint already.
ALTER TABLE t DROP CONSTRAINT t_b;
> done
INSERT INTO t VALUES (4, 1, 'y');
> 1 rows
-- All rows are looked at, while others write.
ALTER TABLE t ADD CONSTRAINT pos CHECK (a > 0) NOT VALID;
> done
ALTER TABLE t VALIDATE CONSTRAINT pos;
> done
ALTER TABLE t VALIDATE CONSTRAINT nothing;
> error 42704 There is no constraint "nothing".
ALTER TABLE t ADD CONSTRAINT big CHECK (a > 5) NOT VALID;
> error 23514 Constraint "big" of table "t" does not allow this row.
ALTER TABLE t ADD CONSTRAINT self FOREIGN KEY (a) REFERENCES t NOT VALID;
> error 23503 Constraint "self" of table "t": no row of table "t" is meant by (a) = (10).
CREATE TABLE n (a INT, UNIQUE NULLS NOT DISTINCT (a));
> error 0A000 UNIQUE NULLS NOT DISTINCT is not supported; an index of COALESCE(column, value) does the same.
CREATE TABLE n (a INT, UNIQUE NULLS DISTINCT (a)) WITH (fillfactor = 70);
> done
CREATE UNLOGGED TABLE u (id INT);
> done
INSERT INTO u VALUES (1);
> 1 rows
CREATE TABLE s (id INT) TABLESPACE fast;
> error 0A000 TABLESPACE is not supported: all rows are in memory and in the log.
-- What does nothing here, and what is refused.
VACUUM;
> done
VACUUM (FULL, ANALYZE) t;
> done
ANALYZE t;
> done
REINDEX TABLE t;
> done
CREATE EXTENSION IF NOT EXISTS "uuid-ossp";
> done
CREATE EXTENSION pgcrypto WITH SCHEMA public;
> done
SELECT uuid_generate_v4() IS NULL AS missing;
> false
CREATE EXTENSION citext;
> error 0A000 Extension "citext" is not supported: there are no extensions, but gen_random_uuid() and the functions of docs/use/sql/functions.md.
CREATE TYPE mood AS ENUM ('sad', 'ok');
> error 0A000 CREATE TYPE is not supported; for an enumeration, a VARCHAR with CHECK (column IN (...)) holds the same values.
CREATE DOMAIN positive AS INT CHECK (VALUE > 0);
> error 0A000 CREATE DOMAIN is not supported; write its type and its CHECK at each column.
CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
> error 0A000 CREATE TRIGGER is not supported; procedures, calculated columns and defaults do what runs in the database.
CREATE FUNCTION f() RETURNS INT AS 'x' LANGUAGE sql;
> error 0A000 CREATE FUNCTION is not supported; procedures, calculated columns and defaults do what runs in the database.
CREATE MATERIALIZED VIEW m AS SELECT 1 AS one;
> error 0A000 CREATE MATERIALIZED VIEW is not supported; CREATE VIEW, or CREATE TABLE ... AS, is.
LOCK TABLE t IN EXCLUSIVE MODE;
> error 0A000 LOCK TABLE is not supported: no table is ever locked as a whole. SELECT ... FOR UPDATE locks rows.
GRANT SELECT ON t TO me;
> error 42704 There is no role "me".
REVOKE ALL ON t FROM me;
> error 42704 There is no role "me".
