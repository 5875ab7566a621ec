-- Forms of everyday queries: NULL without a type, ranks, TRIM and its kin, parts of times, rows, VALUES.
CREATE TABLE ra (k int, x int);
CREATE TABLE rb (k int, y int);
CREATE TABLE rc (k int, z int);
CREATE TABLE ri (i int);
CREATE TABLE it (k int, v int);
INSERT INTO ra VALUES (1,10);
INSERT INTO rb VALUES (2,20);
INSERT INTO rc VALUES (2,200),(3,300);
INSERT INTO ri VALUES (1),(2),(3);
INSERT INTO it VALUES (1,10),(1,11),(1,12),(2,20),(2,21);
SELECT max(y) OVER (PARTITION BY k ORDER BY k) FROM rb JOIN rc USING (k);
> 20
SELECT abs(NULL);
> ∅
SELECT min(NULL);
> ∅
SELECT max(NULL), count(NULL);
> ∅|0
SELECT sum(NULL::int), avg(NULL::int);
> ∅|∅
SELECT mod(5, NULL);
> ∅
SELECT mod(NULL, 5);
> ∅
SELECT power(NULL, 2), power(2, NULL);
> ∅|∅
SELECT round(NULL, 2), round(1.5, NULL);
> ∅|∅
SELECT upper(NULL), lower(NULL), length(NULL), trim(NULL);
> ∅|∅|∅|∅
SELECT substring(NULL, 1, 2), substring('abc', NULL), substring('abc' FROM NULL FOR 1);
> ∅|∅|∅
SELECT position(NULL IN 'a'), position('a' IN NULL);
> ∅|∅
SELECT replace(NULL, 'a', 'b'), replace('abc', NULL, 'x'), replace('abc', 'a', NULL);
> ∅|∅|∅
SELECT coalesce(NULL, NULL);
> ∅
SELECT coalesce(NULL, 1), nullif(NULL, 1), nullif(1, NULL);
> 1|∅|1
SELECT greatest(NULL, 1), least(NULL, NULL);
> 1|∅
SELECT concat(NULL, 'a'), concat_ws(NULL, 'a', 'b'), concat_ws(',', NULL, 'b');
> a|∅|b
SELECT left(NULL, 1), right('abc', NULL), lpad('a', NULL), lpad('a', 5, NULL), repeat(NULL, 3);
> ∅|∅|∅|∅|∅
SELECT split_part(NULL, ',', 1), split_part('a,b', NULL, 1), split_part('a,b', ',', NULL);
> ∅|∅|∅
SELECT extract(year FROM NULL::date), date_part('year', NULL::timestamp);
> ∅|∅
SELECT NULL || 'a', 'a' || NULL, NULL || NULL;
> ∅|∅|∅
SELECT NULL = NULL, NULL <> 1, NULL IS NULL, NOT NULL;
> ∅|∅|t|∅
SELECT NULL AND true, NULL OR true;
> ∅|t
SELECT NULL LIKE 'a', 'a' LIKE NULL, NULL BETWEEN 1 AND 2, 1 BETWEEN NULL AND 2;
> ∅|∅|∅|∅
SELECT NULL IN (1, 2), 1 IN (NULL), 1 IN (1, NULL), 2 NOT IN (1, NULL);
> ∅|∅|t|∅
SELECT md5(NULL), reverse(NULL), initcap(NULL), ascii(NULL), chr(NULL);
> ∅|∅|∅|∅|∅
SELECT regexp_replace(NULL, 'a', 'b'), regexp_replace('a', NULL, 'b'), regexp_replace('a', 'a', NULL);
> ∅|∅|∅
SELECT sqrt(NULL), ln(NULL), exp(NULL), floor(NULL), ceil(NULL), sign(NULL);
> ∅|∅|∅|∅|∅|∅
SELECT array_length(NULL::int[], 1), array_append(NULL::int[], 1), array_append(ARRAY[1], NULL);
> ∅|{1}|{1,NULL}
SELECT bool_and(NULL), bool_or(NULL), every(NULL);
> ∅|∅|∅
SELECT generate_series(1, NULL);
SELECT unnest(NULL::int[]);
SELECT to_json(NULL::text), to_jsonb(NULL::int);
> ∅|∅
SELECT strpos(NULL, 'a'), translate(NULL, 'a', 'b'), btrim(NULL), btrim('x', NULL);
> ∅|∅|∅|∅
SELECT overlay('abc' PLACING NULL FROM 1), overlay(NULL PLACING 'a' FROM 1);
> ∅|∅
SELECT width_bucket(NULL, 1, 2, 3);
> ∅
SELECT make_date(NULL, 1, 1), make_interval(days => NULL);
> ∅|∅
SELECT NULL UNION SELECT 1 ORDER BY 1;
> 1
> ∅
SELECT NULL UNION ALL SELECT NULL;
> ∅
> ∅
SELECT * FROM (SELECT NULL AS a) q WHERE a IS NULL;
> ∅
SELECT a FROM (SELECT NULL AS a UNION ALL SELECT 'x') q;
> x
> ∅
SELECT NULL::int, CAST(NULL AS varchar(5)), NULL::timestamp;
> ∅|∅|∅
SELECT stddev(NULL::int), var_pop(NULL::numeric), corr(NULL::float8, 1);
> ∅|∅|∅
SELECT * FROM (VALUES (3), ('42')) t(a) ORDER BY 1;
> 3
> 42
SELECT * FROM (VALUES (3), (NULL)) t(a) ORDER BY 1;
> 3
> ∅
SELECT * FROM (VALUES (NULL), (3)) t(a) ORDER BY 1;
> 3
> ∅
SELECT * FROM (VALUES (timestamp '2020-01-01 00:00:00'), ('2021-01-01')) t(a) ORDER BY 1;
> 2020-01-01 00:00:00
> 2021-01-01 00:00:00
SELECT * FROM (VALUES (date '2020-01-01'), ('2021-01-01')) t(a) ORDER BY 1;
> 2020-01-01
> 2021-01-01
SELECT * FROM (VALUES (1), ('x')) t(a);
> ERROR 22P02
SELECT * FROM (VALUES (true), ('f')) t(a);
> f
> t
SELECT coalesce(NULL, '3', 4);
> 3
SELECT * FROM (VALUES (1), (1e10)) t(a) ORDER BY 1;
> 1
> 10000000000
SELECT rank() OVER (), dense_rank() OVER (), row_number() OVER (), percent_rank() OVER (), cume_dist() OVER (), ntile(2) OVER () FROM ri;
> 1|1|1|0|1|1
> 1|1|2|0|1|1
> 1|1|3|0|1|2
SELECT i, rank() OVER (PARTITION BY i), row_number() OVER (PARTITION BY i % 2 ORDER BY i) FROM ri ORDER BY 1;
> 1|1|1
> 2|1|1
> 3|1|2
SELECT i, rank() OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM ri ORDER BY 1;
> 1|1
> 2|2
> 3|3
SELECT i, row_number() OVER (ORDER BY i RANGE UNBOUNDED PRECEDING) FROM ri ORDER BY 1;
> 1|1
> 2|2
> 3|3
SELECT i, lag(i) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING), lead(i) OVER (ORDER BY i ROWS 1 PRECEDING) FROM ri ORDER BY 1;
> 1|∅|2
> 2|1|3
> 3|2|∅
SELECT i, ntile(2) OVER (ORDER BY i ROWS 1 PRECEDING) FROM ri ORDER BY 1;
> 1|1
> 2|1
> 3|2
SELECT lag(i) OVER (), lead(i) OVER () FROM ri WHERE i = 1;
> ∅|∅
SELECT i, percent_rank() OVER w, cume_dist() OVER w FROM ri WINDOW w AS (ORDER BY i ROWS 1 PRECEDING) ORDER BY 1;
> 1|0|0.3333333333333333
> 2|0.5|0.6666666666666666
> 3|1|1
SELECT i, count(*) FILTER (WHERE i > 1) OVER (ORDER BY i) FROM ri ORDER BY 1;
> 1|0
> 2|1
> 3|2
SELECT i, sum(i) FILTER (WHERE i > 1) OVER () FROM ri ORDER BY 1;
> 1|5
> 2|5
> 3|5
SELECT k, v, max(v) FILTER (WHERE v < 12) OVER (PARTITION BY k) FROM it ORDER BY 1,2;
> 1|10|11
> 1|11|11
> 1|12|11
> 2|20|∅
> 2|21|∅
SELECT rank() OVER (ORDER BY max(v)) FROM it GROUP BY k ORDER BY 1;
> 1
> 2
SELECT ROW(1, 2) = (1, 2), ROW(1, 2) < ROW(1, 3), (1, 2) = ROW(1, 2);
> t|t|t
SELECT * FROM it WHERE ROW(k, v) = ROW(1, 10);
> 1|10
SELECT * FROM it WHERE ROW(k, v) IN (ROW(1, 10), ROW(2, 20)) ORDER BY 1;
> 1|10
> 2|20
SELECT * FROM it WHERE (k, v) IN (SELECT 1, 10);
> 1|10
SELECT * FROM it WHERE ROW(k, v) IN (SELECT 1, 10);
> 1|10
SELECT * FROM it WHERE ROW(k, v) = ANY (SELECT 1, 10);
> 1|10
SELECT * FROM it WHERE (k, v) IS NULL;
SELECT ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, 2) IS NOT NULL, ROW(1, NULL) IS NOT NULL;
> f|t|t|f
SELECT ROW(1, 2) IS DISTINCT FROM ROW(1, NULL), (1, NULL) IS NOT DISTINCT FROM (1, NULL);
> t|t
SELECT count((k, v)) FROM it;
> 5
SELECT count(DISTINCT (k, v)) FROM it;
> 5
SELECT ROW(1) = ROW(1);
> t
SELECT (t.*) FROM ra t;
> 1|10
SELECT ROW(k, v) = ROW(1, 10) FROM it ORDER BY v;
> t
> f
> f
> f
> f
SELECT (1, 2) IN ((1, 2), (3, 4)), (1, 2) NOT IN ((1, 3)), (1, NULL) IN ((1, 2));
> t|t|∅
SELECT trim('xy' FROM 'xyaxy'), trim(both 'xy' from 'yxa'), trim(leading 'x' from 'xxa'), trim(trailing 'xa' from 'bxa');
> a|a|a|b
SELECT trim(leading ' a'), trim(trailing 'a '), trim(both ' a ');
> a|a|a
SELECT trim(leading from ' a'), trim(both from ' a ');
> a|a
SELECT trim('xax', 'x'), trim(leading 'xax', 'x'), trim(both from 'xax', 'x');
> a|ax|a
SELECT trim(E'\t a '), ltrim(' a'), rtrim('a '), btrim(' a ');
> 	 a|a|a|a
SELECT substring('abcdef' FOR 3), substring('abcdef' FROM 2 FOR 3), substring('abcdef' FROM 2), substring('abcdef' FOR 3 FROM 2);
> abc|bcd|bcdef|bcd
SELECT substring('abcdef', 2), substring('abcdef', 2, 3), substr('abcdef', 2), substr('abcdef', 2, 3), substr('abcdef', 0, 3), substr('abcdef', -1, 3);
> bcdef|bcd|bcdef|bcd|ab|a
SELECT substring('abc' FROM 2 FOR 100), substring('abc' FROM 10);
> bc|
SELECT overlay('abcdef' PLACING 'XX' FROM 3), overlay('abcdef' PLACING 'XX' FROM 3 FOR 1), overlay('abcdef', 'XX', 3), overlay('abcdef', 'XX', 3, 4);
> abXXef|abXXdef|abXXef|abXX
SELECT ltrim('xxabc', 'x'), rtrim('abcxx', 'x'), btrim('xxabcxx', 'x');
> abc|abc|abc
SELECT ascii(''), chr(65), quote_ident('a b'), quote_literal('a''b'), quote_nullable(NULL);
> 0|A|"a b"|'a''b'|NULL
SELECT 'apple' LIKE ANY (ARRAY['a%', 'b%']), 'apple' LIKE ALL (ARRAY['a%', 'b%']), 'apple' NOT LIKE ALL (ARRAY['b%']), 'APPLE' ILIKE ANY (ARRAY['a%']);
> t|f|t|t
SELECT 'apple' LIKE ANY (VALUES ('a%'), ('b%'));
> t
SELECT 'apple' LIKE ANY (SELECT 'a%' UNION SELECT 'b%');
> t
SELECT i FROM ri WHERE i::text LIKE ANY (SELECT k::text FROM it) ORDER BY 1;
> 1
> 2
SELECT date_trunc('milliseconds', timestamp '2024-02-29 12:34:56.789012'), date_trunc('microseconds', timestamp '2024-02-29 12:34:56.789012'), date_trunc('second', timestamp '2024-02-29 12:34:56.789012'), date_trunc('minute', timestamp '2024-02-29 12:34:56'), date_trunc('hour', timestamp '2024-02-29 12:34:56');
> 2024-02-29 12:34:56.789|2024-02-29 12:34:56.789012|2024-02-29 12:34:56|2024-02-29 12:34:00|2024-02-29 12:00:00
SELECT date_trunc('day', timestamp '2024-02-29 12:34:56'), date_trunc('week', timestamp '2024-02-29 12:34:56'), date_trunc('month', timestamp '2024-02-29 12:34:56'), date_trunc('quarter', timestamp '2024-02-29 12:34:56'), date_trunc('year', timestamp '2024-02-29 12:34:56'), date_trunc('decade', timestamp '2024-02-29 12:34:56'), date_trunc('century', timestamp '2024-02-29 12:34:56'), date_trunc('millennium', timestamp '2024-02-29 12:34:56');
> 2024-02-29 00:00:00|2024-02-26 00:00:00|2024-02-01 00:00:00|2024-01-01 00:00:00|2024-01-01 00:00:00|2020-01-01 00:00:00|2001-01-01 00:00:00|2001-01-01 00:00:00
SELECT date_trunc('hours', timestamp '2024-02-29 12:34:56'), date_trunc('DAY', timestamp '2024-02-29 12:34:56'), date_trunc('years', timestamp '2024-02-29 12:34:56'), date_trunc('mon', timestamp '2024-02-29 12:34:56');
> 2024-02-29 12:00:00|2024-02-29 00:00:00|2024-01-01 00:00:00|2024-02-01 00:00:00
SELECT date_trunc(u, timestamp '2024-02-29 12:34:56.789') FROM (VALUES ('day'), ('hour'), ('decade'), ('ms')) t(u) ORDER BY 1;
> 2020-01-01 00:00:00
> 2024-02-29 00:00:00
> 2024-02-29 12:00:00
> 2024-02-29 12:34:56.789
SELECT date_trunc('foo', timestamp '2024-02-29 12:34:56');
> ERROR 22023
SELECT extract(millennium FROM timestamp '2024-02-29 12:34:56.789012'), extract(century FROM date '2024-02-29'), extract(decade FROM date '2024-02-29'), extract(isoyear FROM date '2024-12-30'), extract(quarter FROM date '2024-02-29'), extract(week FROM date '2024-02-29'), extract(doy FROM date '2024-02-29'), extract(dow FROM date '2024-02-29'), extract(isodow FROM date '2024-03-03'), extract(julian FROM date '2024-02-29');
> 3|21|202|2025|1|9|60|4|7|2460370
SELECT extract(timezone FROM timestamptz '2024-02-29 12:34:56+00'), extract(timezone_hour FROM timestamptz '2024-02-29 12:34:56+00'), extract(timezone_minute FROM timestamptz '2024-02-29 12:34:56+00');
> 0|0|0
SELECT extract('year' FROM date '2024-02-29'), extract("month" FROM date '2024-02-29'), extract(years FROM timestamp '2024-02-29 00:00:00'), extract(day FROM interval '3 days 4 hours'), extract(hours FROM time '01:02:03');
> 2024|2|2024|3|1
SELECT date_part(u, timestamp '2024-02-29 12:34:56.789') FROM (VALUES ('day'), ('hour'), ('epoch'), ('quarter')) t(u) ORDER BY 1;
> 1
> 12
> 29
> 1709210096.789
SELECT date_part('foo', timestamp '2024-02-29 12:34:56');
> ERROR 22023
SELECT 1 HAVING true;
> 1
SELECT 1 AS one HAVING 1 < 2;
> 1
SELECT count(*) HAVING count(*) > 0;
> 1
SELECT 1 FROM ri HAVING 1 < 2;
> 1
SELECT 1 FROM ri HAVING count(*) > 2;
> 1
SELECT 1 HAVING false;
SELECT sum(i) FROM ri HAVING sum(i) > (SELECT max(v) FROM it) - 20;
> 6
SELECT k FROM it GROUP BY k HAVING max(v) = (SELECT max(v) FROM it);
> 2
SELECT ARRAY(VALUES (1), (2));
> {1,2}
SELECT ARRAY(SELECT i FROM ri ORDER BY i DESC);
> {3,2,1}
SELECT ARRAY(WITH q AS (SELECT 1 AS a) SELECT a FROM q);
> {1}
SELECT ARRAY(SELECT i FROM ri UNION SELECT 9 ORDER BY 1);
> {1,2,3,9}
SELECT i, ARRAY(SELECT v FROM it WHERE k = i ORDER BY v) FROM ri WHERE i < 4 ORDER BY 1;
> 1|{10,11,12}
> 2|{20,21}
> 3|{}
SELECT ARRAY(SELECT 1 WHERE false);
> {}
SELECT ARRAY(TABLE ri);
> {1,2,3}
SELECT i, (SELECT max(v) FROM it HAVING (SELECT o.i) > 2) FROM ri o ORDER BY 1;
> 1|∅
> 2|∅
> 3|21
SELECT i, (SELECT max(v) FROM it WHERE k = o.i HAVING count(*) > (SELECT o.i)) FROM ri o ORDER BY 1;
> 1|12
> 2|∅
> 3|∅
SELECT i FROM ri o WHERE EXISTS (SELECT k FROM it GROUP BY k HAVING max(v) > 11 * (SELECT o.i) AND k = (SELECT o.i)) ORDER BY 1;
> 1
SELECT i::text AS a FROM (VALUES (date '2020-01-01'), ('2021-01-01')) t(i) ORDER BY 1;
> 2020-01-01
> 2021-01-01
SELECT i, (SELECT max(v) FROM it HAVING o.i > 2) FROM ri o ORDER BY 1;
> 1|∅
> 2|∅
> 3|21
SELECT i, (SELECT max(v) FROM it WHERE k = o.i HAVING count(*) > o.i) FROM ri o ORDER BY 1;
> 1|12
> 2|∅
> 3|∅
SELECT i FROM ri o WHERE EXISTS (SELECT k FROM it GROUP BY k HAVING max(v) > 11 * o.i AND k = o.i) ORDER BY 1;
> 1
SELECT a, v FROM it AS t (a) ORDER BY 1, 2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
SELECT a, v FROM (SELECT k, v FROM it) AS t (a) ORDER BY 2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
SELECT a, v FROM (SELECT * FROM it) AS t (a) ORDER BY 2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
SELECT a, column2 FROM (VALUES (1, 2)) t(a);
> 1|2
SELECT a FROM it t(a) JOIN ri u(b) ON a + 1 = b ORDER BY 1;
> 1
> 1
> 1
> 2
> 2
WITH q AS (SELECT k, v FROM it) SELECT a, v FROM q AS x(a) ORDER BY 2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
SELECT a, v, b FROM it AS t (a) JOIN ri AS u (b) ON t.a = u.b ORDER BY 2;
> 1|10|1
> 1|11|1
> 1|12|1
> 2|20|2
> 2|21|2
SELECT o.i, x.a, x.v FROM ri o, LATERAL (SELECT k, v FROM it WHERE k = o.i) AS x (a) ORDER BY 1, 3;
> 1|1|10
> 1|1|11
> 1|1|12
> 2|2|20
> 2|2|21
SELECT x.a, x.v FROM it AS x (a) NATURAL JOIN (SELECT 20 AS v) q;
> 2|20
