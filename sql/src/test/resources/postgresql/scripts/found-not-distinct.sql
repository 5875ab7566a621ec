-- IS NOT DISTINCT FROM of numbers that are written in several ways.
CREATE TABLE nums (id integer PRIMARY KEY, n numeric(10, 2));
INSERT INTO nums VALUES (2, 0.00), (3, 1.00);
CREATE TABLE ints (id integer PRIMARY KEY, b bigint, o boolean);
INSERT INTO ints VALUES (2, NULL, false), (3, 1, true), (4, 0, true), (5, NULL, NULL);
SELECT a1.id FROM nums a1 WHERE (a1.n / 2) IS NOT DISTINCT FROM a1.n;
> 2
SELECT a1.id, (a1.n / 2) IS NOT DISTINCT FROM a1.n, (a1.n / 2) IS DISTINCT FROM a1.n, a1.n * 1.0 IS NOT DISTINCT FROM a1.n, a1.n / 2 = a1.n FROM nums a1 ORDER BY 1;
> 2|t|f|t|t
> 3|f|t|t|f
SELECT ints.id FROM ints, nums a1 WHERE a1.id = ints.id AND (a1.n / 2) IS NOT DISTINCT FROM a1.n;
> 2
SELECT ints.id FROM ints JOIN nums a1 ON a1.id = ints.id AND (a1.n / 2) IS NOT DISTINCT FROM a1.n;
> 2
SELECT ints.id FROM ints JOIN nums a1 ON (a1.n * 1.000) IS NOT DISTINCT FROM ints.b - 1.0 ORDER BY 1;
> 3
SELECT ints.id FROM ints LEFT JOIN nums a1 ON (a1.n * 1.000) IS DISTINCT FROM ints.b - 1.0 AND a1.id = ints.id WHERE a1.id IS NULL ORDER BY 1;
> 4
> 5
DELETE FROM ints USING nums AS a1 WHERE a1.id = ints.id AND ((a1.n / 2) IS NOT DISTINCT FROM a1.n) RETURNING ints.id;
> 2
UPDATE ints SET b = 5 FROM nums AS a1 WHERE a1.id = ints.id AND (a1.n * 1.0000) IS NOT DISTINCT FROM a1.n RETURNING ints.id;
> 3
DELETE FROM nums WHERE n * 1.000 IS NOT DISTINCT FROM n RETURNING id;
> 2
> 3
SELECT (VALUES (1.50)) IS NOT DISTINCT FROM 1.5, 1.50::float8 IS NOT DISTINCT FROM 1.5, 'a'::char(3) IS NOT DISTINCT FROM 'a  '::char(4), ROW(1.50, 1) IS NOT DISTINCT FROM ROW(1.5, 1), ARRAY[1.50] IS NOT DISTINCT FROM ARRAY[1.5], 'NaN'::float8 IS NOT DISTINCT FROM 'NaN'::float8, 0::float8 IS NOT DISTINCT FROM -0::float8, '1.0'::jsonb IS NOT DISTINCT FROM '1.00'::jsonb, INTERVAL '1' DAY IS NOT DISTINCT FROM INTERVAL '24' HOUR;
> t|t|t|t|t|t|t|t|t
SELECT count(*) FROM (VALUES (1.50, 1.5), (2.0, 2), (1, 2)) v(a, b) WHERE a IS NOT DISTINCT FROM b;
> 2
