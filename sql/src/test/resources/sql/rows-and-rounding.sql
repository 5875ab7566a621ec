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
-- The default of LAG, beside values that are null.
CREATE TABLE w (id INT PRIMARY KEY, a INT, b BIGINT, s TEXT, g BOOLEAN);
> done
INSERT INTO w VALUES (1,10,1,'x',true),(2,NULL,2,NULL,false),(3,30,NULL,'z',true);
> 3 rows
SELECT id, lag(a) OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | null
> 2 | 10
> 3 | null
SELECT id, lag(a, 1, 0) OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | 0
> 2 | 10
> 3 | null
SELECT id, lag(a, 2, -1) OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | -1
> 2 | -1
> 3 | 10
SELECT id, lead(b, 1, 0) OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | 2
> 2 | null
> 3 | 0
SELECT id, lead(s, 1, 'none') OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | null
> 2 | z
> 3 | none
SELECT id, lead(a, 1, id) OVER (ORDER BY id) FROM w ORDER BY id;
> 1 | null
> 2 | 30
> 3 | 3
DROP TABLE w;
> done
-- An index serves a comparison of rows.
CREATE TABLE page (id INT PRIMARY KEY, at INT, name TEXT);
> done
CREATE INDEX page_at ON page (at, id);
> done
EXPLAIN SELECT id FROM page WHERE (at, id) > (3, 4) ORDER BY at, id LIMIT 10;
> query, reads only
>   values [$0]
>     limit
>       page by index page_at at >= 3; filter OR(>(at, 3), AND(=(at, 3), >(id, 4)))
> keys: found by a trial run on a snapshot
@ 3, 4
EXPLAIN SELECT id FROM page WHERE (id, at) > (?, ?);
> query, reads only
>   page by primary key id >= ?0; filter OR(>(id, ?0), AND(=(id, ?0), >(at, ?1)))
> keys: known from the arguments
