-- Who may do what: roles, grants, owners, views that read for their owner.
GRANT USAGE ON SCHEMA public TO PUBLIC;
CREATE ROLE reader;
CREATE ROLE writer LOGIN;
CREATE ROLE writer;
> ERROR 42710
CREATE USER clerk IN ROLE reader;
CREATE TABLE book (id INT PRIMARY KEY, title VARCHAR(20), price INT);
CREATE TABLE loan (id INT PRIMARY KEY, book INT REFERENCES book);
INSERT INTO book VALUES (1, 'one', 10), (2, 'two', 20);
SET SESSION AUTHORIZATION clerk;
SELECT * FROM book ORDER BY id;
> ERROR 42501
SELECT title FROM book WHERE id = 1;
> ERROR 42501
INSERT INTO book VALUES (3, 'three', 30);
> ERROR 42501
UPDATE book SET price = 1 WHERE id = 1;
> ERROR 42501
DELETE FROM book WHERE id = 1;
> ERROR 42501
TRUNCATE loan;
> ERROR 42501
DROP TABLE book;
> ERROR 42501
ALTER TABLE book ADD COLUMN x INT;
> ERROR 42501
CREATE INDEX book_title ON book (title);
> ERROR 42501
CREATE TABLE mine (id INT PRIMARY KEY);
> ERROR 42501
CREATE ROLE other;
> ERROR 42501
GRANT SELECT ON book TO clerk;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
GRANT SELECT ON book TO reader;
GRANT INSERT, UPDATE ON book TO writer;
SET SESSION AUTHORIZATION clerk;
SELECT title FROM book WHERE id = 1;
> one
SELECT count(*) FROM book;
> 2
SELECT count(*) FROM book b JOIN loan l ON l.book = b.id;
> ERROR 42501
SELECT * FROM loan;
> ERROR 42501
INSERT INTO book VALUES (3, 'three', 30);
> ERROR 42501
SELECT title FROM book WHERE id = 1 FOR UPDATE;
> ERROR 42501
SELECT title FROM book WHERE price > 1 ORDER BY id FOR UPDATE;
> ERROR 42501
WITH b AS (SELECT * FROM book) SELECT id FROM b ORDER BY id;
> 1
> 2
WITH gone AS (DELETE FROM book RETURNING id) SELECT id FROM gone ORDER BY id;
> ERROR 42501
SET SESSION AUTHORIZATION writer;
SELECT title FROM book WHERE id = 1;
> ERROR 42501
INSERT INTO book VALUES (3, 'three', 30);
INSERT INTO book VALUES (3, 'three', 30) ON CONFLICT DO NOTHING;
INSERT INTO book VALUES (4, 'four', 40) RETURNING id;
> ERROR 42501
INSERT INTO book SELECT id + 10, title, price FROM book;
> ERROR 42501
UPDATE book SET price = 5;
UPDATE book SET price = price + 1;
> ERROR 42501
UPDATE book SET price = 5 WHERE id = 1;
> ERROR 42501
DELETE FROM book;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
SELECT id, price FROM book ORDER BY id;
> 1|5
> 2|5
> 3|5
REVOKE SELECT ON book FROM reader;
SET SESSION AUTHORIZATION clerk;
SELECT title FROM book WHERE id = 1;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
CREATE VIEW titles AS SELECT id, title FROM book;
GRANT SELECT ON titles TO PUBLIC;
SET SESSION AUTHORIZATION clerk;
SELECT title FROM titles WHERE id = 1;
> one
SELECT t.title FROM titles t, book b WHERE t.id = b.id;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
GRANT CREATE ON SCHEMA public TO clerk;
SET SESSION AUTHORIZATION clerk;
CREATE TABLE mine (id INT PRIMARY KEY, n INT);
INSERT INTO mine VALUES (1, 1);
CREATE VIEW peek AS SELECT id, title FROM book;
SELECT * FROM peek;
> ERROR 42501
CREATE VIEW ours AS SELECT id FROM mine;
GRANT SELECT ON ours TO writer;
CREATE SEQUENCE numbers;
SELECT nextval('numbers');
> 1
SET SESSION AUTHORIZATION writer;
SELECT id FROM ours;
> 1
SELECT id FROM mine;
> ERROR 42501
SELECT nextval('numbers');
> ERROR 42501
DROP VIEW ours;
> ERROR 42501
ALTER TABLE mine OWNER TO writer;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
GRANT USAGE ON SEQUENCE numbers TO writer;
SET SESSION AUTHORIZATION writer;
SELECT nextval('numbers');
> 2
SELECT setval('numbers', 10);
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
CREATE SCHEMA desk AUTHORIZATION clerk;
CREATE SCHEMA drawer AUTHORIZATION nobody_there;
> ERROR 42704
SET SESSION AUTHORIZATION clerk;
CREATE TABLE desk.pen (id INT PRIMARY KEY);
DROP SCHEMA desk CASCADE;
SET SESSION AUTHORIZATION DEFAULT;
CREATE SCHEMA shelf;
CREATE TABLE shelf.box (id INT PRIMARY KEY);
GRANT SELECT ON shelf.box TO clerk;
SET SESSION AUTHORIZATION clerk;
-- differs: what is in a schema that one may not use is not there
SELECT * FROM shelf.box;
> ERROR 42P01
SET SESSION AUTHORIZATION DEFAULT;
GRANT USAGE ON SCHEMA shelf TO reader;
SET SESSION AUTHORIZATION clerk;
SELECT * FROM shelf.box;
CREATE TABLE shelf.other (id INT PRIMARY KEY);
> ERROR 42501
CREATE TABLE refers (id INT PRIMARY KEY, book INT REFERENCES book);
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
GRANT REFERENCES ON book TO clerk;
SET SESSION AUTHORIZATION clerk;
CREATE TABLE refers (id INT PRIMARY KEY, book INT REFERENCES book);
INSERT INTO refers VALUES (1, 1);
INSERT INTO refers VALUES (2, 99);
> ERROR 23503
SET SESSION AUTHORIZATION DEFAULT;
GRANT EXECUTE ON book TO clerk;
> ERROR 0LP01
GRANT USAGE ON book TO clerk;
> ERROR 0LP01
GRANT SELECT ON nowhere TO clerk;
> ERROR 42P01
GRANT SELECT ON book TO nobody;
> ERROR 42704
GRANT reader TO writer;
GRANT writer TO reader;
> ERROR 0LP01
GRANT nobody TO writer;
> ERROR 42704
REVOKE reader FROM writer;
DROP ROLE nobody;
> ERROR 42704
DROP ROLE IF EXISTS nobody;
DROP ROLE clerk;
> ERROR 2BP01
SELECT has_table_privilege('clerk', 'book', 'SELECT'), has_table_privilege('writer', 'book', 'INSERT');
> f|t
SELECT has_table_privilege('book', 'DELETE'), has_schema_privilege('clerk', 'shelf', 'USAGE');
> t|t
SELECT has_table_privilege('nobody', 'book', 'SELECT');
> ERROR 42704
SELECT pg_has_role('clerk', 'reader', 'MEMBER'), pg_has_role('writer', 'reader', 'MEMBER');
> t|f
SELECT rolname, rolsuper, rolcanlogin FROM pg_roles WHERE rolname IN ('reader', 'writer', 'clerk') ORDER BY rolname;
> clerk|f|t
> reader|f|f
> writer|f|t
SELECT usename FROM pg_user WHERE usename IN ('reader', 'writer', 'clerk') ORDER BY usename;
> clerk
> writer
SELECT grantee, privilege_type FROM information_schema.role_table_grants WHERE table_name = 'book' AND grantee IN ('clerk', 'writer') ORDER BY grantee, privilege_type;
> clerk|REFERENCES
> writer|INSERT
> writer|UPDATE
SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'mine';
> clerk
SET SESSION AUTHORIZATION clerk;
SELECT current_user, session_user;
> clerk|clerk
SELECT role_name FROM information_schema.enabled_roles ORDER BY role_name;
> clerk
> reader
SELECT table_name FROM information_schema.tables WHERE table_schema IN ('public', 'shelf') ORDER BY table_name;
> book
> box
> mine
> ours
> peek
> refers
> titles
SELECT has_table_privilege('mine', 'INSERT, DELETE'), has_table_privilege('loan', 'SELECT');
> t|f
SET SESSION AUTHORIZATION DEFAULT;
ALTER ROLE writer NOLOGIN;
ALTER ROLE reader RENAME TO visitor;
ALTER ROLE reader RENAME TO visitor;
> ERROR 42704
GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA public TO visitor;
SET SESSION AUTHORIZATION clerk;
SELECT count(*) FROM book;
> 3
SET SESSION AUTHORIZATION DEFAULT;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM visitor;
SET SESSION AUTHORIZATION clerk;
SELECT count(*) FROM book;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
GRANT TRUNCATE ON loan TO clerk;
SET SESSION AUTHORIZATION clerk;
TRUNCATE loan;
SELECT count(*) FROM loan;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
MERGE INTO book b USING (SELECT 1 AS id) s ON b.id = s.id WHEN MATCHED THEN UPDATE SET price = 7;
SET SESSION AUTHORIZATION clerk;
MERGE INTO book b USING (SELECT 1 AS id) s ON b.id = s.id WHEN MATCHED THEN UPDATE SET price = 7;
> ERROR 42501
SET SESSION AUTHORIZATION DEFAULT;
REASSIGN OWNED BY clerk TO visitor;
REVOKE ALL ON book, loan, shelf.box FROM clerk;
REVOKE ALL ON SCHEMA public FROM clerk;
DROP ROLE clerk;
DROP VIEW peek, ours, titles;
DROP TABLE refers, mine, loan, book;
DROP SEQUENCE numbers;
DROP SCHEMA shelf CASCADE;
DROP ROLE visitor, writer;
