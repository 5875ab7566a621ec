-- Choosing and calculating rows of one table.
CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20), price DECIMAL(8,2), stock INT, kind VARCHAR(10));
> done
INSERT INTO item VALUES (1,'apple',0.50,100,'fruit'),(2,'pear',0.75,80,'fruit'),(3,'chair',49.90,5,'thing'),(4,'table',199.00,2,'thing'),(5,'ghost',NULL,NULL,NULL);
> 5 rows
SELECT * FROM item WHERE id = 3;
> 3 | chair | 49.90 | 5 | thing
SELECT * FROM item WHERE id = 99;
> no rows
SELECT name FROM item WHERE id IN (4, 2, 2, 77);
> pear
> table
SELECT name FROM item WHERE id BETWEEN 2 AND 3;
> pear
> chair
SELECT name FROM item WHERE id > 3;
> table
> ghost
SELECT name FROM item WHERE id >= 2 AND id < 4;
> pear
> chair
SELECT name FROM item WHERE id > 2.5;
> chair
> table
> ghost
SELECT name FROM item WHERE name LIKE '%a%';
> apple
> pear
> chair
> table
SELECT name FROM item WHERE price IS NULL;
> ghost
SELECT name FROM item WHERE NOT (price > 1);
> apple
> pear
SELECT name, price * stock AS worth FROM item ORDER BY worth DESC;
> ghost | null
> table | 398.00
> chair | 249.50
> pear | 60.00
> apple | 50.00
SELECT name FROM item ORDER BY kind NULLS FIRST, 1 DESC;
> ghost
> pear
> apple
> table
> chair
SELECT name FROM item ORDER BY price LIMIT 2;
> apple
> pear
SELECT name FROM item ORDER BY id DESC LIMIT 2 OFFSET 1;
> table
> chair
SELECT name FROM item ORDER BY id OFFSET 3 ROWS FETCH NEXT 1 ROWS ONLY;
> table
SELECT DISTINCT kind FROM item ORDER BY kind;
> fruit
> thing
> null
SELECT kind, COUNT(*), SUM(stock), AVG(price), MIN(price), MAX(name) FROM item GROUP BY kind ORDER BY kind;
> fruit | 2 | 180 | 0.62500000000000000000 | 0.50 | pear
> thing | 2 | 7 | 124.4500000000000000 | 49.90 | table
> null | 1 | null | null | null | ghost
SELECT kind, COUNT(*) AS n FROM item GROUP BY kind HAVING COUNT(*) > 1 ORDER BY n, kind;
> fruit | 2
> thing | 2
SELECT COUNT(DISTINCT kind), COUNT(kind), COUNT(*) FROM item;
> 2 | 4 | 5
SELECT COUNT(*), SUM(stock) FROM item WHERE id > 100;
> 0 | null
SELECT CASE WHEN price > 100 THEN 'dear' WHEN price > 1 THEN 'fair' ELSE 'cheap' END AS c FROM item ORDER BY id;
> cheap
> cheap
> fair
> dear
> cheap
SELECT CAST(price AS INTEGER), CAST(id AS VARCHAR(5)), CAST('12' AS BIGINT) FROM item WHERE id <= 2;
> 1 | 1 | 12
> 1 | 2 | 12
SELECT COALESCE(kind, 'none'), NULLIF(id, 5) FROM item WHERE id >= 4;
> thing | 4
> none | null
SELECT name FROM item WHERE id = 1 FOR UPDATE;
> apple
SELECT 1 + 1, 'a' || 'b', 7 / 2, MOD(7, 2), -3;
> 2 | ab | 3 | 1 | -3
SELECT price FROM item WHERE id = 1 AND name = 'apple' AND stock > 50;
> 0.50
SELECT * FROM item WHERE 1 = 0;
> no rows
VALUES (1, 'a'), (2, 'b');
> 1 | a
> 2 | b
SELECT id, RANK() OVER (PARTITION BY kind ORDER BY price DESC) AS r FROM item WHERE id < 5 ORDER BY id;
> 1 | 2
> 2 | 1
> 3 | 2
> 4 | 1
SELECT SUM(stock) OVER (ORDER BY id) FROM item WHERE id < 5;
> 100
> 180
> 185
> 187
EXPLAIN SELECT name FROM item WHERE id = 3;
> query, reads only
>   item by primary key id = 3
> keys: known from the arguments
EXPLAIN SELECT name FROM item WHERE id > 3 ORDER BY id DESC LIMIT 1;
> query, reads only
>   values [$0]
>     limit
>       item by primary key id > 3, backwards
> keys: known from the arguments
EXPLAIN UPDATE item SET stock = stock - 1 WHERE id = 3;
> change of rows, writes
>   values [$0, -($1, 1)]
>     item by primary key id = 3
> keys: known from the arguments
-- a window has an order of its own
CREATE TABLE wo (id INT PRIMARY KEY, g INT);
> done
INSERT INTO wo VALUES (1, 2), (2, 1), (3, 2), (4, 1);
> 4 rows
SELECT id, ROW_NUMBER() OVER (PARTITION BY g ORDER BY id) AS n FROM wo ORDER BY id;
> 1 | 1
> 2 | 1
> 3 | 2
> 4 | 2
SELECT id, RANK() OVER (ORDER BY g) AS n FROM wo ORDER BY id DESC LIMIT 3;
> 4 | 1
> 3 | 3
> 2 | 1
SELECT LENGTH(LPAD(NULLIF('a', 'a'), 3, '*')), LPAD('abcd', 2, '*'), RPAD('a', 3), LPAD('a', -1, 'x'), LPAD('a', 3, '');
> null | ab | a   |  | a
-- a condition without a table
SELECT 1 AS one WHERE 1 = 1;
> 1
SELECT 1 AS one WHERE 1 > 1;
> no rows
@ 5, 7
INSERT INTO wo SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM wo WHERE id = 5);
> 1 rows
@ 5, 7
INSERT INTO wo SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM wo WHERE id = 5);
> 0 rows
SELECT id FROM wo WHERE id IN (SELECT 5 WHERE 1 IS DISTINCT FROM 2) OR id = (SELECT 1 UNION SELECT 1 WHERE FALSE);
> 1
> 5
SELECT (SELECT COUNT(*) FILTER (WHERE g > 1) FROM wo), EXTRACT(YEAR FROM DATE '2024-01-01') WHERE TRUE;
> 3 | 2024
