-- Which place a value would have among those of a group.
CREATE TABLE t (id INT PRIMARY KEY, n INT, s TEXT, d DOUBLE PRECISION);
INSERT INTO t VALUES (1, 10, 'a', 1.5), (2, 20, 'b', 2.5), (3, 20, 'c', NULL), (4, NULL, 'd', 2.5), (5, 30, 'b', 9);
SELECT rank(15) WITHIN GROUP (ORDER BY n) FROM t;
> 2
SELECT rank(20) WITHIN GROUP (ORDER BY n), dense_rank(25) WITHIN GROUP (ORDER BY n) FROM t;
> 2|3
SELECT rank(20) WITHIN GROUP (ORDER BY n DESC), dense_rank(20) WITHIN GROUP (ORDER BY n DESC) FROM t;
> 3|3
SELECT rank(20) WITHIN GROUP (ORDER BY n DESC NULLS LAST), dense_rank(20) WITHIN GROUP (ORDER BY n NULLS FIRST) FROM t;
> 2|3
SELECT percent_rank(15) WITHIN GROUP (ORDER BY n), cume_dist(20) WITHIN GROUP (ORDER BY n) FROM t;
> 0.2|0.6666666666666666
SELECT percent_rank(2.5) WITHIN GROUP (ORDER BY d DESC), cume_dist(2.5) WITHIN GROUP (ORDER BY d DESC) FROM t;
> 0.4|0.8333333333333334
SELECT rank('b') WITHIN GROUP (ORDER BY s), cume_dist('b') WITHIN GROUP (ORDER BY s) FROM t;
> 2|0.6666666666666666
SELECT rank(1) WITHIN GROUP (ORDER BY n), percent_rank(1) WITHIN GROUP (ORDER BY n), cume_dist(1) WITHIN GROUP (ORDER BY n), dense_rank(1) WITHIN GROUP (ORDER BY n) FROM t WHERE id > 9;
> 1|0|1|1
SELECT s, rank(15) WITHIN GROUP (ORDER BY n) FROM t GROUP BY s ORDER BY s;
> a|2
> b|1
> c|1
> d|1
SELECT rank(NULL::int) WITHIN GROUP (ORDER BY n), dense_rank(NULL::int) WITHIN GROUP (ORDER BY n), cume_dist(NULL::int) WITHIN GROUP (ORDER BY n DESC) FROM t;
> 5|4|0.3333333333333333
SELECT rank(n + 1) WITHIN GROUP (ORDER BY id * 10) FROM t GROUP BY n ORDER BY n;
> 2
> 2
> 1
> 2
SELECT s FROM t GROUP BY s HAVING rank(15) WITHIN GROUP (ORDER BY n) > 1 ORDER BY s;
> a

-- Intervals by a format.
SELECT to_char(INTERVAL '15h 2m 12s', 'HH24:MI:SS'), to_char(INTERVAL '36 hours 5 minutes', 'HH24:MI'), to_char(INTERVAL '36 hours 5 minutes', 'HH12:MI');
> 15:02:12|36:05|12:05
SELECT to_char(INTERVAL '3 days 15h 2m', 'DD "days" HH24'), to_char(INTERVAL '2 years 3 months', 'YYYY-MM');
> 03 days 15|0002-03
SELECT to_char(INTERVAL '1.234567 s', 'SS.MS'), to_char(INTERVAL '1.234567 s', 'SS.US'), to_char(INTERVAL '1h 1s', 'SSSS');
> 01.234|01.234567|3601
SELECT to_char(INTERVAL '1h 2m 3s', 'FMHH24:FMMI:FMSS');
> 1:2:3
SELECT to_char(INTERVAL '100 hours', 'HH24:MI:SS'), to_char(INTERVAL '15 months', 'YY MM Y');
> 100:00:00|01 03 1
SELECT to_char(INTERVAL '1 day', 'Day');
> ERROR 22007
SELECT to_char(NULL::interval, 'HH24'), to_char(TIMESTAMP '2024-01-31 10:20' - TIMESTAMP '2024-01-30 09:00', 'DD HH24:MI');
> ∅|01 01:20

-- Elements of an array that is written out as operands.
SELECT concat(VARIADIC ARRAY['a', 'b']), concat_ws(',', VARIADIC ARRAY['a', NULL, 'b']);
> ab|a,b
SELECT format('%s-%s', VARIADIC ARRAY['a', 'b']), num_nulls(VARIADIC ARRAY[1, NULL]);
> a-b|1
SELECT jsonb_build_array(VARIADIC ARRAY[1, 2]), jsonb_build_object(VARIADIC ARRAY['a', '1']);
> [1, 2]|{"a": "1"}
SELECT jsonb_extract_path('{"a": {"b": 1}}', VARIADIC ARRAY['a', 'b']);
> 1

-- Sessions are not listed.
SELECT pid, usename, state, query FROM pg_stat_activity WHERE pid = -1;
SELECT 'inf'::float8, '-Inf'::float8, 'nan'::float8, ' +infinity '::float8, 'NAN'::real;
> Infinity|-Infinity|NaN|Infinity|NaN
-- of several values
CREATE TABLE hr (id INT, a INT, s TEXT);
INSERT INTO hr VALUES (1, 10, 'x'), (2, 10, 'y'), (3, 20, 'x'), (4, NULL, 'z'), (5, 20, NULL), (6, 10, 'x');
SELECT rank(10, 2) WITHIN GROUP (ORDER BY a, id), dense_rank(20, 'y') WITHIN GROUP (ORDER BY a, s), percent_rank(10, 'y') WITHIN GROUP (ORDER BY a, s), cume_dist(10, 'x') WITHIN GROUP (ORDER BY a, s NULLS FIRST) FROM hr;
> 2|4|0.3333333333333333|0.42857142857142855
SELECT rank(15, 'x') WITHIN GROUP (ORDER BY a DESC, s), dense_rank(10, 'z') WITHIN GROUP (ORDER BY a DESC NULLS LAST, s DESC) FROM hr;
> 4|3
SELECT s, rank(15, 2) WITHIN GROUP (ORDER BY a, id), dense_rank(20, 4) WITHIN GROUP (ORDER BY a, id) FROM hr GROUP BY s ORDER BY s;
> x|3|4
> y|2|2
> z|1|1
> ∅|1|1
SELECT rank(NULL, 4) WITHIN GROUP (ORDER BY a, id), dense_rank(NULL, NULL) WITHIN GROUP (ORDER BY a NULLS FIRST, s), cume_dist(NULL, 'z') WITHIN GROUP (ORDER BY a, s) FROM hr;
> 6|2|1
SELECT rank(1, 1, 1) WITHIN GROUP (ORDER BY a, id, s IS NULL) FROM hr WHERE false;
> ERROR 42804
SELECT rank(10, 'x', 6) WITHIN GROUP (ORDER BY a, s, id), cume_dist(10, 'x', 6) WITHIN GROUP (ORDER BY a, s, id DESC) FROM hr;
> 2|0.2857142857142857
SELECT rank(1) WITHIN GROUP (ORDER BY a, id) FROM hr;
> ERROR 42883
SELECT rank(1, 2) WITHIN GROUP (ORDER BY a) FROM hr;
> ERROR 42883
