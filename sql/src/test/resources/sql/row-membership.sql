-- (a, b) NOT IN (SELECT …) where some are NULL.
CREATE TABLE m (id INT PRIMARY KEY, a INT, b INT);
> done
INSERT INTO m VALUES (1, 1, 1), (2, 2, NULL), (3, NULL, 3), (4, 4, 4);
> 4 rows
SELECT id FROM m WHERE (7, 1) NOT IN (SELECT a, b FROM m WHERE a IS NOT NULL);
> 1
> 2
> 3
> 4
SELECT id FROM m WHERE (a, b) NOT IN (SELECT a, b FROM m WHERE id IN (1, 2)) ORDER BY id;
> 4
SELECT id FROM m WHERE (a, b) NOT IN (SELECT a, b FROM m WHERE id = 3);
> 1
> 4
SELECT id FROM m WHERE NOT ((a, b) IN (SELECT 1, 1)) ORDER BY id;
> 2
> 3
> 4
SELECT id FROM m WHERE (a, b) NOT IN (SELECT a, b FROM m WHERE id > 9) ORDER BY id;
> 1
> 2
> 3
> 4
SELECT id, (a, b) NOT IN (SELECT a, b FROM m o WHERE o.id = 2) AS x FROM m ORDER BY id;
> 1 | true
> 2 | null
> 3 | null
> 4 | true
SELECT id, (a, b) NOT IN (SELECT a, b FROM m o WHERE o.id <> m.id) AS x FROM m ORDER BY id;
> 1 | true
> 2 | null
> 3 | null
> 4 | true
@ 1, 1, 4
SELECT id FROM m WHERE (a, ?) NOT IN (SELECT ?, b FROM m WHERE id < ?) ORDER BY id;
> 2
> 4

SELECT id, (a, b) IN (SELECT a, b FROM m o WHERE o.id <= 2) AS x FROM m ORDER BY id;
> 1 | true
> 2 | null
> 3 | null
> 4 | false
SELECT id, CASE WHEN (a, b) IN (SELECT a, b FROM m o WHERE o.id = 1) THEN 'in' ELSE 'out' END AS x FROM m ORDER BY id;
> 1 | in
> 2 | out
> 3 | out
> 4 | out
SELECT COUNT(*), (1, 2) IN (SELECT a, b FROM m) AS x FROM m;
> 4 | false
SELECT id FROM m WHERE (a, b) IN (SELECT a, b FROM m o WHERE o.id <= 2);
> 1
SELECT id, (SELECT (o.a, 1) IN (SELECT a, b FROM m)) AS x FROM m o ORDER BY id;
> 1 | true
> 2 | null
> 3 | null
> 4 | false
