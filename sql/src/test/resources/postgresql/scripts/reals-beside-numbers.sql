-- A REAL beside exact numbers is compared as a double; times of timestamps are rounded.
CREATE TABLE r (id int PRIMARY KEY, r real, d float8, n numeric, i int, b bigint, s smallint);
INSERT INTO r VALUES (1, 1.1, 1.1, 1.1, 1, 1, 1), (2, 0.5, 0.5, 0.5, 2, 2, 2), (3, 16777217, 16777217, 16777217, 16777217, 16777217, 3);
SELECT id FROM r WHERE r = 1.1 ORDER BY id;
SELECT id FROM r WHERE r = n ORDER BY id;
> 2
SELECT id FROM r WHERE r = d ORDER BY id;
> 2
SELECT id FROM r WHERE d = n ORDER BY id;
> 1
> 2
> 3
SELECT id FROM r WHERE r = i ORDER BY id;
SELECT id FROM r WHERE r > 1.1 ORDER BY id;
> 1
> 3
SELECT id FROM r WHERE r IN (1.1, 0.5) ORDER BY id;
> 1
> 2
SELECT id FROM r WHERE r = '1.1' ORDER BY id;
> 1
SELECT id FROM r WHERE r BETWEEN 1.1 AND 2 ORDER BY id;
> 1
SELECT id FROM r WHERE r = 1.1::real ORDER BY id;
> 1
SELECT id FROM r WHERE d = 1.1 ORDER BY id;
> 1
SELECT a.id, b.id FROM r a JOIN r b ON a.r = b.n ORDER BY 1, 2;
> 2|2
SELECT a.id, b.id FROM r a JOIN r b ON a.r = b.i ORDER BY 1, 2;
SELECT id, (r * 2)::text, (r + r)::text, (r + 1)::text, (r + 1.5)::text, (r * n)::text, (r / s)::text, (d + r)::text FROM r ORDER BY id;
> 1|2.200000047683716|2.2|2.100000023841858|2.600000023841858|1.2100000262260437|1.100000023841858|2.200000023841858
> 2|1|1|1.5|2|0.25|0.25|1
> 3|33554432|3.3554432e+07|16777217|16777217.5|281474993487872|5592405.333333333|33554433
SELECT pg_typeof(r + 1), pg_typeof(r + r), pg_typeof(r + n), pg_typeof(r + d), pg_typeof(r + s), pg_typeof(r * 1.5), pg_typeof(-r), pg_typeof(sum(r)), pg_typeof(avg(r)) FROM r GROUP BY r LIMIT 1;
> ERROR 42803
SELECT CASE WHEN r = ANY (ARRAY[1.1, 2.5]) THEN 1 END FROM r ORDER BY id;
> ∅
> ∅
> ∅
SELECT id FROM r WHERE r::text = '1.1';
> 1
SELECT id, r::numeric::text, r::float8::text, d::real::text, n::real::text, r::int::text FROM r ORDER BY id;
> 1|1.1|1.100000023841858|1.1|1.1|1
> 2|0.5|0.5|0.5|0.5|0
> 3|16777200|16777216|1.6777216e+07|1.6777216e+07|16777216
SELECT n + 1.10, n * 1.0, n / 3, n % 1, round(n, 1), trunc(n), n::int FROM r ORDER BY id;
> 2.20|1.10|0.36666666666666666667|0.1|1.1|1|1
> 1.60|0.50|0.16666666666666666667|0.5|0.5|0|1
> 16777218.10|16777217.0|5592405.666666666667|0|16777217.0|16777217|16777217
SELECT s + 32767::smallint FROM r;
> ERROR 22003
SELECT (s * 32767)::text, s / 2, s % 2, -s, abs(s), i / 2, -i / 2, (-7) % 3, 7 / (-2), b / 2.0 FROM r ORDER BY id;
> 32767|0|1|-1|1|0|0|-1|-3|0.50000000000000000000
> 65534|1|0|-2|2|1|-1|-1|-3|1.00000000000000000000
> 98301|1|1|-3|3|8388608|-8388608|-1|-3|8388608.500000000000
SELECT pg_typeof(s + s), pg_typeof(s + i), pg_typeof(i + b), pg_typeof(i / n), pg_typeof(sum(s)), pg_typeof(sum(i)), pg_typeof(sum(b)), pg_typeof(avg(i)), pg_typeof(count(*)) FROM r GROUP BY s, i, b, n LIMIT 1;
> smallint|integer|bigint|numeric|bigint|bigint|numeric|numeric|bigint
CREATE TABLE tm (id int PRIMARY KEY, t time, t3 time(3), ts timestamp, z timestamptz, d date);
INSERT INTO tm VALUES (1, '10:20:30.123456', '10:20:30.1239', '2024-01-31 10:20:30.123456', '2024-01-31 10:20:30.123456+02', '2024-01-31');
SELECT t3, t3 + INTERVAL '1 hour', t3::text, extract(seconds FROM t3), extract(milliseconds FROM t3), d + t3, ts::time(0), z::time(0) FROM tm;
> 10:20:30.124|11:20:30.124|10:20:30.124|30.124000|30124.000|2024-01-31 10:20:30.124|10:20:30|08:20:30
SELECT ts - t3, ts::date, z::date, z AT TIME ZONE 'Europe/Paris', ts AT TIME ZONE 'Europe/Paris', date_trunc('hour', z), d - DATE '2024-01-01', d + 1, ts + t3::interval FROM tm;
> 2024-01-30 23:59:59.999456|2024-01-31|2024-01-31|2024-01-31 09:20:30.123456|2024-01-31 09:20:30.123456+00|2024-01-31 08:00:00+00|30|2024-02-01|2024-01-31 20:41:00.247456
