-- Texts as values of other types, CHAR, texts in dollars, AT TIME ZONE: as PostgreSQL 15 answers them.
SELECT left('hello', -2), right('hello', -2), left('hello', 0), right('hello', 0), left('hello',-9), right('hello',9);
> hel | llo |  |  |  | hello
SELECT x, nth_value(x,2) OVER (ORDER BY x), first_value(x) OVER (ORDER BY x), last_value(x) OVER (ORDER BY x), sum(x) OVER (ORDER BY x), count(*) OVER (ORDER BY x) FROM (VALUES (1),(2),(2),(3)) v(x) ORDER BY 1;
> 1 | null | 1 | 1 | 1 | 1
> 2 | 2 | 1 | 2 | 5 | 3
> 2 | 2 | 1 | 2 | 5 | 3
> 3 | 2 | 1 | 3 | 8 | 4
SELECT x, last_value(x) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), last_value(x) OVER () FROM (VALUES (1),(2),(3)) v(x) ORDER BY 1;
> 1 | 3 | 3
> 2 | 3 | 3
> 3 | 3 | 3
SELECT x, nth_value(x,2) OVER (PARTITION BY x % 2 ORDER BY x), nth_value(x, 5) OVER (), min(x) over (order by x desc), max(x) over (order by x) FROM (VALUES (1),(2),(3),(4),(5)) v(x) ORDER BY 1;
> 1 | null | 5 | 1 | 1
> 2 | null | 5 | 2 | 2
> 3 | 3 | 5 | 3 | 3
> 4 | 4 | 5 | 4 | 4
> 5 | 3 | 5 | 5 | 5
SELECT x, lag(x) OVER (ORDER BY x), lead(x, 2, -1) OVER (ORDER BY x), row_number() over (order by x), rank() over (order by x), dense_rank() over (order by x) FROM (VALUES (1),(2),(2),(3)) v(x) ORDER BY 1, 4;
> 1 | null | 2 | 1 | 1 | 1
> 2 | 1 | 3 | 2 | 2 | 2
> 2 | 2 | -1 | 3 | 2 | 2
> 3 | 2 | -1 | 4 | 4 | 3
SELECT 'abc'::char(5) || 'd', length('abc'::char(5)), 'abc'::char(5) = 'abc', 'abc  '::char(5) = 'abc'::char(5), 'ab'::char(5);
> abcd | 3 | true | true | ab   
SELECT 'abcdef'::char(3), cast('abc ' as varchar(3)), 'abcdef'::varchar(3);
> abc | abc | abc
SELECT 't'::boolean, 'f'::boolean, 'yes'::boolean, 'no'::boolean, 'on'::boolean, 'off'::boolean, '1'::boolean, '0'::boolean, 'tr'::boolean, 'fal'::boolean, ' true '::boolean, 'Y'::bool, 'of'::bool;
> true | false | true | false | true | false | true | false | true | false | true | true | false
SELECT 'o'::boolean;
> error 22P02 "o" is no BOOLEAN, for a cast.
SELECT 'maybe'::boolean;
> error 22P02 "maybe" is no BOOLEAN, for a cast.
SELECT 1::boolean, 0::boolean, true::int, false::int, true::text, false::text;
> true | false | 1 | 0 | true | false
SELECT b FROM (VALUES (true),(false)) v(b) WHERE b = 'on';
> true
SELECT '12abc'::int;
> error 22P02 "12abc" is no INTEGER, for a cast.
SELECT ''::int;
> error 22P02 "" is no INTEGER, for a cast.
SELECT ' 12 '::int, '1.5'::numeric, '1e3'::float8, '-7'::bigint;
> 12 | 1.5 | 1000.0 | -7
SELECT '1.5'::int;
> error 22P02 "1.5" is no INTEGER, for a cast.
SELECT '99999999999'::int;
> error 22003 "99999999999" is out of range for a cast of type INTEGER.
SELECT 99999999999::int;
> error 22003 Value 99999999999 out of range.
SELECT 'x'::numeric;
> error 22P02 "x" is no DECIMAL, for a cast.
SELECT 'x'::float8;
> error 22P02 "x" is no DOUBLE, for a cast.
SELECT '2024-02-30'::date;
> error 22008 "2024-02-30" is no DATE, for a cast: there is no such day or time.
SELECT '2024-13-01'::date;
> error 22008 "2024-13-01" is no DATE, for a cast: there is no such day or time.
SELECT 'abc'::date;
> error 22007 "abc" is no DATE, for a cast.
SELECT ''::date;
> error 22007 "" is no DATE, for a cast.
SELECT 'abc'::timestamp;
> error 22007 "abc" is no TIMESTAMP, for a cast.
SELECT '2024-01-01 25:00'::timestamp;
> error 22008 "2024-01-01 25:00" is no TIMESTAMP, for a cast: there is no such day or time.
SELECT 'abc'::time;
> error 22007 "abc" is no TIME, for a cast.
SELECT 'abc'::uuid;
> error 22P02 "abc" is no UUID, for a cast.
SELECT TIME '10:20', '10:20'::time, '10:20:30.5'::time, TIMESTAMP '2024-01-01 12:00', '2024-01-01 12:00'::timestamp, '2024-01-01'::timestamp, '2024-01-01T12:00:01'::timestamp, now()::date = current_date, extract(hour from time '10:20');
> 10:20 | 10:20 | 10:20:30.500 | 2024-01-01T12:00 | 2024-01-01T12:00 | 2024-01-01T00:00 | 2024-01-01T12:00:01 | true | 10
SELECT $$dollar$$, $tag$it's $$ here$tag$, $$$$;
> dollar | it's $$ here | 
SELECT $a$x$a$ || 'y' AS "q$1", 'a$b$c' AS a$b;
> xy | a$b$c
SELECT TIMESTAMP '2024-01-01 12:00' AT TIME ZONE 'UTC';
> 2024-01-01T12:00:00Z
SELECT TIMESTAMP '2024-07-01 12:00' AT TIME ZONE 'Europe/Berlin', TIMESTAMPTZ '2024-01-01 12:00+00' AT TIME ZONE 'America/New_York', TIMESTAMPTZ '2024-07-01 12:00+02' AT TIME ZONE 'UTC';
> 2024-07-01T10:00:00Z | 2024-01-01T07:00 | 2024-07-01T10:00
SELECT timezone('Europe/Berlin', TIMESTAMP '2024-07-01 12:00'), timezone('Europe/Berlin', TIMESTAMPTZ '2024-07-01 12:00+00');
> 2024-07-01T10:00:00Z | 2024-07-01T14:00
SELECT TIMESTAMP '2024-01-01 12:00' AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo';
> 2024-01-01T21:00
SELECT TIMESTAMP '2024-01-01 12:00' AT TIME ZONE 'Nowhere/Land';
> error 22023 There is no time zone "Nowhere/Land".
SELECT TIMESTAMP '2024-01-01 12:00' AT TIME ZONE '+02', TIMESTAMP '2024-01-01 12:00' AT TIME ZONE 'EST', (TIMESTAMP '2024-03-31 02:30' AT TIME ZONE 'Europe/Berlin');
> 2024-01-01T14:00:00Z | 2024-01-01T17:00:00Z | 2024-03-31T01:30:00Z
SELECT (TIMESTAMPTZ '2024-01-01 23:00+00' AT TIME ZONE 'Europe/Berlin')::date, date_trunc('day', TIMESTAMPTZ '2024-01-01 23:30+00' AT TIME ZONE 'Europe/Berlin');
> 2024-01-02 | 2024-01-02T00:00
SELECT x AT TIME ZONE 'UTC' FROM (VALUES (TIMESTAMP '2024-01-01 12:00:00')) v(x) WHERE x AT TIME ZONE 'UTC' > TIMESTAMPTZ '2023-01-01 00:00+00';
> 2024-01-01T12:00:00Z
SELECT date '2024-01-01' AT TIME ZONE 'UTC';
> 2024-01-01T00:00
CREATE TABLE k6 (id INT PRIMARY KEY, k CHAR(3), i BOOLEAN, n NUMERIC);
> done
INSERT INTO k6 VALUES (1, 'ab ', true, 1.5), (2, 'abc', false, 2);
> 2 rows
SELECT id FROM k6 WHERE k = 'ab ';
> 1
SELECT id FROM k6 t WHERE 'ab  ' = t.k AND i = 'on';
> 1
SELECT id FROM k6 WHERE k = 'abc  ' AND i = 'f' ORDER BY id;
> 2
SELECT id, n FROM k6 WHERE n = '1.50';
> 1 | 1.5
SELECT id, k || 'x', length(k) FROM k6 ORDER BY id;
> 1 | abx | 2
> 2 | abcx | 3
SELECT id FROM k6 WHERE id = '1';
> 1
SELECT id FROM k6 WHERE id = 'x';
> error 22P02 "x" is no INTEGER, for a cast.
SELECT id FROM k6 WHERE id IN ('1', '2') ORDER BY id;
> 1
> 2
SELECT date_bin('15 minutes', TIMESTAMP '2020-02-11 15:44:17', TIMESTAMP '2001-01-01'), date_bin(INTERVAL '5 minutes', TIMESTAMP '2020-02-11 15:44:17', TIMESTAMP '2001-01-01');
> 2020-02-11T15:30 | 2020-02-11T15:40
SELECT data, 1 | 2 FROM (VALUES ('{"a":1}'::jsonb)) v(data) WHERE data ->> 'a' = '1' AND data ? 'a';
> {"a": 1} | 3
SELECT 1 | 2 + 3, (1 | 2) + 3, -1 & 255, 5 & ~1, 1 << 2 + 1, 'a' || 'b' LIKE 'ab', CASE WHEN 6 # 3 = 5 THEN 'x' ELSE 'y' END, ARRAY[1 | 2, 3 & 1], abs(-5 | 3), 2 ^ 2 * 3, count(*) & 1 FROM (VALUES (1)) v(x);
> 5 | 6 | 255 | 4 | 8 | true | x | [3, 1] | 5 | 12.0 | 1
SELECT x | 4 AS y, x FROM (VALUES (1),(2)) v(x) WHERE (x & 1) = 1 ORDER BY x | 8, x # 1 DESC;
> 5 | 1
SELECT x FROM (VALUES ('abc'),('b')) v(x) WHERE x NOT LIKE ALL (ARRAY['a%']) AND NOT x ILIKE ANY (ARRAY['C%']);
> b
