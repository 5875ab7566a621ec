-- How values read as texts.
SELECT 0.50::numeric(10,2)::text, 'x' || 0.25, round(104.3, -1)::text;
> 0.50|x0.25|100
SELECT (-0.5)::numeric(4,1)::text, 100::numeric(10,0)::text, 1e10::numeric(20,0)::text, 0.0000001::numeric(10,7)::text;
> -0.5|100|10000000000|0.0000001
CREATE TABLE v (k int PRIMARY KEY, d numeric(10,2), f float8, r real, t time, ts timestamp, tz timestamptz, dt date, b boolean, i interval);
INSERT INTO v VALUES (1, 0.5, 1004, 1.5, '14:42:04.35', '2020-01-02 03:04:05.678901', '2020-01-02 03:04:05+00', '2020-01-02', true, '1 day 02:03:04');
INSERT INTO v VALUES (2, -0.05, 0.0001, 0.1, '00:00:00', '2020-01-02 03:04:05', '2020-01-02 03:04:05.5+00', '0001-01-01', false, '1 year 2 mons');
INSERT INTO v VALUES (3, 100, 1e22, 1e10, '23:59:59.999', '1999-12-31 23:59:59.1', '1999-12-31 23:59:59.12+00', '9999-12-31', null, '-1 day');
INSERT INTO v VALUES (4, 0, 0, 0, null, null, null, null, null, null);
INSERT INTO v VALUES (5, 12345678.90, -1.5e-7, 1e-5, null, null, null, null, null, null);
INSERT INTO v VALUES (6, null, 123456789012345680, 123456.7, null, null, null, null, null, null);
INSERT INTO v VALUES (7, null, 1e15, 1e6, null, null, null, null, null, null);
INSERT INTO v VALUES (8, null, 1e14, 1e-4, null, null, null, null, null, null);
SELECT k, d::text, 'v' || d FROM v ORDER BY k;
> 1|0.50|v0.50
> 2|-0.05|v-0.05
> 3|100.00|v100.00
> 4|0.00|v0.00
> 5|12345678.90|v12345678.90
> 6|∅|∅
> 7|∅|∅
> 8|∅|∅
SELECT k, f::text, 'v' || f FROM v ORDER BY k;
> 1|1004|v1004
> 2|0.0001|v0.0001
> 3|1e+22|v1e+22
> 4|0|v0
> 5|-1.5e-07|v-1.5e-07
> 6|1.2345678901234568e+17|v1.2345678901234568e+17
> 7|1e+15|v1e+15
> 8|100000000000000|v100000000000000
SELECT k, r::text, 'v' || r FROM v ORDER BY k;
> 1|1.5|v1.5
> 2|0.1|v0.1
> 3|1e+10|v1e+10
> 4|0|v0
> 5|1e-05|v1e-05
> 6|123456.7|v123456.7
> 7|1e+06|v1e+06
> 8|0.0001|v0.0001
SELECT k, t::text, 'v' || t FROM v ORDER BY k;
> 1|14:42:04.35|v14:42:04.35
> 2|00:00:00|v00:00:00
> 3|23:59:59.999|v23:59:59.999
> 4|∅|∅
> 5|∅|∅
> 6|∅|∅
> 7|∅|∅
> 8|∅|∅
SELECT k, ts::text, 'v' || ts FROM v ORDER BY k;
> 1|2020-01-02 03:04:05.678901|v2020-01-02 03:04:05.678901
> 2|2020-01-02 03:04:05|v2020-01-02 03:04:05
> 3|1999-12-31 23:59:59.1|v1999-12-31 23:59:59.1
> 4|∅|∅
> 5|∅|∅
> 6|∅|∅
> 7|∅|∅
> 8|∅|∅
SELECT k, dt::text, b::text, i::text, 'v' || dt, 'v' || b, 'v' || i FROM v ORDER BY k;
> 1|2020-01-02|true|1 day 02:03:04|v2020-01-02|vtrue|v1 day 02:03:04
> 2|0001-01-01|false|1 year 2 mons|v0001-01-01|vfalse|v1 year 2 mons
> 3|9999-12-31|∅|-1 days|v9999-12-31|∅|v-1 days
> 4|∅|∅|∅|∅|∅|∅
> 5|∅|∅|∅|∅|∅|∅
> 6|∅|∅|∅|∅|∅|∅
> 7|∅|∅|∅|∅|∅|∅
> 8|∅|∅|∅|∅|∅|∅
SELECT k FROM v WHERE d::text = '0.50' ORDER BY k;
> 1
SELECT k FROM v WHERE f::text = '1004' ORDER BY k;
> 1
SELECT k FROM v WHERE r::varchar(3) = '1.5' ORDER BY k;
> 1
SELECT concat(d, '/', f, '/', r) FROM v ORDER BY k;
> 0.50/1004/1.5
> -0.05/0.0001/0.1
> 100.00/1e+22/1e+10
> 0.00/0/0
> 12345678.90/-1.5e-07/1e-05
> /1.2345678901234568e+17/123456.7
> /1e+15/1e+06
> /100000000000000/0.0001
SELECT string_agg(d::text, ',' ORDER BY k), string_agg(f::text, ',' ORDER BY k) FROM v;
> 0.50,-0.05,100.00,0.00,12345678.90|1004,0.0001,1e+22,0,-1.5e-07,1.2345678901234568e+17,1e+15,100000000000000
SELECT CAST(d AS varchar(4)), CAST(d AS char(6)) || '|' FROM v WHERE k < 3 ORDER BY k;
> 0.50|0.50|
> -0.0|-0.05|
SELECT length(d::text), length(f::text) FROM v ORDER BY k;
> 4|4
> 5|6
> 6|5
> 4|1
> 11|8
> ∅|22
> ∅|5
> ∅|15
SELECT '14:42:04.35'::time::text, '14:42:04'::time::text, '2020-01-02 03:04:05.120'::timestamp::text;
> 14:42:04.35|14:42:04|2020-01-02 03:04:05.12
SELECT 1004::float8::text, 0.0001::float8::text, 1e22::float8::text, 0::float8::text, (-0.0)::float8::text, 1e-5::float8::text;
> 1004|0.0001|1e+22|0|0|1e-05
SELECT 'NaN'::float8::text, 'Infinity'::float8::text, '-Infinity'::real::text;
> NaN|Infinity|-Infinity
SELECT max(f::text), min(d::text) FROM v;
> 1e+22|-0.05
SELECT count(*) FROM v WHERE (d || '') LIKE '%.%';
> 5
SELECT '2020-01-02 03:04:05.678901'::timestamp(3);
> 2020-01-02 03:04:05.679
SELECT '2020-01-02 03:04:05.678901'::timestamp(0), '14:42:04.56'::time(0), '2020-01-02 23:59:59.9'::timestamp(0);
> 2020-01-02 03:04:06|14:42:05|2020-01-03 00:00:00
SELECT TIMESTAMP '2024-01-01 10:00:00.9999999', TIMESTAMP '2024-01-01 10:00:00.1234564';
> 2024-01-01 10:00:01|2024-01-01 10:00:00.123456
CREATE TABLE p (k int PRIMARY KEY, a timestamp(3), b timestamp(0), c time(0), z timestamptz(1));
INSERT INTO p VALUES (1, '2020-01-02 03:04:05.678901', '2020-01-02 03:04:05.5', '10:00:00.5', '2020-01-02 03:04:05.678901+00');
UPDATE p SET a = '2020-01-02 03:04:05.9996' WHERE k = 1;
SELECT a, b, c, z::timestamp FROM p;
> 2020-01-02 03:04:06|2020-01-02 03:04:06|10:00:01|2020-01-02 03:04:05.7
INSERT INTO p (k, a) SELECT 2, ts FROM v WHERE k = 1;
SELECT a FROM p WHERE k = 2;
> 2020-01-02 03:04:05.679
