-- Sets that are ordered may have several columns of one name.
CREATE TABLE sets3 (id integer PRIMARY KEY, k integer, a integer[], d date, j jsonb);

INSERT INTO sets3 VALUES (1, 2, ARRAY[1], DATE '2020-01-01', '{}'), (2, NULL, NULL, NULL, NULL);

SELECT y.k, y.k FROM sets3 y UNION ALL SELECT 1, 1 FROM sets3 AS a2 ORDER BY 1, 2 DESC;
> 1|1
> 1|1
> 2|2
> ∅|∅

SELECT y.k, NULL, y.k FROM sets3 y EXCEPT SELECT 1, NULL, 1 FROM sets3 AS a2 ORDER BY 1, 2, 3 DESC;
> 2|∅|2
> ∅|∅|∅

SELECT y.k, y.id, y.k FROM sets3 y INTERSECT SELECT 2, 1, 2 ORDER BY id;
> 2|1|2

(SELECT y.k, y.k FROM sets3 y) UNION (SELECT y.k, y.k FROM sets3 y ORDER BY 1 LIMIT 1) ORDER BY 2 LIMIT 1;
> 2|2

SELECT * FROM (SELECT y.k, y.k FROM sets3 y UNION ALL SELECT 1, 1 ORDER BY 1, 2) AS d (p, q) ORDER BY 1;
> 1|1
> 2|2
> ∅|∅

WITH w AS (SELECT id FROM sets3) SELECT id, id FROM w UNION SELECT 5, 6 FROM w ORDER BY 2 DESC;
> 5|6
> 2|2
> 1|1

SELECT max(k), max(id) FROM sets3 UNION SELECT 4, 5 ORDER BY 2, 1;
> 2|2
> 4|5

VALUES (1, 2), (0, 4) UNION ALL SELECT 5, 6 ORDER BY 1;
> 0|4
> 1|2
> 5|6

SELECT k, id AS k FROM sets3 UNION ALL SELECT k, id FROM sets3 ORDER BY 1, 2 OFFSET 1;
> 2|1
> ∅|2
> ∅|2
