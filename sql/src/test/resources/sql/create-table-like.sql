-- CREATE TABLE (LIKE other)
CREATE TABLE source (id BIGSERIAL PRIMARY KEY, code VARCHAR(8) NOT NULL UNIQUE, amount NUMERIC(8,2) DEFAULT 1.5 CHECK (amount > 0), twice NUMERIC(9,2) GENERATED ALWAYS AS (amount * 2) STORED, doc JSONB, CONSTRAINT named CHECK (code <> 'none'));
> done
CREATE INDEX source_low ON source (lower(code)) WHERE amount > 5;
> done
CREATE INDEX ON source (amount, code);
> done
INSERT INTO source (code, amount) VALUES ('a', 7);
> 1 rows
CREATE TABLE bare (LIKE source);
> done
CREATE TABLE part (LIKE source INCLUDING DEFAULTS EXCLUDING DEFAULTS INCLUDING CONSTRAINTS, more INT DEFAULT 3, CHECK (more > 0));
> done
CREATE TABLE whole (before INT, LIKE source INCLUDING ALL, behind TEXT DEFAULT 'z');
> done
CREATE TABLE IF NOT EXISTS whole (LIKE source INCLUDING ALL);
> done
SELECT table_name, column_name, type_name, is_nullable, column_default, is_identity, is_generated FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position;
> bare | id | BIGINT | NO | null | NO | NEVER
> bare | code | VARCHAR | NO | null | NO | NEVER
> bare | amount | DECIMAL | YES | null | NO | NEVER
> bare | twice | DECIMAL | YES | null | NO | NEVER
> bare | doc | JSONB | YES | null | NO | NEVER
> part | id | BIGINT | NO | null | NO | NEVER
> part | code | VARCHAR | NO | null | NO | NEVER
> part | amount | DECIMAL | YES | null | NO | NEVER
> part | twice | DECIMAL | YES | null | NO | NEVER
> part | doc | JSONB | YES | null | NO | NEVER
> part | more | INTEGER | YES | 3 | NO | NEVER
> source | id | BIGINT | NO | null | YES | NEVER
> source | code | VARCHAR | NO | null | NO | NEVER
> source | amount | DECIMAL | YES | 1.5 | NO | NEVER
> source | twice | DECIMAL | YES | null | NO | ALWAYS
> source | doc | JSONB | YES | null | NO | NEVER
> whole | before | INTEGER | YES | null | NO | NEVER
> whole | id | BIGINT | NO | null | YES | NEVER
> whole | code | VARCHAR | NO | null | NO | NEVER
> whole | amount | DECIMAL | YES | 1.5 | NO | NEVER
> whole | twice | DECIMAL | YES | null | NO | ALWAYS
> whole | doc | JSONB | YES | null | NO | NEVER
> whole | behind | VARCHAR | YES | 'z' | NO | NEVER
SELECT table_name, constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = 'public' ORDER BY 1, 2;
> part | named | CHECK
> part | part_more_check | CHECK
> part | source_amount_check | CHECK
> source | named | CHECK
> source | source_amount_check | CHECK
> source | source_code_key | UNIQUE
> source | source_pkey | PRIMARY KEY
> whole | named | CHECK
> whole | source_amount_check | CHECK
> whole | whole_code_key | UNIQUE
> whole | whole_pkey | PRIMARY KEY
SELECT table_name, index_name, is_unique, ordinal_position, column_name, filter_condition FROM information_schema.indexes WHERE table_schema = 'public' AND table_name <> 'source' ORDER BY 1, 2, 4;
> whole | whole_amount_code_idx | NO | 1 | amount | null
> whole | whole_amount_code_idx | NO | 2 | code | null
> whole | whole_code_key | YES | 1 | code | null
> whole | whole_lower_idx | NO | 1 | lower(code) | amount > 5
> whole | whole_pkey | YES | 1 | id | null
INSERT INTO bare (code) VALUES ('a');
> error 23502 Column "id" of table "bare" cannot be null.
INSERT INTO bare (id, code, amount, twice) VALUES (1, 'none', -1, 5), (1, 'none', -1, 5);
> 2 rows
SELECT * FROM bare;
> 1 | none | -1.00 | 5.00 | null
> 1 | none | -1.00 | 5.00 | null
INSERT INTO part (id, code, amount) VALUES (1, 'none', 1);
> error 23514 Constraint "named" of table "part" does not allow this row.
INSERT INTO part (id, code, amount) VALUES (1, 'a', 1), (1, 'a', NULL) RETURNING amount, twice, more;
> 2 rows
> 1.00 | null | 3
> null | null | 3
INSERT INTO whole (code) VALUES ('a'), ('b') RETURNING before, id, code, amount, twice, behind;
> 2 rows
> null | 1 | a | 1.50 | 3.00 | z
> null | 2 | b | 1.50 | 3.00 | z
INSERT INTO whole (code) VALUES ('a');
> error 23505 Constraint "whole_code_key" of table "whole": there is already (code) = ('a').
INSERT INTO whole (code, amount) VALUES ('c', 0);
> error 23514 Constraint "source_amount_check" of table "whole" does not allow this row.
-- the other one stays as it is
SELECT id, code, twice FROM source;
> 1 | a | 14.00
INSERT INTO source (code) VALUES ('b') RETURNING id;
> 1 rows
> 2
DROP TABLE source;
> done
INSERT INTO whole (code) VALUES ('d') RETURNING id;
> 1 rows
> 5
-- what is refused
CREATE TABLE x (LIKE nobody);
> error 42P01 There is no table "nobody".
CREATE TABLE x (LIKE whole, id INT);
> error 42701 Table "x" has two columns named "id".
CREATE TABLE x (LIKE whole INCLUDING COMMENTS);
> error 0A000 LIKE ... INCLUDING COMMENTS is not supported; COMMENT ON says it of the new table.
CREATE TABLE x (LIKE whole INCLUDING FUN);
> error 42601 Syntax error at line 1, column 38: "FUN" is not expected here; expected: ALL, DEFAULTS, CONSTRAINTS, INDEXES, IDENTITY or GENERATED.
CREATE TABLE x (LIKE whole INCLUDING INDEXES, other INT PRIMARY KEY);
> error 42P16 Table "x" cannot have two primary keys.
-- SELECT INTO
SELECT id + 1 AS more, code, 'x' AS x INTO chosen FROM whole WHERE code <> 'b' ORDER BY id;
> done
SELECT * FROM chosen ORDER BY more;
> 2 | a | x
> 6 | d | x
SELECT 1 AS one INTO TABLE only;
> done
SELECT one FROM only;
> 1
SELECT 1 AS one INTO only;
> error 42P07 There is already a table or view "only".
SELECT 1 AS one INTO TEMP mine;
> error 0A000 This client keeps no temporary tables: they belong to a connection of the JDBC driver, and CREATE TEMPORARY TABLE is a statement by itself.
EXPLAIN SELECT 1 AS one INTO other;
> error 42601 Syntax error at line 1, column 25: "INTO" is not expected here.
