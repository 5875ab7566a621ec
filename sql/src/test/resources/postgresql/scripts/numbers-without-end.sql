-- NaN and infinity as values of NUMERIC: texts, casts, arithmetic, order, keys, aggregates.
SELECT ' -inf '::numeric, '+infinity'::numeric, 'nan'::numeric, numeric 'NaN', decimal '-Infinity';
> -Infinity|Infinity|NaN|NaN|-Infinity
SELECT '+nan'::numeric;
> ERROR 22P02
SELECT '-nan'::numeric;
> ERROR 22P02
SELECT 'NaN'::numeric::int;
> ERROR 0A000
SELECT 'inf'::numeric::bigint;
> ERROR 0A000
SELECT '-inf'::numeric::smallint;
> ERROR 0A000
SELECT 'NaN'::numeric(5,2), CAST('NaN'::numeric AS numeric(5,2));
> NaN|NaN
SELECT 'Infinity'::numeric(5,2);
> ERROR 22003
SELECT CAST(x AS numeric(6,1)) FROM (VALUES ('NaN'::numeric), (1.25)) a(x);
> 1.3
> NaN
SELECT CAST(x AS numeric(6,1)) FROM (VALUES ('inf'::numeric), (1.25)) a(x);
> ERROR 22003
SELECT CAST(x AS int) FROM (VALUES ('inf'::numeric), (1.25)) a(x);
> ERROR 0A000
SELECT 'NaN'::float8::numeric, 'inf'::float8::numeric, '-inf'::float4::numeric;
> NaN|Infinity|-Infinity
SELECT x::float8, x::real, x::text, x::varchar(2), to_jsonb(x), jsonb_build_array(x) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf')) a(x);
> -Infinity|-Infinity|-Infinity|-I|"-Infinity"|["-Infinity"]
> Infinity|Infinity|Infinity|In|"Infinity"|["Infinity"]
> NaN|NaN|NaN|Na|"NaN"|["NaN"]
SELECT x, y, x + y, x - y, x * y FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2), (0)) a(x), (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2.50), (0)) b(y);
> -Infinity|-Infinity|-Infinity|NaN|Infinity
> -Infinity|0|-Infinity|-Infinity|NaN
> -Infinity|2.50|-Infinity|-Infinity|-Infinity
> -Infinity|Infinity|NaN|-Infinity|-Infinity
> -Infinity|NaN|NaN|NaN|NaN
> 0|-Infinity|-Infinity|Infinity|NaN
> 0|0|0|0|0
> 0|2.50|2.50|-2.50|0.00
> 0|Infinity|Infinity|-Infinity|NaN
> 0|NaN|NaN|NaN|NaN
> 2|-Infinity|-Infinity|Infinity|-Infinity
> 2|0|2|2|0
> 2|2.50|4.50|-0.50|5.00
> 2|Infinity|Infinity|-Infinity|Infinity
> 2|NaN|NaN|NaN|NaN
> Infinity|-Infinity|NaN|Infinity|-Infinity
> Infinity|0|Infinity|Infinity|NaN
> Infinity|2.50|Infinity|Infinity|Infinity
> Infinity|Infinity|Infinity|NaN|Infinity
> Infinity|NaN|NaN|NaN|NaN
> NaN|-Infinity|NaN|NaN|NaN
> NaN|0|NaN|NaN|NaN
> NaN|2.50|NaN|NaN|NaN
> NaN|Infinity|NaN|NaN|NaN
> NaN|NaN|NaN|NaN|NaN
SELECT x, y, x / y FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2)) a(x), (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2.50)) b(y);
> -Infinity|-Infinity|NaN
> -Infinity|2.50|-Infinity
> -Infinity|Infinity|NaN
> -Infinity|NaN|NaN
> 2|-Infinity|0
> 2|2.50|0.80000000000000000000
> 2|Infinity|0
> 2|NaN|NaN
> Infinity|-Infinity|NaN
> Infinity|2.50|Infinity
> Infinity|Infinity|NaN
> Infinity|NaN|NaN
> NaN|-Infinity|NaN
> NaN|2.50|NaN
> NaN|Infinity|NaN
> NaN|NaN|NaN
SELECT x, y, x % y, div(x, y) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2)) a(x), (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2.50)) b(y);
> -Infinity|-Infinity|NaN|NaN
> -Infinity|2.50|NaN|-Infinity
> -Infinity|Infinity|NaN|NaN
> -Infinity|NaN|NaN|NaN
> 2|-Infinity|2|0
> 2|2.50|2.00|0
> 2|Infinity|2|0
> 2|NaN|NaN|NaN
> Infinity|-Infinity|NaN|NaN
> Infinity|2.50|NaN|Infinity
> Infinity|Infinity|NaN|NaN
> Infinity|NaN|NaN|NaN
> NaN|-Infinity|NaN|NaN
> NaN|2.50|NaN|NaN
> NaN|Infinity|NaN|NaN
> NaN|NaN|NaN|NaN
SELECT 'inf'::numeric / 0;
> ERROR 22012
SELECT 'nan'::numeric / 0, 'nan'::numeric % 0, div('nan'::numeric, 0);
> NaN|NaN|NaN
SELECT 'inf'::numeric % 0;
> ERROR 22012
SELECT x, round(x), round(x, 2), trunc(x), trunc(x, 1), ceil(x), floor(x), sign(x), abs(x), -x FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf')) a(x);
> -Infinity|-Infinity|-Infinity|-Infinity|-Infinity|-Infinity|-Infinity|-1|Infinity|Infinity
> Infinity|Infinity|Infinity|Infinity|Infinity|Infinity|Infinity|1|Infinity|-Infinity
> NaN|NaN|NaN|NaN|NaN|NaN|NaN|NaN|NaN|NaN
SELECT scale(x), min_scale(x), trim_scale(x) FROM (VALUES ('NaN'::numeric), ('inf'), (1.50)) a(x);
> 2|1|1.5
> ∅|∅|Infinity
> ∅|∅|NaN
SELECT x, y, power(x, y) FROM (VALUES ('NaN'::numeric), ('inf'), (2), (0), (1), (0.5)) a(x), (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2.50), (0)) b(y) WHERE NOT (x = 0 AND y = '-inf');
> 0.5|-Infinity|Infinity
> 0.5|0|1.0000000000000000
> 0.5|2.50|0.1767766952966369
> 0.5|Infinity|0
> 0.5|NaN|NaN
> 0|0|1.0000000000000000
> 0|2.50|0.0000000000000000
> 0|Infinity|0
> 0|NaN|NaN
> 1|-Infinity|1
> 1|0|1.0000000000000000
> 1|2.50|1.0000000000000000
> 1|Infinity|1
> 1|NaN|1
> 2|-Infinity|0
> 2|0|1.0000000000000000
> 2|2.50|5.6568542494923802
> 2|Infinity|Infinity
> 2|NaN|NaN
> Infinity|-Infinity|0
> Infinity|0|1
> Infinity|2.50|Infinity
> Infinity|Infinity|Infinity
> Infinity|NaN|NaN
> NaN|-Infinity|NaN
> NaN|0|1
> NaN|2.50|NaN
> NaN|Infinity|NaN
> NaN|NaN|NaN
SELECT y, power('-inf'::numeric, y) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (3), (2), (0), (-3)) b(y);
> -3|0
> -Infinity|0
> 0|1
> 2|Infinity
> 3|-Infinity
> Infinity|Infinity
> NaN|NaN
SELECT power('-inf'::numeric, 2.5);
> ERROR 2201F
SELECT power(0::numeric, '-inf');
> ERROR 2201F
SELECT power(-2::numeric, 'inf'), power(-2::numeric, '-inf'), power(-0.5, 'inf'), power(-1::numeric, 'inf'), power(-0.5, '-inf');
> Infinity|0|0|1|Infinity
SELECT sqrt(x), exp(x), ln(x), log(x), log(x, x), log(2.0, x), log(x, 2.0) FROM (VALUES ('NaN'::numeric), ('inf')) a(x);
> Infinity|Infinity|Infinity|Infinity|NaN|Infinity|0
> NaN|NaN|NaN|NaN|NaN|NaN|NaN
SELECT exp('-inf'::numeric), log('nan'::numeric, -1);
> 0|NaN
SELECT sqrt('-inf'::numeric);
> ERROR 2201F
SELECT ln('-inf'::numeric);
> ERROR 2201E
SELECT '[' || to_char(x, f) || ']', f FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf')) a(x), (VALUES ('9999'), ('0000'), ('9,999.99'), ('FM9999.99'), ('9999MI'), ('S9999'), ('9999PR'), ('99999999999.99'), ('09999999999.99'), ('FM99999999999.99'), ('99999999999S'), ('SG99999999999'), ('99'), ('9999 "abc"'), ('999999999990.0')) b(f);
> [          NaN]|999999999990.0
> [         NaN]|99999999999.99
> [        NaN+]|99999999999S
> [     Infinity]|999999999990.0
> [    -Infinity]|999999999990.0
> [    Infinity]|99999999999.99
> [   -Infinity]|99999999999.99
> [   Infinity+]|99999999999S
> [   Infinity-]|99999999999S
> [   NaN]|9,999.99
> [  NaN ]|9999PR
> [  NaN abc]|9999 "abc"
> [  NaN]|9999
> [ #### ]|9999PR
> [ #### abc]|9999 "abc"
> [ ####]|0000
> [ ####]|9999
> [ ##]|99
> [ ##]|99
> [ #,###.##]|9,999.99
> [ +NaN]|S9999
> [ 00000000NaN]|09999999999.99
> [ 000Infinity]|09999999999.99
> [ 0NaN]|0000
> [ NaN ]|9999MI
> [#### ]|9999MI
> [####-]|9999MI
> [####.##]|FM9999.99
> [+        NaN]|SG99999999999
> [+   Infinity]|SG99999999999
> [+####]|S9999
> [-   Infinity]|SG99999999999
> [-#### abc]|9999 "abc"
> [-####.##]|FM9999.99
> [-####]|0000
> [-####]|9999
> [-####]|S9999
> [-##]|99
> [-#,###.##]|9,999.99
> [-000Infinity]|09999999999.99
> [-Infinity]|FM99999999999.99
> [<####>]|9999PR
> [Infinity]|FM99999999999.99
> [NaN]|FM9999.99
> [NaN]|FM99999999999.99
SELECT sum(x), avg(x), min(x), max(x), count(DISTINCT x), variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2)) a(x);
> NaN|NaN|-Infinity|NaN|4|NaN|NaN|NaN|NaN
SELECT sum(x), avg(x), min(x), max(x), variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES ('inf'::numeric), (1), (2)) a(x);
> Infinity|Infinity|1|Infinity|NaN|NaN|NaN|NaN
SELECT sum(x), avg(x), min(x), max(x) FROM (VALUES ('inf'::numeric), ('-inf'), (2)) a(x);
> NaN|NaN|-Infinity|Infinity
SELECT variance(x), var_pop(x), stddev_pop(x), sum(DISTINCT x) FROM (VALUES ('inf'::numeric)) a(x);
> ∅|NaN|NaN|Infinity
SELECT i, sum(x) OVER w, avg(x) OVER w, max(x) OVER w, rank() OVER (ORDER BY x) FROM (VALUES (1, 'NaN'::numeric), (2, 'inf'), (3, '-inf'), (4, 2), (5, 3), (6, 'NaN'), (7, NULL)) a(i, x) WINDOW w AS (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) ORDER BY i;
> 1|NaN|NaN|NaN|5
> 2|NaN|NaN|NaN|4
> 3|NaN|NaN|Infinity|1
> 4|-Infinity|-Infinity|2|2
> 5|5|2.5000000000000000|3|3
> 6|NaN|NaN|NaN|5
> 7|NaN|NaN|NaN|7
SELECT width_bucket('inf'::numeric, 0, 1, 4), width_bucket('-inf'::numeric, 0, 1, 4);
> 5|0
SELECT greatest('nan'::numeric, 1, 'inf'), least('nan'::numeric, 1, '-inf'), coalesce(NULL, 'nan'::numeric), nullif('nan'::numeric, 'nan');
> NaN|-Infinity|NaN|∅
SELECT generate_series(1::numeric, 'inf'::numeric, 1);
> ERROR 22023
SELECT 'nan'::numeric = 'nan'::float8, 'nan'::numeric > 'inf'::float8, 1 < 'nan'::numeric, 'inf'::numeric > 10::bigint, 'inf'::numeric > 1e200, 'nan'::numeric = 'nan'::numeric;
> t|t|t|t|t|t
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY x) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2)) a(x);
> Infinity|2|-Infinity
SELECT array['nan'::numeric, 1.5, '-inf'], '{NaN,Infinity}'::numeric[], array_agg(x ORDER BY x) FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf'), (2)) a(x);
> {NaN,1.5,-Infinity}|{NaN,Infinity}|{-Infinity,2,Infinity,NaN}
SELECT extract(epoch FROM 'infinity'::timestamp), extract(epoch FROM '-infinity'::timestamptz);
> Infinity|-Infinity
SELECT 'nan'::numeric::text::numeric, 'nan'::numeric BETWEEN 1 AND 2, 'nan'::numeric IN (1, 'nan'), 'inf'::numeric NOT IN (1, 2);
> NaN|f|t|t
SELECT '"NaN"'::jsonb::numeric;
> ERROR 22023
SELECT 1 WHERE 'nan'::numeric::int = 1;
> ERROR 0A000
SELECT make_interval(secs => 'nan');
> ERROR 22008
SELECT sin('nan'::numeric), atan('inf'::numeric), degrees('inf'::numeric);
> NaN|1.5707963267948966|Infinity
SELECT format('%s', 'inf'::numeric), 'a' || 'inf'::numeric, concat('nan'::numeric), quote_literal('nan'::numeric);
> Infinity|aInfinity|NaN|'NaN'
CREATE TABLE n (id int PRIMARY KEY, x numeric, y numeric(8,2), d float8);
CREATE INDEX n_x ON n (x);
CREATE UNIQUE INDEX n_y ON n (y);
INSERT INTO n VALUES (1, 'NaN', 'NaN', 'NaN'), (2, 'inf', 1, 'inf'), (3, '-inf', 2.50, '-inf'), (4, 0, 3, 0), (5, -17.25, NULL, NULL), (6, 1e100, 5, 1e100), (7, 'nan', 6, 1), (8, NULL, -5, 2);
INSERT INTO n VALUES (9, 1, 'inf', 1);
> ERROR 22003
INSERT INTO n VALUES (9, 1, 'nan', 1);
> ERROR 23505
SELECT id, x, y FROM n ORDER BY x, id;
> 3|-Infinity|2.50
> 5|-17.25|∅
> 4|0|3.00
> 6|10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000|5.00
> 2|Infinity|1.00
> 1|NaN|NaN
> 7|NaN|6.00
> 8|∅|-5.00
SELECT id, x, y FROM n ORDER BY x DESC NULLS LAST, id LIMIT 4;
> 1|NaN|NaN
> 7|NaN|6.00
> 2|Infinity|1.00
> 6|10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000|5.00
SELECT id FROM n WHERE x = 'nan' ORDER BY id;
> 1
> 7
SELECT id FROM n WHERE x > 1e99 ORDER BY id;
> 1
> 2
> 6
> 7
SELECT id FROM n WHERE x < 'inf' ORDER BY id;
> 3
> 4
> 5
> 6
SELECT id FROM n WHERE x <= '-inf'::numeric ORDER BY id;
> 3
SELECT id FROM n WHERE x BETWEEN '-inf' AND 'inf' ORDER BY id;
> 2
> 3
> 4
> 5
> 6
SELECT id FROM n WHERE id < 'nan'::numeric AND id > '-inf'::numeric ORDER BY id;
> 1
> 2
> 3
> 4
> 5
> 6
> 7
> 8
SELECT id FROM n WHERE id < 'nan'::float8 AND id > '-inf'::float8 AND id <> 'inf'::float8 ORDER BY id;
> 1
> 2
> 3
> 4
> 5
> 6
> 7
> 8
SELECT id FROM n WHERE id = 'nan'::numeric OR id = 'inf'::float8;
SELECT id FROM n WHERE x = d ORDER BY id;
> 1
> 2
> 3
> 4
> 6
SELECT id FROM n WHERE x IN ('nan', 'inf', 0) ORDER BY id;
> 1
> 2
> 4
> 7
SELECT a.id, b.id FROM n a JOIN n b ON a.x = b.x WHERE a.id <> b.id ORDER BY 1;
> 1|7
> 7|1
SELECT x, count(*), sum(y) FROM n GROUP BY x ORDER BY x;
> -Infinity|1|2.50
> -17.25|1|∅
> 0|1|3.00
> 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000|1|5.00
> Infinity|1|1.00
> NaN|2|NaN
> ∅|1|-5.00
SELECT DISTINCT x FROM n ORDER BY x;
> -Infinity
> -17.25
> 0
> 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
> Infinity
> NaN
> ∅
SELECT min(x), max(x), min(y), max(y), sum(y), avg(y) FROM n;
> -Infinity|NaN|-5.00|NaN|NaN|NaN
SELECT x FROM n UNION SELECT d::numeric FROM n ORDER BY 1;
> -Infinity
> -17.25
> 0
> 1
> 2
> 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
> Infinity
> NaN
> ∅
SELECT x FROM n INTERSECT SELECT 'nan' ORDER BY 1;
> NaN
UPDATE n SET y = x WHERE id = 7;
> ERROR 23505
UPDATE n SET y = x WHERE id = 2;
> ERROR 22003
UPDATE n SET x = -x, d = x WHERE id IN (1, 2, 3) RETURNING id, x, d;
> 1|NaN|NaN
> 2|-Infinity|Infinity
> 3|Infinity|-Infinity
UPDATE n SET x = x + 1 WHERE x > 0 RETURNING id, x;
> 1|NaN
> 3|Infinity
> 6|10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001
> 7|NaN
DELETE FROM n WHERE x = 'NaN' AND y <> 'NaN' RETURNING id;
> 7
CREATE TABLE k (x numeric PRIMARY KEY, n int CHECK (x > '-inf'));
INSERT INTO k VALUES ('nan', 1), ('inf', 2), (1.5, 3);
INSERT INTO k VALUES ('NaN', 4);
> ERROR 23505
INSERT INTO k VALUES ('-inf', 4);
> ERROR 23514
INSERT INTO k VALUES ('NaN', 5) ON CONFLICT (x) DO UPDATE SET n = excluded.n RETURNING x, n;
> NaN|5
SELECT * FROM k ORDER BY x DESC;
> NaN|5
> Infinity|2
> 1.5|3
SELECT n FROM k WHERE x = 'inf';
> 2
SELECT n FROM k WHERE x >= 'inf' ORDER BY n;
> 2
> 5
SELECT n FROM k WHERE x < 'nan' ORDER BY n;
> 2
> 3
CREATE TABLE m (id int PRIMARY KEY, x numeric DEFAULT 'nan', z numeric GENERATED ALWAYS AS (x * 2) STORED);
INSERT INTO m (id) VALUES (1);
INSERT INTO m (id, x) VALUES (2, '-inf') RETURNING *;
> 2|-Infinity|-Infinity
SELECT * FROM m ORDER BY id;
> 1|NaN|NaN
> 2|-Infinity|-Infinity
WITH RECURSIVE r(n, x) AS (SELECT 1, 'inf'::numeric UNION SELECT n + 1, -x FROM r WHERE n < 3) SELECT * FROM r ORDER BY n;
> 1|Infinity
> 2|-Infinity
> 3|Infinity
SELECT CASE WHEN x = 'nan' THEN 'none' WHEN x > 0 THEN 'up' ELSE 'down' END FROM (VALUES ('NaN'::numeric), ('inf'), ('-inf')) a(x);
> down
> none
> up
SELECT 'nan'::numeric * interval '1 day';
> ERROR 22008
SELECT greatest(1, '2'), least(1.5, 2, '1.25'), greatest(1.5::float8, 'nan'), least(2::smallint, '1', 3::bigint);
> 2|1.25|NaN|1
SELECT greatest(1, '2.5');
> ERROR 22P02
