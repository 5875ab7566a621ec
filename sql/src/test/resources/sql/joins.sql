-- Joins, subqueries, set operations, views.
CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(20), city VARCHAR(20));
> done
CREATE TABLE orders (customer_id INT, no INT, amount DECIMAL(8,2), PRIMARY KEY (customer_id, no));
> done
INSERT INTO customer VALUES (1,'ann','Ulm'),(2,'bob','Bonn'),(3,'cyd','Ulm');
> 3 rows
INSERT INTO orders VALUES (1,1,10.00),(1,2,20.00),(2,1,5.00),(9,1,99.00);
> 4 rows
SELECT c.name, o.no, o.amount FROM customer c JOIN orders o ON o.customer_id = c.id ORDER BY c.id, o.no;
> ann | 1 | 10.00
> ann | 2 | 20.00
> bob | 1 | 5.00
SELECT c.name, o.amount FROM customer c, orders o WHERE o.customer_id = c.id AND c.id = 1 ORDER BY o.no;
> ann | 10.00
> ann | 20.00
SELECT c.name, o.amount FROM customer c LEFT JOIN orders o ON o.customer_id = c.id ORDER BY c.id, o.amount;
> ann | 10.00
> ann | 20.00
> bob | 5.00
> cyd | null
SELECT c.name, o.amount FROM orders o RIGHT JOIN customer c ON o.customer_id = c.id ORDER BY c.id, o.amount;
> ann | 10.00
> ann | 20.00
> bob | 5.00
> cyd | null
SELECT c.name, o.amount FROM customer c FULL JOIN orders o ON o.customer_id = c.id ORDER BY c.name, o.amount;
> ann | 10.00
> ann | 20.00
> bob | 5.00
> cyd | null
> null | 99.00
SELECT COUNT(*) FROM customer CROSS JOIN orders;
> 12
SELECT name, no FROM customer INNER JOIN orders ON id = customer_id WHERE amount > 6 ORDER BY name, no;
> ann | 1
> ann | 2
SELECT a.name, b.name FROM customer a JOIN customer b ON a.city = b.city AND a.id < b.id;
> ann | cyd
SELECT c.city, SUM(o.amount) FROM customer c JOIN orders o ON o.customer_id = c.id GROUP BY c.city ORDER BY c.city;
> Bonn | 5.00
> Ulm | 30.00
SELECT name FROM customer WHERE id IN (SELECT customer_id FROM orders) ORDER BY name;
> ann
> bob
SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM orders) ORDER BY name;
> cyd
SELECT name FROM customer c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.amount > 15);
> ann
SELECT name FROM customer c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id);
> cyd
SELECT name, (SELECT SUM(amount) FROM orders o WHERE o.customer_id = c.id) AS total FROM customer c ORDER BY name;
> ann | 30.00
> bob | 5.00
> cyd | null
SELECT name FROM customer WHERE id = (SELECT MIN(customer_id) FROM orders);
> ann
SELECT name FROM customer WHERE id = (SELECT customer_id FROM orders);
> error 21000 A subquery that stands for one value returned several rows.
SELECT city, n FROM (SELECT city, COUNT(*) AS n FROM customer GROUP BY city) t WHERE n > 1;
> Ulm | 2
WITH big AS (SELECT * FROM orders WHERE amount > 9) SELECT COUNT(*) FROM big;
> 3
SELECT id FROM customer UNION SELECT customer_id FROM orders ORDER BY 1;
> 1
> 2
> 3
> 9
SELECT id FROM customer UNION ALL SELECT customer_id FROM orders ORDER BY 1;
> 1
> 1
> 1
> 2
> 2
> 3
> 9
SELECT id FROM customer INTERSECT SELECT customer_id FROM orders ORDER BY 1;
> 1
> 2
SELECT id FROM customer EXCEPT SELECT customer_id FROM orders ORDER BY 1;
> 3
CREATE VIEW totals (customer, total) AS SELECT customer_id, SUM(amount) FROM orders GROUP BY customer_id;
> done
SELECT * FROM totals ORDER BY customer;
> 1 | 30.00
> 2 | 5.00
> 9 | 99.00
SELECT c.name, t.total FROM customer c JOIN totals t ON t.customer = c.id ORDER BY 1;
> ann | 30.00
> bob | 5.00
DROP VIEW totals;
> done
SELECT * FROM totals;
> error 42P01 There is no table "totals" (line 1, column 15).
EXPLAIN SELECT c.name, o.no FROM orders o JOIN customer c ON o.customer_id = c.id WHERE o.customer_id = 1;
> query, reads only
>   values [$3, $1]
>     for each row of the first, look up the second, inner
>       orders by primary key customer_id = 1
>       customer by primary key id = $3
> keys: found by a trial run on a snapshot
EXPLAIN SELECT name FROM customer c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id);
> query, reads only
>   values [$1]
>     for each row of the first, look up the second, inner
>       customer by primary key, whole table
>       group by {0} for []
>         values [true]
>           orders by primary key customer_id = $3
> keys: found by a trial run on a snapshot
UPDATE customer SET city = (SELECT MAX(name) FROM customer) WHERE id IN (SELECT customer_id FROM orders WHERE amount > 15);
> 1 rows
SELECT * FROM customer;
> 1 | ann | cyd
> 2 | bob | Bonn
> 3 | cyd | Ulm
DELETE FROM orders WHERE customer_id NOT IN (SELECT id FROM customer);
> 1 rows
SELECT COUNT(*) FROM orders;
> 3
