-- A primary key for a table that is there, without rows and with rows.
CREATE TABLE a (id INT, s VARCHAR(9));
ALTER TABLE a ADD PRIMARY KEY (id);
INSERT INTO a VALUES (1, 'x');
INSERT INTO a VALUES (1, 'y');
> ERROR 23505
INSERT INTO a (s) VALUES ('z');
> ERROR 23502
INSERT INTO a VALUES (1, 'y') ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s;
SELECT * FROM a;
> 1|y
SELECT id, s FROM a GROUP BY id;
> 1|y
ALTER TABLE a ADD PRIMARY KEY (s);
> ERROR 42P16
ALTER TABLE a ADD CONSTRAINT again PRIMARY KEY (id);
> ERROR 42P16
SELECT conname, contype FROM pg_constraint WHERE conrelid = 'a'::regclass;
> a_pkey|p
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'a' AND constraint_type = 'PRIMARY KEY';
> a_pkey|PRIMARY KEY
SELECT is_nullable FROM information_schema.columns WHERE table_name = 'a' ORDER BY column_name;
> NO
> YES
SELECT indisprimary, indisunique FROM pg_index WHERE indrelid = 'a'::regclass;
> t|t
CREATE TABLE child (k INT PRIMARY KEY, a INT REFERENCES a);
INSERT INTO child VALUES (1, 1);
INSERT INTO child VALUES (2, 2);
> ERROR 23503
DELETE FROM a;
> ERROR 23503
-- With rows, indexes, conditions, defaults and foreign keys.
CREATE TABLE p (k INT PRIMARY KEY);
INSERT INTO p VALUES (1), (2);
CREATE TABLE b (s VARCHAR(9) DEFAULT 'none', k INT REFERENCES p ON DELETE SET NULL, n NUMERIC(9, 2), id SERIAL, u INT UNIQUE, t INT CHECK (t > 0));
CREATE INDEX b_s ON b (s);
CREATE INDEX b_part ON b (k) WHERE n > 1;
INSERT INTO b (s, k, n, u, t) VALUES ('a', 1, 1.50, 1, 1), ('b', 2, 2.50, 2, 2), ('c', NULL, NULL, NULL, NULL), ('d', 1, 0.00, NULL, 9);
ALTER TABLE b ADD CONSTRAINT b_key PRIMARY KEY (id);
SELECT s, k, n, id, u, t FROM b ORDER BY id;
> a|1|1.50|1|1|1
> b|2|2.50|2|2|2
> c|∅|∅|3|∅|∅
> d|1|0.00|4|∅|9
SELECT id FROM b WHERE s = 'b';
> 2
SELECT id FROM b WHERE k = 2 AND n > 1;
> 2
SELECT id FROM b WHERE u = 2;
> 2
INSERT INTO b (s, u) VALUES ('e', 2);
> ERROR 23505
INSERT INTO b (s, t) VALUES ('e', 0);
> ERROR 23514
INSERT INTO b (k) VALUES (3);
> ERROR 23503
INSERT INTO b (n) VALUES (7) RETURNING s, n;
> none|7.00
UPDATE b SET id = 50 WHERE id = 2 RETURNING s, id;
> b|50
UPDATE b SET id = 50 WHERE id = 1;
> ERROR 23505
DELETE FROM p WHERE k = 1;
SELECT s, k, id FROM b ORDER BY s;
> a|∅|1
> b|2|50
> c|∅|3
> d|∅|4
> none|∅|8
SELECT count(*), count(k), max(id) FROM b;
> 5|1|50
-- What rows do not allow.
CREATE TABLE d (x INT, y INT);
INSERT INTO d VALUES (1, 1), (1, 2), (2, NULL);
ALTER TABLE d ADD PRIMARY KEY (x);
> ERROR 23505
ALTER TABLE d ADD PRIMARY KEY (y);
> ERROR 23502
ALTER TABLE d ADD PRIMARY KEY (z);
> ERROR 42703
ALTER TABLE d ADD PRIMARY KEY (x, x);
> ERROR 42701
INSERT INTO d VALUES (NULL, 1);
SELECT * FROM d ORDER BY x, y;
> 1|1
> 1|2
> 2|∅
> ∅|1
DELETE FROM d WHERE x IS NULL OR y IS NULL;
ALTER TABLE d ADD PRIMARY KEY (y, x);
SELECT * FROM d ORDER BY y DESC;
> 1|2
> 1|1
INSERT INTO d VALUES (1, 2);
> ERROR 23505
INSERT INTO d VALUES (2, 2);
-- Beside other actions, of new columns, by an index.
CREATE TABLE e (x INT);
ALTER TABLE e ADD COLUMN id INT, ADD COLUMN u INT, ADD PRIMARY KEY (id), ADD UNIQUE (u), ADD CHECK (x < 9);
INSERT INTO e VALUES (1, 1, 1);
INSERT INTO e VALUES (1, 2, 1);
> ERROR 23505
INSERT INTO e VALUES (9, 2, 2);
> ERROR 23514
INSERT INTO e VALUES (8, 1, 2);
> ERROR 23505
SELECT * FROM e;
> 1|1|1
CREATE TABLE f (x INT NOT NULL, y INT);
INSERT INTO f VALUES (3, 1), (4, 2);
CREATE UNIQUE INDEX f_x ON f (x);
ALTER TABLE f ADD CONSTRAINT f_key PRIMARY KEY USING INDEX f_x;
INSERT INTO f VALUES (3, 2);
> ERROR 23505
SELECT * FROM f WHERE x = 3;
> 3|1
SELECT conname FROM pg_constraint WHERE conrelid = 'f'::regclass;
> f_key
CREATE TABLE g AS SELECT 1 AS id, 'a'::text AS s UNION ALL SELECT 2, 'b';
ALTER TABLE ONLY g ADD CONSTRAINT g_pkey PRIMARY KEY (id);
SELECT * FROM g WHERE id = 2;
> 2|b
ALTER TABLE g DROP COLUMN s, ADD COLUMN t TEXT DEFAULT 'q';
SELECT * FROM g ORDER BY id;
> 1|q
> 2|q
CREATE TABLE h (id INT);
ALTER TABLE h ADD COLUMN k INT PRIMARY KEY;
INSERT INTO h VALUES (1, 1);
INSERT INTO h VALUES (1, 1);
> ERROR 23505
CREATE TABLE i (id INT);
INSERT INTO i VALUES (1);
ALTER TABLE i ADD COLUMN k INT PRIMARY KEY;
> ERROR 23502
SELECT * FROM i;
> 1
CREATE VIEW v AS SELECT s FROM a;
DROP VIEW v;
TRUNCATE TABLE d;
INSERT INTO d VALUES (1, 1), (1, 1);
> ERROR 23505
SELECT count(*) FROM d;
> 0
DROP TABLE i, h, g, f, e, d, b, child, p, a;
