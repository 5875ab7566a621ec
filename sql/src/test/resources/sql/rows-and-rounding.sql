-- Comparisons of rows, rounding, and timestamps as texts: the answers are PostgreSQL's.
CREATE TABLE r (id INT PRIMARY KEY, a INT, b INT, t TEXT);
> done
INSERT INTO r VALUES (1,1,1,'x'),(2,1,2,NULL),(3,1,NULL,'y'),(4,NULL,5,'z'),(5,2,0,'a');
> 5 rows
SELECT id FROM r WHERE (a, b) > (1, 1) ORDER BY id;
> 2
> 5
SELECT id FROM r WHERE (a, b) >= (1, 1) ORDER BY id;
> 1
> 2
> 5
SELECT id FROM r WHERE (a, b) < (1, 2) ORDER BY id;
> 1
SELECT id FROM r WHERE (a, b) <= (1, 2) ORDER BY id;
> 1
> 2
SELECT id FROM r WHERE (a, b) = (1, 2) ORDER BY id;
> 2
SELECT id FROM r WHERE (a, b) <> (1, 2) ORDER BY id;
> 1
> 4
> 5
SELECT id FROM r WHERE NOT ((a, b) > (1, 1)) ORDER BY id;
> 1
SELECT id, (a, b) > (1, 1), (a, b) = (1, 2), (a, b) <> (1, 2), (a, b) <= (1, 1) FROM r ORDER BY id;
> 1 | false | false | true | true
> 2 | true | true | false | false
> 3 | null | null | null | null
> 4 | null | false | true | null
> 5 | true | false | true | false
SELECT id FROM r WHERE (a, b, t) > (1, 1, 'w') ORDER BY id;
> 1
> 2
> 5
SELECT id FROM r WHERE (a, b) IN ((1, 2), (2, 0)) ORDER BY id;
> 2
> 5
SELECT id FROM r WHERE (a, b) NOT IN ((1, 2), (2, 0)) ORDER BY id;
> 1
> 4
SELECT id FROM r WHERE (a, b) IN (SELECT 1, 2) ORDER BY id;
> 2
SELECT id FROM r WHERE (id, 1) > (3, 0) ORDER BY id;
> 3
> 4
> 5
SELECT id FROM r WHERE (id) > (3) ORDER BY id;
> 4
> 5
DROP TABLE r;
> done
CREATE TABLE r (id INT PRIMARY KEY, c NUMERIC(8,3), f DOUBLE PRECISION, n NUMERIC, ts TIMESTAMP, x REAL);
> done
INSERT INTO r VALUES (1,1.125,3.5,2.555,'1999-12-31 12:34:56.789',2.5),(2,-1.125,-2.5,NULL,'2024-01-31 23:30:00',-3.5),(3,NULL,NULL,7,NULL,NULL);
> 3 rows
SELECT round(c,1), round(c,2), round(c), round(c,5), round(c,-1), trunc(c,1), trunc(c), trunc(c,2) FROM r ORDER BY id;
> 1.1 | 1.13 | 1 | 1.12500 | 0 | 1.1 | 1 | 1.12
> -1.1 | -1.13 | -1 | -1.12500 | 0 | -1.1 | -1 | -1.12
> null | null | null | null | null | null | null | null
SELECT round(f), trunc(f), f::int, f::bigint, f::smallint, x::int FROM r ORDER BY id;
> 4.0 | 3.0 | 4 | 4 | 4 | 2
> -2.0 | -2.0 | -2 | -2 | -2 | -4
> null | null | null | null | null | null
SELECT round(n,1), round(n), trunc(n,2), round(n*2,1) FROM r ORDER BY id;
> 2.6 | 3 | 2.55 | 5.1
> null | null | null | null
> 7.0 | 7 | 7.00 | 14.0
SELECT round(7), round(7,1), trunc(7.9), round(avg(c),2), round(sum(c)/3,2) FROM r;
> 7 | 7.0 | 7 | 0.00 | 0.00
SELECT ts::text, cast(ts AS varchar), 'at ' || ts FROM r ORDER BY id;
> 1999-12-31 12:34:56.789 | 1999-12-31 12:34:56.789 | at 1999-12-31 12:34:56.789
> 2024-01-31 23:30:00 | 2024-01-31 23:30:00 | at 2024-01-31 23:30:00
> null | null | null
SELECT round(c, id) FROM r ORDER BY id;
> 1.1
> -1.13
> null
SELECT id FROM r WHERE round(c,1) = 1.1;
> 1
SELECT round(1.5), round(2.5), round(-0.5), trunc(-1.7), round(0.045,2);
> 2 | 3 | -1 | -1 | 0.05
SELECT count(*) FROM r WHERE f::int = 4;
> 1
UPDATE r SET c = round(n, 2) WHERE id = 1;
> 1 rows
SELECT c FROM r WHERE id = 1;
> 2.560
DROP TABLE r;
> done
