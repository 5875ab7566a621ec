-- What a person reads when something is wrong.
CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(10));
> done
SELEC * FROM customer;
> error 42601 Syntax error at line 1, column 1: "SELEC" is not expected here; expected: SELECT, INSERT, UPDATE, DELETE or another statement.
SELECT * FROM costumer;
> error 42P01 There is no table "costumer" (line 1, column 15). Did you mean "customer"?
SELECT nme FROM customer;
> error 42703 There is no column "nme" here (line 1, column 8). Did you mean "name"?
SELECT c.nme FROM customer c;
> error 42703 There is no column "nme" here (line 1, column 10). Did you mean "name"?
SELECT * FROM customer WHERE;
> error 42601 Syntax error at line 1, column 29: the statement ends too early.
SELECT * FROM customer WHERE name = ;
> error 42601 Syntax error at line 1, column 37: the statement ends too early.
SELECT id, COUNT(*) FROM customer;
> error 42803 Expression 'id' is not being grouped (line 1, column 8).
SELECT id FROM customer a, customer b;
> error 42702 Column 'id' is ambiguous (line 1, column 8).
SELECT name + 1 FROM customer WHERE id = 'x';
> error 22P02 "x" is no INTEGER, for a cast.
SELECT * FROM customer WHERE id;
> error 42804 WHERE clause must be a condition (line 1, column 30).
CREATE TABLE t (id INT PRIMARY KEY, a NOSUCHTYPE);
> error 42601 Syntax error at line 1, column 39: there is no type "nosuchtype".
CREATE TABLE t (id INT PRIMARY KEY, a INT,);
> error 42601 Syntax error at line 1, column 43: ")" is not expected here; expected: a column.
CREATE TABEL t (id INT);
> error 42601 Syntax error at line 1, column 8: "TABEL" is not expected here; expected: TABLE, [UNIQUE] INDEX, VIEW, SEQUENCE, PROCEDURE, SCHEMA, ROLE or USER.
DROP TABLE nothing;
> error 42P01 There is no table "nothing".
ALTER TABLE customer DROP COLUMN nothing;
> error 42703 Table "customer" has no column "nothing". It has id, name.
SELECT 'open;
> error 42601 Syntax error at line 1, column 8: this text is not closed.
';
> error 42601 Syntax error at line 1, column 1: this text is not closed.
SELECT * FROM customer LIMIT -1;
> error 22023 LIMIT must not be negative, but is -1.
INSERT INTO customer VALUES (1, 'a'), (2);
> error 42601 INSERT INTO customer has 1 values for 2 columns.
SELECT a.id FROM customer a, customer b WHERE a.id = b.id FOR UPDATE;
> no rows
SELECT COUNT(*) FROM customer FOR UPDATE;
> error 0A000 FOR UPDATE with aggregate functions is not supported.
CREATE TEMPORARY TABLE t (id INT);
> error 0A000 This client keeps no temporary tables: they belong to a connection of the JDBC driver, and CREATE TEMPORARY TABLE is a statement by itself.
CREATE LOCAL TEMPORARY TABLE t (id INT) ON COMMIT DROP;
> error 0A000 This client keeps no temporary tables: they belong to a connection of the JDBC driver, and CREATE TEMPORARY TABLE is a statement by itself.
COMMENT ON VIEW v IS 'x';
> error 42704 There is no view "v".
