-- (a, b) IN (SELECT ...) as a value: in rows of INSERT, what MERGE and UPDATE set, RETURNING, GROUP BY, VALUES.
CREATE TABLE m1 (id integer PRIMARY KEY, k integer, o boolean);

CREATE TABLE m2 (id integer PRIMARY KEY, s text);

INSERT INTO m2 VALUES (2, NULL), (3, 'x');

INSERT INTO m1 VALUES (3, 3, NULL);

MERGE INTO m1 USING m2 AS a1 ON m1.id = a1.id WHEN NOT MATCHED THEN INSERT (id, k, o) VALUES (a1.id + 100, 0, ((1, '') IN (SELECT 0, a2.s FROM m2 AS a2))) WHEN MATCHED THEN UPDATE SET o = ((0, 'x') IN (SELECT 0, a2.s FROM m2 AS a2));

SELECT * FROM m1 ORDER BY id;
> 3|3|t
> 102|0|f

MERGE INTO m1 USING m2 AS a1 ON m1.id = a1.id WHEN MATCHED AND ((1, '') IN (SELECT 0, a2.s FROM m2 AS a2)) IS NULL THEN UPDATE SET k = 77 WHEN MATCHED THEN UPDATE SET k = 78;

SELECT * FROM m1 ORDER BY id;
> 3|78|t
> 102|0|f

INSERT INTO m1 VALUES (5, 5, (1, '') IN (SELECT 0, s FROM m2)), (6, 6, (0, '') IN (SELECT 0, s FROM m2)), (7, 7, (0, 'x') IN (SELECT 0, s FROM m2));

UPDATE m1 SET o = (2, '') IN (SELECT 0, s FROM m2) WHERE id = 6 RETURNING id, o, (0, '') IN (SELECT 0, s FROM m2);
> 6|f|∅

SELECT (1, m2.s) IN (SELECT k, 'q' FROM m1) AS g, count(*) FROM m2 GROUP BY (1, m2.s) IN (SELECT k, 'q' FROM m1) ORDER BY 2, 1;
> f|2

SELECT * FROM (VALUES ((1, '') IN (SELECT 0, s FROM m2), 1)) AS v ORDER BY 2;
> f|1

SELECT id FROM m1 WHERE (id, 'x') IN (SELECT id, s FROM m2) ORDER BY 1;
> 3

SELECT id FROM m1 WHERE NOT (id, 'x') IN (SELECT id, s FROM m2) ORDER BY 1;
> 5
> 6
> 7
> 102

SELECT id FROM m1 WHERE ((id, 'x') IN (SELECT id, s FROM m2)) = false ORDER BY 1;
> 5
> 6
> 7
> 102

SELECT id FROM m1 WHERE id > 0 AND (id, 'x') IN (SELECT id, s FROM m2) AND (k, 1) IN (SELECT 78, 1) ORDER BY 1;
> 3

SELECT CASE WHEN (1, '') IN (SELECT 0, s FROM m2) THEN 'a' WHEN NOT (1, '') IN (SELECT 0, s FROM m2) THEN 'b' ELSE 'c' END;
> b

SELECT count(*) FILTER (WHERE ((1, '') IN (SELECT 0, m2.s)) IS NOT NULL), max(CASE WHEN (1, m2.s) IN (SELECT k, 'q' FROM m1) THEN 1 ELSE 0 END) FROM m2;
> 2|0

SELECT m1.id, m2.id FROM m1 LEFT JOIN m2 ON (m1.id, 'x') IN (SELECT x.id, x.s FROM m2 x) AND m2.id = m1.id ORDER BY 1;
> 3|3
> 5|∅
> 6|∅
> 7|∅
> 102|∅

SELECT id FROM m1 ORDER BY (id, 'x') IN (SELECT id, s FROM m2), id;
> 5
> 6
> 7
> 102
> 3

DELETE FROM m1 WHERE ((id, 'x') IN (SELECT id, s FROM m2)) IS NOT FALSE RETURNING id;
> 3
