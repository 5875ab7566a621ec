-- CREATE TABLE … AS: the columns and the first rows of a query.
CREATE TABLE part (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, price DECIMAL(9, 2), made TIMESTAMP, code UUID);
> done
INSERT INTO part VALUES (1, 'bolt', 0.50, TIMESTAMP '2024-01-02 03:04:05', NULL), (2, 'nut', 0.25, NULL, NULL), (3, 'gear', 12.00, NULL, NULL);
> 3 rows
CREATE TABLE cheap AS SELECT id, name, price FROM part WHERE price < 1;
> done
SELECT * FROM cheap ORDER BY id;
> 1 | bolt | 0.50
> 2 | nut | 0.25
INSERT INTO cheap VALUES (1, NULL, NULL);
> 1 rows
INSERT INTO cheap VALUES (1, 'a name of more than twenty characters', NULL);
> error 22001 The text of 37 characters is too long for column "name" of type VARCHAR(20).
SELECT COUNT(*) FROM cheap;
> 3
-- Names may be given, of the first columns or of all.
CREATE TABLE totals (what) AS SELECT name, price * 2 AS doubled, price IS NULL FROM part ORDER BY id LIMIT 2;
> done
SELECT what, doubled, "?column?" FROM totals ORDER BY what;
> bolt | 1.00 | false
> nut | 0.50 | false
CREATE TABLE IF NOT EXISTS totals AS SELECT 1 AS one;
> done
SELECT COUNT(*) FROM totals;
> 2
CREATE TABLE totals AS SELECT 1 AS one;
> error 42P07 There is already a table or view "totals".
CREATE TABLE copied AS TABLE part WITH DATA;
> done
SELECT * FROM copied;
> 1 | bolt | 0.50 | 2024-01-02T03:04:05 | null
> 2 | nut | 0.25 | null | null
> 3 | gear | 12.00 | null | null
CREATE TABLE shape (a, b, c, d, e) AS (SELECT * FROM part) WITH NO DATA;
> done
SELECT COUNT(*) FROM shape;
> 0
INSERT INTO shape SELECT * FROM part WHERE id = 1;
> 1 rows
SELECT * FROM shape;
> 1 | bolt | 0.50 | 2024-01-02T03:04:05 | null
CREATE TABLE listed (n, t) AS VALUES (1, 'a'), (2, 'b');
> done
INSERT INTO listed VALUES (3, 'longer');
> 1 rows
TABLE listed ORDER BY n DESC;
> 3 | longer
> 2 | b
> 1 | a
CREATE TABLE counted AS WITH few AS (SELECT id FROM part WHERE id > 1) SELECT COUNT(*) AS n, MAX(id) FROM few;
> done
SELECT n, max FROM counted;
> 2 | 3
CREATE TABLE nothing_known AS SELECT NULL AS x, 1 AS y;
> done
SELECT * FROM nothing_known;
> null | 1
SELECT table_name, column_name, type_name, is_nullable FROM information_schema.columns WHERE table_name IN ('cheap', 'totals', 'shape', 'listed', 'nothing_known') ORDER BY table_name, ordinal_position;
> cheap | id | INTEGER | YES
> cheap | name | VARCHAR | YES
> cheap | price | DECIMAL | YES
> listed | n | INTEGER | YES
> listed | t | VARCHAR | YES
> nothing_known | x | VARCHAR | YES
> nothing_known | y | INTEGER | YES
> shape | a | INTEGER | YES
> shape | b | VARCHAR | YES
> shape | c | DECIMAL | YES
> shape | d | TIMESTAMP | YES
> shape | e | UUID | YES
> totals | what | VARCHAR | YES
> totals | doubled | DECIMAL | YES
> totals | ?column? | BOOLEAN | YES
-- What cannot be is refused, and nothing is left of it.
CREATE TABLE bad AS SELECT id, id FROM part;
> error 42701 Table "bad" has two columns named "id".
CREATE TABLE bad (a, b, c) AS SELECT id, name FROM part;
> error 42601 Table "bad" names 3 columns, but its query has 2.
CREATE TABLE bad AS SELECT 1 / (id - 1) AS q FROM part;
> error 22012 Division by zero.
SELECT * FROM bad;
> error 42P01 There is no table "bad" (line 1, column 15).
CREATE TABLE bad AS SELECT id FROM part WHERE id = ?;
> error 42000 The query of table "bad" has parameters.
CREATE TABLE bad AS DELETE FROM part;
> error 42000 Table "bad" is not made of a query.
CREATE TABLE bad AS;
> error 42601 Syntax error at line 1, column 21: the statement ends here; expected: a statement.
CREATE TABLE bad AS WITH NO DATA;
> error 42601 Syntax error at line 1, column 34: the statement ends here; expected: a query.
CREATE TABLE bad AS SELECT missing FROM part;
> error 42703 There is no column "missing" here (line 1, column 8).
