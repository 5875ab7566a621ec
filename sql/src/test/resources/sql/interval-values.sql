-- Intervals as values: of times, of columns, in arithmetic.
CREATE TABLE ev (id INT PRIMARY KEY, at TIMESTAMP, z TIMESTAMP WITH TIME ZONE, d DATE, t TIME);
> done
INSERT INTO ev VALUES (1, TIMESTAMP '2026-01-31 20:00:00', TIMESTAMPTZ '2026-01-31 20:00:00+00', DATE '2026-01-31', TIME '10:30:00'), (2, TIMESTAMP '2026-03-01 00:00:00.5', TIMESTAMPTZ '2026-03-01 02:00:00+02', DATE '2024-02-29', TIME '23:59:59'), (3, NULL, NULL, NULL, NULL);
> 3 rows
SELECT at - TIMESTAMP '2025-12-30 22:00:00', z - TIMESTAMPTZ '2026-02-01 00:00:00+00', t - TIME '12:00:00', d + t, t + d, at - d, d - at FROM ev ORDER BY id;
> 31 days 22:00:00 | -04:00:00 | -01:30:00 | 2026-01-31T10:30 | 2026-01-31T10:30 | 20:00:00 | -20:00:00
> 60 days 02:00:00.5 | 28 days | 11:59:59 | 2024-02-29T23:59:59 | 2024-02-29T23:59:59 | 731 days 00:00:00.5 | -731 days -00:00:00.5
> null | null | null | null | null | null | null
SELECT AGE(at, TIMESTAMP '2025-02-28 21:00:00'), AGE(d, DATE '2026-03-01'), AGE(z, TIMESTAMPTZ '2026-01-01 00:00:00+00') FROM ev ORDER BY id;
> 11 mons 2 days 23:00:00 | -1 mons -1 days | 30 days 20:00:00
> 1 year 03:00:00.5 | -2 years -1 days | 2 mons
> null | null | null
SELECT INTERVAL '1 year 2 months', INTERVAL '1 day 02:30', INTERVAL '-1 day 02:30', INTERVAL '1.5 months', INTERVAL '90', INTERVAL '1' DAY, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '10:20' MINUTE TO SECOND, INTERVAL '1 day 25:00' DAY, INTERVAL '3 04:05:06.789' DAY TO SECOND(3), INTERVAL 'P1Y2M3DT4H5M6.7S', INTERVAL '1 week ago', INTERVAL '0';
> 1 year 2 mons | 1 day 02:30:00 | -1 days +02:30:00 | 1 mon 15 days | 00:01:30 | 1 day | 1 year 2 mons | 00:10:20 | 1 day | 3 days 04:05:06.789 | 1 year 2 mons 3 days 04:05:06.7 | -7 days | 00:00:00
SELECT '1 day'::interval, CAST('2 hours' AS INTERVAL), '90 min'::interval::text, CAST(INTERVAL '1 mon' AS VARCHAR), CAST('1 day 12:34:56' AS INTERVAL HOUR), '1 day'::interval day to second, INTERVAL '26 hours'::time, TIME '10:00:00'::interval;
> 1 day | 02:00:00 | 01:30:00 | 1 mon | 1 day 12:00:00 | 1 day | 02:00 | 10:00:00
SELECT INTERVAL '1 mon' + INTERVAL '1 day', INTERVAL '1 day' - INTERVAL '1 hour', INTERVAL '1 mon 1 day' * 2, 1.5 * INTERVAL '1 mon', INTERVAL '1 mon 10 days' / 3, -INTERVAL '1 day 2 hours', INTERVAL '1 day' * 0.1;
> 1 mon 1 day | 1 day -01:00:00 | 2 mons 2 days | 1 mon 15 days | 13 days 08:00:00 | -1 days -02:00:00 | 02:24:00
SELECT EXTRACT(EPOCH FROM at - d), EXTRACT(DAY FROM at - d), EXTRACT(SECOND FROM INTERVAL '61.5 s'), DATE_PART('hour', at - d), EXTRACT(MILLISECONDS FROM INTERVAL '61.5 s'), EXTRACT(MONTH FROM INTERVAL '14 months') FROM ev WHERE id = 2;
> 63158400.500000 | 731 | 1.500000 | 0.0 | 1500.000 | 2
SELECT SUM(at - d), AVG(at - d), MIN(at - d), MAX(at - d), COUNT(at - d) FROM ev;
> 731 days 20:00:00.5 | 365 days 22:00:00.25 | 20:00:00 | 731 days 00:00:00.5 | 2
SELECT id, SUM(at - d) OVER (ORDER BY id), AVG(at - d) OVER () FROM ev;
> 1 | 20:00:00 | 365 days 22:00:00.25
> 2 | 731 days 20:00:00.5 | 365 days 22:00:00.25
> 3 | 731 days 20:00:00.5 | 365 days 22:00:00.25
SELECT DISTINCT x FROM (VALUES (INTERVAL '1 day'), (INTERVAL '24 hours'), (INTERVAL '2 hours'), (NULL)) AS v(x) ORDER BY x DESC;
> null
> 1 day
> 02:00:00
SELECT x, COUNT(*) FROM (VALUES (INTERVAL '1 day'), (INTERVAL '24 hours'), (INTERVAL '2 hours'), (NULL)) AS v(x) GROUP BY x ORDER BY x NULLS FIRST;
> null | 1
> 02:00:00 | 1
> 1 day | 2
SELECT INTERVAL '1 day' = '24 hours', INTERVAL '1 day' < INTERVAL '1 mon', INTERVAL '1 mon' BETWEEN '29 days' AND '31 days', INTERVAL '2 days' IN (INTERVAL '48 hours', INTERVAL '1 hour'), INTERVAL '1 day' IS DISTINCT FROM INTERVAL '1 day', INTERVAL '1 day' <> '1 day';
> true | true | true | true | false | false
SELECT make_interval(1, 2, 3, 4, 5, 6, 7.5), make_interval(days => 10, secs => 1.5), make_interval(), justify_hours(INTERVAL '27 hours'), justify_days(INTERVAL '35 days'), justify_interval(INTERVAL '1 mon -1 hour'), date_trunc('hour', INTERVAL '1 day 02:30:40');
> 1 year 2 mons 25 days 05:06:07.5 | 10 days 00:00:01.5 | 00:00:00 | 1 day 03:00:00 | 1 mon 5 days | 29 days 23:00:00 | 1 day 02:00:00
SELECT DATE '2026-03-05' + INTERVAL '2 hours', INTERVAL '1 mon' + DATE '2026-01-31', DATE '2026-03-05' - INTERVAL '1 day', TIME '23:00:00' + INTERVAL '2 hours', TIME '01:00:00' - INTERVAL '2 hours', TIMESTAMP '2026-01-01 00:00:00' + TIME '02:00:00', TIMESTAMP '2026-01-01 00:00:00' - TIME '02:00:00';
> 2026-03-05T02:00 | 2026-02-28T00:00 | 2026-03-04T00:00 | 01:00 | 23:00 | 2026-01-01T02:00 | 2025-12-31T22:00
SELECT TIMESTAMP '2026-01-02 00:00:00' - '2026-01-01', TIMESTAMP '2026-01-02 00:00:00' + '1 day';
> 1 day | 2026-01-03T00:00
SELECT GREATEST(INTERVAL '1 day', INTERVAL '2 hours', NULL), LEAST(INTERVAL '1 day', '2 hours');
> 1 day | 02:00:00
SELECT COALESCE(at - d, INTERVAL '0'), CASE WHEN id = 1 THEN at - d ELSE '1 hour' END, NULLIF(at - at, INTERVAL '0')FROM ev ORDER BY id;
> 20:00:00 | 20:00:00 | null
> 731 days 00:00:00.5 | 01:00:00 | null
> 00:00:00 | 01:00:00 | null
SELECT INTERVAL '1 day' + 1;
> error 42804 Cannot apply '+' to arguments of type '<INTERVAL> + <INTEGER>'. Supported form(s): '<NUMERIC> + <NUMERIC>' (line 1, column 8).
SELECT INTERVAL '1 day' > 1;
> error 42883 There is no compare whose operand 2 is of type INTEGER.
SELECT INTERVAL '1 banana';
> error 22007 "1 banana" is no INTERVAL, for a cast.
SELECT INTERVAL '1000000000 years';
> error 22008 The interval "1000000000 years" is out of range.
SELECT INTERVAL '170000000 years' * 2;
> error 22008 The interval 170000000 years * 2 is out of range.
SELECT INTERVAL '1 day' / 0;
> error 22012 Division by zero.
SELECT '1 day 1 day'::interval;
> error 22007 "1 day 1 day" is no INTERVAL, for a cast.
SELECT EXTRACT(WEEK FROM INTERVAL '1 day');
> error 0A000 The part "week" of an interval is not supported.
SELECT TIMESTAMP '2026-01-02 00:00:00' + TIMESTAMP '2026-01-02 00:00:00';
> error 42804 Cannot apply '+' to arguments of type '<TIMESTAMP(0)> + <TIMESTAMP(0)>'. Supported form(s): '<NUMERIC> + <NUMERIC>' (line 1, column 8).
@ '1 day'
SELECT id FROM ev WHERE at - d > ? ORDER BY id;
> 2
@ '1 day', '1 day'
SELECT at + ?, at - ? FROM ev WHERE id = 1;
> 2026-02-01T20:00 | 2026-01-30T20:00
@ 1.5, 4
SELECT INTERVAL '1 hour' * ?, ? * INTERVAL '1 hour';
> 01:30:00 | 04:00:00
@ 3, 4
SELECT INTERVAL '1 hour' * ?, ? * INTERVAL '1 hour';
> 03:00:00 | 04:00:00
@ '02:00'
SELECT CAST(? AS INTERVAL);
> 02:00:00
SELECT to_jsonb(INTERVAL '1 day'), array_agg(at - d ORDER BY id) FROM ev;
> "1 day" | [20:00:00, 731 days 00:00:00.5, null]
CREATE TABLE iv (id INT PRIMARY KEY, i INTERVAL NOT NULL DEFAULT INTERVAL '1 hour', y INTERVAL YEAR TO MONTH, ds INTERVAL DAY TO SECOND(3), a INTERVAL[], c BIGINT GENERATED ALWAYS AS (EXTRACT(DAY FROM i)) STORED, CHECK (i >= INTERVAL '0'));
> done
INSERT INTO iv (id) VALUES (1);
> 1 rows
INSERT INTO iv (id, i, y, ds, a) VALUES (2, '1 mon', '1-2', '3 04:05:06', '{1 day,02:00}'), (3, INTERVAL '30 days', INTERVAL '14 months 3 days', NULL, ARRAY[INTERVAL '1 day']), (4, TIMESTAMP '2026-01-02 00:00:00' - TIMESTAMP '2026-01-01 12:00:00', NULL, NULL, NULL);
> 3 rows
INSERT INTO iv (id, i) VALUES (5, '-1 hour');
> error 23514 Constraint "iv_i_check" of table "iv" does not allow this row.
INSERT INTO iv (id, i) VALUES (5, 'x');
> error 22007 "x" is no INTERVAL, for column "i".
INSERT INTO iv (id, i) VALUES (5, 1);
> error 42804 A value of class Long cannot be put into column "i" of type INTERVAL.
SELECT * FROM iv ORDER BY i, id;
> 1 | 01:00:00 | null | null | null | 0
> 4 | 12:00:00 | null | null | null | 0
> 2 | 1 mon | 1 year 2 mons | 3 days 04:05:06 | [1 day, 02:00:00] | 0
> 3 | 30 days | 1 year 2 mons | null | [1 day] | 30
SELECT id, i FROM iv WHERE i = '30 days' ORDER BY id;
> 2 | 1 mon
> 3 | 30 days
SELECT id, i FROM iv WHERE i > '1 hour' AND i <> INTERVAL '12:00' ORDER BY i DESC, id;
> 2 | 1 mon
> 3 | 30 days
UPDATE iv SET i = i + INTERVAL '1 minute', ds = ds * 2 WHERE id < 3 RETURNING i, ds;
> 2 rows
> 01:01:00 | null
> 1 mon 00:01:00 | 6 days 08:10:12
@ '2 days'
UPDATE iv SET i = ? WHERE id = 1;
> 1 rows
@ '2 days'
UPDATE iv SET i = i + ? WHERE id = 1 RETURNING i;
> 1 rows
> 4 days
SELECT SUM(i), MIN(i), MAX(i), AVG(i) FROM iv;
> 1 mon 34 days 12:01:00 | 12:00:00 | 1 mon 00:01:00 | 16 days 03:00:15
CREATE TABLE ik (i INTERVAL PRIMARY KEY);
> error 0A000 A key or index of column "i", which is of type INTERVAL, is not supported.
CREATE INDEX ix ON iv (i);
> error 0A000 A key or index of column "i", which is of type INTERVAL, is not supported.
ALTER TABLE iv ADD COLUMN more INTERVAL DEFAULT '2 days';
> done
SELECT id, more FROM iv WHERE id = 1;
> 1 | 2 days
SELECT column_name, type_name FROM information_schema.columns WHERE table_name = 'iv';
> id | INTEGER
> i | INTERVAL
> y | INTERVAL
> ds | INTERVAL
> a | INTERVAL[]
> c | BIGINT
> more | INTERVAL
EXPLAIN SELECT id FROM iv WHERE i = INTERVAL '1 day';
> query, reads only
>   iv by primary key, whole table; filter =(i, interval_(convert_convert_INTERVAL_('1 day')))
> keys: known from the arguments
SELECT a.id, b.id FROM iv a JOIN iv b ON a.i = b.i AND a.id < b.id;
> no rows
SELECT id FROM ev WHERE z > CURRENT_TIMESTAMP - INTERVAL '1 month' ORDER BY 1;
> 1
> 2
SELECT i FROM iv WHERE id = 3;
> 30 days
SELECT to_char(INTERVAL '1 day 02:03:04', 'HH24:MI:SS');
> 02:03:04
SELECT SUM(id) OVER (ORDER BY at RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW) FROM ev WHERE id < 3;
> 1
> 2
SELECT TIMESTAMPDIFF(SECOND, d, at), TIMESTAMPADD(DAY, 1, d) FROM ev WHERE id = 1;
> 72000 | 2026-02-01
SELECT id FROM iv WHERE i IN ('30 days', '12:00') ORDER BY id;
> 3
> 4
SELECT id FROM iv WHERE i BETWEEN '30 days' AND NULL OR i NOT BETWEEN '10 days' AND '20 days' ORDER BY id;
> 1
> 2
> 3
> 4
SELECT TIMESTAMPDIFF(SECOND, CAST(d AS TIMESTAMP), at) FROM ev WHERE id = 1;
> 72000
SELECT a.x, b.y FROM (VALUES (INTERVAL '1 day')) AS a(x) JOIN (VALUES (INTERVAL '24 hours')) AS b(y) ON a.x = b.y;
> 1 day | 24:00:00
SELECT INTERVAL '1 day' UNION SELECT INTERVAL '24 hours' UNION SELECT NULL;
> null
> 1 day
SELECT SUM(at - d) FILTER (WHERE id = 1), SUM(DISTINCT at - d) FROM ev;
> 20:00:00 | 731 days 20:00:00.5
SELECT id FROM ev WHERE at - d = ANY(ARRAY[INTERVAL '20 hours']);
> 1
CREATE TABLE js (id INT PRIMARY KEY, j JSONB, a INTEGER[]);
> done
INSERT INTO js VALUES (1, '10', '{10}'), (2, '9', '{9}'), (3, '"a"', '{-1}');
> 3 rows
SELECT id FROM js ORDER BY j;
> 3
> 2
> 1
SELECT id FROM js ORDER BY a;
> 3
> 2
> 1
SELECT SUM(i) FROM iv GROUP BY c HAVING SUM(i) > '1 day';
> 1 mon 12:01:00
> 4 days
> 30 days
@ '12:00'
SELECT id FROM iv WHERE i = ?;
> 4
CREATE VIEW vi AS SELECT id, at - d AS age, DATE '2026-01-01' + INTERVAL '1 day' AS n FROM ev;
> done
SELECT * FROM vi WHERE age > INTERVAL '1 hour' ORDER BY id;
> 1 | 20:00:00 | 2026-01-02T00:00
> 2 | 731 days 00:00:00.5 | 2026-01-02T00:00
DELETE FROM iv WHERE i > INTERVAL '20 days';
> 2 rows
SELECT CAST(i AS INTEGER) FROM iv;
> error 22P02 "4 days" is no INTEGER, for a cast.
-- NULL, arrays, texts, periods.
SELECT INTERVAL '1 day' UNION SELECT INTERVAL '24 hours' ORDER BY 1;
> 1 day
SELECT INTERVAL '1 day' UNION SELECT NULL;
> null
> 1 day
SELECT CASE WHEN x = 1 THEN NULL ELSE INTERVAL '1 day' END FROM (VALUES (1), (2)) AS v(x);
> null
> 1 day
SELECT '{}'::jsonb UNION SELECT NULL;
> null
> {}
SELECT GREATEST(INTERVAL '1 day', INTERVAL '2 hours', NULL), LEAST(INTERVAL '1 day', '2 hours');
> 1 day | 02:00:00
SELECT '1 day'::interval, CAST('2 hours' AS INTERVAL), '90 min'::interval::text, CAST(INTERVAL '1 mon' AS VARCHAR), CAST('1 day 12:34:56' AS INTERVAL HOUR), '1 day'::interval day to second, INTERVAL '26 hours'::time, TIME '10:00:00'::interval;
> 1 day | 02:00:00 | 01:30:00 | 1 mon | 1 day 12:00:00 | 1 day | 02:00 | 10:00:00
SELECT EXTRACT(MILLISECONDS FROM INTERVAL '61.5 s');
> 1500.000
SELECT NULL::interval, CAST(NULL AS INTERVAL), INTERVAL '1 day' + NULL, NULL + INTERVAL '1 day', TIMESTAMP '2026-01-01 00:00:00' - NULL;
> null | null | null | null | null
SELECT '{1 day}'::interval[], ARRAY[INTERVAL '1 day', NULL];
> [1 day] | [1 day, null]
SELECT INTERVAL '1 day'::text || 'x', 'x' || INTERVAL '1 day';
> 1 dayx | x1 day
SELECT (TIMESTAMP '2026-01-01 00:00:00', INTERVAL '1 day') OVERLAPS (TIMESTAMP '2026-01-01 12:00:00', INTERVAL '1 day');
> true
SELECT (DATE '2026-01-01', DATE '2026-01-03') OVERLAPS (DATE '2026-01-02', DATE '2026-01-05');
> true
CREATE INDEX by_seconds ON iv ((EXTRACT(EPOCH FROM i)));
> done
EXPLAIN SELECT id FROM iv WHERE EXTRACT(EPOCH FROM i) = 43200;
> query, reads only
>   iv by index by_seconds EXTRACT(EPOCH FROM i) = 43200:DECIMAL
> keys: found by a trial run on a snapshot
SELECT id FROM iv WHERE EXTRACT(EPOCH FROM i) = 43200;
> 4
