-- Infinite dates and times are after, or before, all others.
SELECT 'infinity'::date, '-infinity'::date, 'Infinity'::timestamp, ' -INFINITY '::timestamp, 'infinity'::timestamptz, '-infinity'::timestamptz;
> infinity|-infinity|infinity|-infinity|infinity|-infinity
SELECT DATE 'infinity', TIMESTAMP '-infinity', TIMESTAMPTZ 'infinity', TIMESTAMP WITH TIME ZONE '-infinity';
> infinity|-infinity|infinity|-infinity
SELECT CAST('infinity' AS TIMESTAMP(0)), '-infinity'::timestamptz(3);
> infinity|-infinity
SELECT 'infinit'::date;
> ERROR 22007
SELECT 'infinity'::time;
> ERROR 22007
SELECT 'infinity'::date::text || '!', '-infinity'::timestamp::text, 'infinity'::timestamptz::text;
> infinity!|-infinity|infinity
CREATE TABLE t (id INT PRIMARY KEY, d DATE, ts TIMESTAMP, z TIMESTAMPTZ, s TIMESTAMP(0), a DATE[]);
CREATE INDEX t_d ON t (d);
CREATE UNIQUE INDEX t_ts ON t (ts);
INSERT INTO t VALUES (1, 'infinity', 'infinity', 'infinity', 'infinity', '{infinity,2024-01-01}'), (2, '-infinity', '-infinity', '-infinity', '-infinity', '{-infinity}');
INSERT INTO t VALUES (3, '2024-02-29', '2024-02-29 10:00', '2024-02-29 10:00+00', '2024-02-29 10:00', '{}'), (4, NULL, NULL, NULL, NULL, NULL);
INSERT INTO t (id, d, ts) SELECT 5, 'infinity', '9999-12-31';
INSERT INTO t (id, ts) VALUES (6, 'infinity');
> ERROR 23505
SELECT * FROM t ORDER BY id;
> 1|infinity|infinity|infinity|infinity|{infinity,2024-01-01}
> 2|-infinity|-infinity|-infinity|-infinity|{-infinity}
> 3|2024-02-29|2024-02-29 10:00:00|2024-02-29 10:00:00+00|2024-02-29 10:00:00|{}
> 4|∅|∅|∅|∅|∅
> 5|infinity|9999-12-31 00:00:00|∅|∅|∅
SELECT id FROM t WHERE d = 'infinity' ORDER BY id;
> 1
> 5
SELECT id FROM t WHERE d = 'infinity'::date ORDER BY id;
> 1
> 5
SELECT id FROM t WHERE ts = '-infinity';
> 2
SELECT id FROM t WHERE ts = DATE '-infinity';
> 2
SELECT id FROM t WHERE d < 'infinity' ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE d > '-infinity' ORDER BY id;
> 1
> 3
> 5
SELECT id FROM t WHERE z >= 'infinity';
> 1
SELECT id FROM t WHERE d IN ('infinity', '2024-02-29') ORDER BY id;
> 1
> 3
> 5
SELECT id FROM t WHERE ts BETWEEN '2024-01-01' AND 'infinity' ORDER BY id;
> 1
> 3
> 5
SELECT id, d FROM t ORDER BY d, id;
> 2|-infinity
> 3|2024-02-29
> 1|infinity
> 5|infinity
> 4|∅
SELECT id, ts FROM t ORDER BY ts DESC, id;
> 4|∅
> 1|infinity
> 5|9999-12-31 00:00:00
> 3|2024-02-29 10:00:00
> 2|-infinity
SELECT id FROM t WHERE now() < ts AND id <> 3 ORDER BY id;
> 1
> 5
SELECT id FROM t WHERE CURRENT_DATE > d AND id <> 3 ORDER BY id;
> 2
SELECT min(d), max(d), min(ts), max(ts), min(z), max(z) FROM t;
> -infinity|infinity|-infinity|infinity|-infinity|infinity
SELECT count(DISTINCT d) FROM t;
> 3
SELECT d, count(*) FROM t GROUP BY d ORDER BY d;
> -infinity|1
> 2024-02-29|1
> infinity|2
> ∅|1
SELECT id, COALESCE(d, 'infinity') FROM t ORDER BY id;
> 1|infinity
> 2|-infinity
> 3|2024-02-29
> 4|infinity
> 5|infinity
SELECT GREATEST(d, '2024-01-01'), LEAST(d, '2024-01-01'::date) FROM t ORDER BY id;
> infinity|2024-01-01
> 2024-01-01|-infinity
> 2024-02-29|2024-01-01
> 2024-01-01|2024-01-01
> infinity|2024-01-01
SELECT CASE WHEN d = 'infinity' THEN 'open' ELSE 'closed' END FROM t ORDER BY id;
> open
> closed
> closed
> closed
> open
SELECT NULLIF(d, 'infinity') FROM t ORDER BY id;
> ∅
> -infinity
> 2024-02-29
> ∅
> ∅
SELECT id, isfinite(d), isfinite(ts), isfinite(z) FROM t ORDER BY id;
> 1|f|f|f
> 2|f|f|f
> 3|t|t|t
> 4|∅|∅|∅
> 5|f|t|∅
SELECT id, d::timestamp, ts::date, z::date, d::timestamptz, ts::timestamptz, z::timestamp FROM t ORDER BY id;
> 1|infinity|infinity|infinity|infinity|infinity|infinity
> 2|-infinity|-infinity|-infinity|-infinity|-infinity|-infinity
> 3|2024-02-29 00:00:00|2024-02-29|2024-02-29|2024-02-29 00:00:00+00|2024-02-29 10:00:00+00|2024-02-29 10:00:00
> 4|∅|∅|∅|∅|∅|∅
> 5|infinity|9999-12-31|∅|infinity|9999-12-31 00:00:00+00|∅
SELECT d::timestamp = ts FROM t WHERE id < 4 ORDER BY id;
> t
> t
> f
SELECT d = ts, d = z, ts = z FROM t WHERE id < 3 ORDER BY id;
> t|t|t
> t|t|t
SELECT id, d + INTERVAL '1 day', ts - INTERVAL '1 month', z + INTERVAL '1 hour' FROM t WHERE id < 4 ORDER BY id;
> 1|infinity|infinity|infinity
> 2|-infinity|-infinity|-infinity
> 3|2024-03-01 00:00:00|2024-01-29 10:00:00|2024-02-29 11:00:00+00
SELECT a, a[1], 'infinity'::date = ANY (a) FROM t ORDER BY id;
> {infinity,2024-01-01}|infinity|t
> {-infinity}|-infinity|f
> {}|∅|f
> ∅|∅|∅
> ∅|∅|∅
SELECT to_jsonb(d), to_jsonb(ts) FROM t WHERE id < 4 ORDER BY id;
> "infinity"|"infinity"
> "-infinity"|"-infinity"
> "2024-02-29"|"2024-02-29T10:00:00"
SELECT ROW(d, ts) FROM t WHERE id < 3 ORDER BY id;
> (infinity,infinity)
> (-infinity,-infinity)
SELECT concat(d, '|', ts) FROM t WHERE id < 3 ORDER BY id;
> infinity|infinity
> -infinity|-infinity
SELECT format('%s', d) FROM t WHERE id < 3 ORDER BY id;
> infinity
> -infinity
SELECT array_agg(d ORDER BY d) FROM t;
> {-infinity,2024-02-29,infinity,infinity,NULL}
SELECT string_agg(d::text, ',' ORDER BY d) FROM t;
> -infinity,2024-02-29,infinity,infinity
UPDATE t SET d = 'infinity' WHERE id = 3 RETURNING d;
> infinity
UPDATE t SET ts = 'infinity' WHERE id = 3;
> ERROR 23505
DELETE FROM t WHERE d = '-infinity' RETURNING id, d;
> 2|-infinity
SELECT id FROM t WHERE d = 'infinity' ORDER BY id;
> 1
> 3
> 5
SELECT x.id, y.id FROM t x JOIN t y ON x.d = y.d AND x.id < y.id ORDER BY 1, 2;
> 1|3
> 1|5
> 3|5
SELECT id, lag(d) OVER (ORDER BY d, id), rank() OVER (ORDER BY d) FROM t ORDER BY id;
> 1|∅|1
> 3|infinity|1
> 4|infinity|4
> 5|infinity|1
CREATE TABLE f (id INT PRIMARY KEY, until DATE DEFAULT 'infinity' NOT NULL, CHECK (until > '2000-01-01'));
INSERT INTO f (id) VALUES (1);
INSERT INTO f VALUES (2, '-infinity');
> ERROR 23514
SELECT * FROM f;
> 1|infinity
CREATE TABLE k (d DATE PRIMARY KEY, n INT);
INSERT INTO k VALUES ('infinity', 1), ('-infinity', 2), ('2024-01-01', 3);
INSERT INTO k VALUES ('infinity', 4);
> ERROR 23505
SELECT n FROM k WHERE d = 'infinity';
> 1
SELECT * FROM k ORDER BY d;
> -infinity|2
> 2024-01-01|3
> infinity|1
SELECT n FROM k WHERE d > '2024-01-01';
> 1
UPDATE k SET n = 9 WHERE d = '-infinity' RETURNING *;
> -infinity|9
SELECT * FROM k UNION SELECT 'infinity', 1 ORDER BY 1, 2;
> -infinity|9
> 2024-01-01|3
> infinity|1
VALUES ('infinity'::date), ('2024-01-01');
> 2024-01-01
> infinity
SELECT max(x) FROM (VALUES (DATE 'infinity'), (DATE '2024-01-01')) v (x);
> infinity
-- differs: what calculates with infinite times otherwise is refused by name
SELECT 'infinity'::date - DATE '2024-01-01';
> ERROR 0A000
-- differs: the same
SELECT EXTRACT(YEAR FROM d) FROM k WHERE d = 'infinity';
> ERROR 0A000
SELECT date_trunc('month', TIMESTAMP 'infinity');
> infinity
SELECT to_char(TIMESTAMP 'infinity', 'YYYY');
> ∅
SELECT to_char('infinity'::date, 'YYYY-MM-DD') IS NULL, to_char('-infinity'::timestamptz, 'YYYY'), to_char(d, 'YYYY') FROM k WHERE NOT isfinite(d) ORDER BY d;
> t|∅|∅
> t|∅|∅
-- differs: the same
SELECT TIMESTAMP 'infinity' - TIMESTAMP '2024-01-01';
> ERROR 0A000
-- differs: the same
SELECT d + 1 FROM k WHERE n = 9;
> ERROR 0A000
-- differs: the same
SELECT age(TIMESTAMP 'infinity');
> ERROR 0A000
SELECT 'infinity'::timestamptz AT TIME ZONE 'Europe/Paris';
> infinity
SELECT '-infinity'::timestamp AT TIME ZONE 'UTC', 'infinity'::timestamptz AT TIME ZONE 'America/New_York', date_bin('1 day', 'infinity'::timestamp, '2020-01-01');
> -infinity|infinity|infinity
SELECT EXTRACT(EPOCH FROM TIMESTAMP '-infinity');
> -Infinity
SELECT date_part('second', TIMESTAMP '-infinity');
> ∅
-- differs: the same
SELECT n, count(*) OVER (ORDER BY d RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW) FROM k;
> ERROR 0A000
-- differs: the same
SELECT 'infinity'::timestamp::time;
> ERROR 0A000
SELECT DATE 'infinity' + TIME '10:00';
> infinity
SELECT '12024-01-31 10:00'::timestamptz, '12024-01-31'::date, '12024-01-31'::timestamp;
> 12024-01-31 10:00:00+00|12024-01-31|12024-01-31 00:00:00
