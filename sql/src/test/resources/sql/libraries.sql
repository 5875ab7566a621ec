-- What libraries send beside the SQL of everyday.
CREATE TABLE book (id INT PRIMARY KEY, title VARCHAR(40), n INT, ts TIMESTAMP);
> done
INSERT INTO book VALUES (1, 'One%', 5, TIMESTAMP '2026-03-04 10:00:00'), (2, 'two', 7, TIMESTAMP '2026-03-05 10:00:00');
> 2 rows
SELECT current_schema, current_catalog, current_database(), version(), current_user;
> public | thetis | thetis | Thetis 0.1 | admin
SELECT CURRENT_SCHEMA();
> public
CALL current_schema;
> public
CALL CURRENT_SCHEMA();
> public
SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema;
> book
CREATE SEQUENCE s START WITH 3;
> done
CALL NEXT VALUE FOR s;
> 3
SELECT CAST(id AS TEXT), CAST('5' AS INT8), CAST(5 AS FLOAT8), CAST('true' AS BOOL), CAST(n AS STRING) FROM book WHERE id = 1;
> 1 | 5 | 5.0 | true | 5
SELECT CAST(n AS NVARCHAR(10)), n::text, '7'::int4, CAST('ab' AS BPCHAR(2)), CAST('2026-03-04 10:00:00' AS DATETIME) FROM book WHERE id = 1;
> 5 | 5 | 7 | ab | 2026-03-04T10:00
SELECT text FROM (SELECT title AS text FROM book) x ORDER BY text;
> One%
> two
SELECT (SELECT title AS text FROM book WHERE id = 1);
> One%
SELECT id FROM book WHERE title LIKE 'One%' ESCAPE '';
> 1
@ 't%'
SELECT id FROM book WHERE title LIKE ? ESCAPE '';
> 2
SELECT id FROM book WHERE title LIKE 'One!%' ESCAPE '!';
> 1
SELECT id FROM book WHERE title LIKE 'One!%' ESCAPE 'ab';
> error 22025 ESCAPE names one character, or none.
SELECT id FROM book WHERE id = 1 FOR NO KEY UPDATE;
> 1
SELECT id FROM book WHERE id = 1 FOR KEY SHARE;
> 1
SELECT id FROM book WHERE id = 1 FOR NO KEY UPDATE NOWAIT;
> 1
SELECT id FROM book WHERE ts > TIMESTAMP '2026-03-05 20:00:00' - INTERVAL '1 day';
> 2
SELECT TIMESTAMP '2026-03-05 20:00:00' + INTERVAL '2 hours', DATE '2026-03-05' + INTERVAL '1 week', DATE '2026-03-05' - INTERVAL '2 months';
> 2026-03-05T22:00 | 2026-03-12T00:00 | 2026-01-05T00:00
SELECT LOCATE('w', title), UCASE(title), LCASE(title), IFNULL(NULL, 3), CHAR(65), NVL(title, 'x') FROM book WHERE id = 2;
> 2 | TWO | two | 3 | A | two
SELECT * FROM book WHERE title = 5;
> error 22P02 "One%" is no INTEGER, for a cast.
WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 3) SELECT i FROM r;
> 1
> 2
> 3
SELECT DATE_TRUNC('month', ts), DATE_TRUNC('day', DATE '2026-03-04') FROM book WHERE id = 1;
> 2026-03-01T00:00 | 2026-03-04T00:00:00Z
SELECT DATE_TRUNC('week', ts) FROM book;
> 2026-03-02T00:00
> 2026-03-02T00:00
CREATE VIEW shown (a, b) AS SELECT id + 1, title FROM book;
> done
SELECT table_name, column_name, ordinal_position, type_name, character_maximum_length, is_nullable FROM information_schema.columns WHERE table_name = 'shown';
> shown | a | 1 | INTEGER | null | NO
> shown | b | 2 | VARCHAR | 40 | YES
CREATE SEQUENCE batch_seq MAXVALUE 9223372036854775807 NO CYCLE;
> done
CREATE SEQUENCE bounded START WITH 3 INCREMENT BY 2 MINVALUE 1 MAXVALUE 9 CACHE 20 NO CYCLE;
> done
CREATE SEQUENCE down INCREMENT BY -1 MAXVALUE 5 MINVALUE 1;
> done
CREATE SEQUENCE wrong START WITH 10 MAXVALUE 9;
> error 42000 Sequence "wrong" starts with 10, which is not between 1 and 9.
CREATE SEQUENCE again CYCLE;
> done
SELECT sequence_name, start_value, increment, minimum_value, maximum_value, cycle_option FROM information_schema.sequences WHERE sequence_name <> 's' ORDER BY sequence_name;
> again | 1 | 1 | 1 | 9223372036854775807 | YES
> batch_seq | 1 | 1 | 1 | 9223372036854775807 | NO
> bounded | 3 | 2 | 1 | 9 | NO
> down | 5 | -1 | 1 | 5 | NO
SELECT nextval('Batch_Seq'), nextval('"bounded"'), nextval('public.down');
> 1 | 3 | 5
CREATE TABLE bits (id INT PRIMARY KEY, one BIT, other BIT(1));
> done
INSERT INTO bits VALUES (1, TRUE, FALSE);
> 1 rows
SELECT one, other, CAST('true' AS BIT) FROM bits;
> true | false | true
CREATE TABLE more_bits (id INT PRIMARY KEY, v BIT(8));
> error 42601 Syntax error at line 1, column 47: a BIT is one bit, true or false; VARBINARY holds more.
