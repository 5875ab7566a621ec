-- What is beyond the range of a floating number is an error; NaN equals itself and is above all else.
SELECT 1.0::float8 / 0;
> ERROR 22012
SELECT 0::float8 / 0;
> ERROR 22012
SELECT 'NaN'::float8 / 0, 'Infinity'::float8 / 2, 1 / 'Infinity'::float8, 'Infinity'::float8 - 'Infinity'::float8;
> NaN|Infinity|0|NaN
SELECT 1e308::float8 * 10;
> ERROR 22003
SELECT 1e308::float8 + 1e308::float8;
> ERROR 22003
SELECT -1e308::float8 - 1e308::float8;
> ERROR 22003
SELECT 1e-300::float8 * 1e-300::float8;
> ERROR 22003
SELECT 1e-300::float8 / 1e300::float8;
> ERROR 22003
SELECT 'Infinity'::float8 * 2, 'Infinity'::float8 + 1, 'NaN'::float8 + 1;
> Infinity|Infinity|NaN
SELECT 1e308::real;
> ERROR 22003
SELECT 1e-60::float8::real;
> ERROR 22003
SELECT 1e39::numeric::real;
> ERROR 22003
SELECT 3e38::real * 10;
> 3.000000005497756e+39
SELECT 1::real / 0;
> ERROR 22012
SELECT 1.5::real + 2.25::real, 1.5::real * 2::real, 7::real / 2::real;
> 3.75|3|3.5
SELECT '1e400'::float8;
> ERROR 22003
SELECT asin(1.5);
> ERROR 22003
SELECT acos(-2);
> ERROR 22003
SELECT asin(1), acos(1);
> 1.5707963267948966|0
SELECT sqrt(-1);
> ERROR 2201F
SELECT power(0, -1);
> ERROR 2201F
SELECT exp(1000);
> ERROR 22003
SELECT exp(-1000::float8);
> ERROR 22003
SELECT power(10::float8, -400);
> ERROR 22003
SELECT 'NaN'::float8::int;
> ERROR 22003
SELECT 'Infinity'::float8::bigint;
> ERROR 22003
SELECT 1e20::float8::bigint;
> ERROR 22003
SELECT 3e9::float8::int;
> ERROR 22003
SELECT 40000::float8::smallint;
> ERROR 22003
CREATE TABLE d (k int PRIMARY KEY, f float8, r real);
INSERT INTO d VALUES (1, 'NaN', 'NaN'), (2, 1.5, 1.5), (3, 'Infinity', 'Infinity'), (4, '-Infinity', '-Infinity'), (5, NULL, NULL), (6, 'NaN', 2), (7, 0, 0);
SELECT k FROM d WHERE f = 'NaN' ORDER BY k;
> 1
> 6
SELECT k FROM d WHERE r = 'NaN' ORDER BY k;
> 1
SELECT k FROM d WHERE f > 1 ORDER BY k;
> 1
> 2
> 3
> 6
SELECT k FROM d WHERE r >= 'Infinity' ORDER BY k;
> 1
> 3
SELECT k FROM d WHERE f <> 'NaN' ORDER BY k;
> 2
> 3
> 4
> 7
SELECT k FROM d WHERE f < 'NaN' ORDER BY k;
> 2
> 3
> 4
> 7
SELECT k FROM d WHERE f BETWEEN 1 AND 'NaN' ORDER BY k;
> 1
> 2
> 3
> 6
SELECT max(f), min(f), max(r), min(r) FROM d;
> NaN|-Infinity|NaN|-Infinity
SELECT max(f), min(f) FROM d WHERE k IN (1, 6);
> NaN|NaN
SELECT max(f) FROM d WHERE k IN (1, 2);
> NaN
SELECT greatest(f, 1), least(f, 1), greatest(1, f, r), CASE WHEN f = 'NaN'::float8 THEN 'n' WHEN f > 1 THEN 'g' ELSE 'x' END FROM d ORDER BY k;
> NaN|1|NaN|n
> 1.5|1|1.5|g
> Infinity|1|Infinity|g
> 1|-Infinity|1|x
> 1|1|1|x
> NaN|1|NaN|n
> 1|0|1|x
SELECT k, f IN ('NaN'::float8, 1.5), r IN ('NaN'::real) FROM d ORDER BY k;
> 1|t|t
> 2|t|f
> 3|f|f
> 4|f|f
> 5|∅|∅
> 6|t|f
> 7|f|f
SELECT DISTINCT f FROM d ORDER BY f;
> -Infinity
> 0
> 1.5
> Infinity
> NaN
> ∅
SELECT f, count(*) FROM d GROUP BY f ORDER BY f;
> -Infinity|1
> 0|1
> 1.5|1
> Infinity|1
> NaN|2
> ∅|1
SELECT a.k, b.k FROM d a JOIN d b ON a.f = b.f WHERE a.k <> b.k ORDER BY 1, 2;
> 1|6
> 6|1
SELECT a.k, b.k FROM d a JOIN d b ON a.f = b.r ORDER BY 1, 2;
> 1|1
> 2|2
> 3|3
> 4|4
> 6|1
> 7|7
SELECT a.k, b.k FROM d a JOIN d b ON a.f > b.f AND a.k = 1 ORDER BY 1, 2;
> 1|2
> 1|3
> 1|4
> 1|7
SELECT k, rank() OVER (ORDER BY f), count(*) OVER (PARTITION BY f) FROM d ORDER BY k;
> 1|5|2
> 2|3|1
> 3|4|1
> 4|1|1
> 5|7|1
> 6|5|2
> 7|2|1
SELECT 'NaN'::float8 = 'NaN'::float8, 'NaN'::float8 > 1, 'NaN'::float8 < 1, 'NaN'::float8 <> 'NaN'::float8, 'NaN'::real = 'NaN'::float8, 'NaN'::float8 >= 'Infinity'::float8, 1 < 'NaN'::float8;
> t|t|f|f|t|t|t
SELECT 'NaN'::float8 IS DISTINCT FROM 'NaN'::float8, nullif('NaN'::float8, 'NaN'::float8);
> f|∅
CREATE INDEX df ON d (f);
CREATE INDEX dr ON d (r);
SELECT k FROM d WHERE f = 'NaN' ORDER BY k;
> 1
> 6
SELECT k FROM d WHERE r = 'NaN' ORDER BY k;
> 1
SELECT k FROM d WHERE f > 1 ORDER BY k;
> 1
> 2
> 3
> 6
SELECT k FROM d WHERE f >= 'NaN' ORDER BY k;
> 1
> 6
SELECT k FROM d WHERE r > 2 ORDER BY k;
> 1
> 3
SELECT k FROM d WHERE f < 'Infinity' ORDER BY k;
> 2
> 4
> 7
SELECT k FROM d WHERE f = 0 OR f = -0.0 ORDER BY k;
> 7
SELECT array_to_string(array_agg(f ORDER BY f), $$,$$) FROM d WHERE f IS NOT NULL;
> -Infinity,0,1.5,Infinity,NaN,NaN
SELECT avg(f), sum(f) FROM d WHERE k IN (2, 7);
> 0.75|1.5
SELECT sum(r)::text, avg(r), pg_typeof(sum(r))::text FROM (VALUES (1.1::real), (2.2::real)) t(r);
> 3.3000002|1.6500000357627869|real
SELECT stddev(f), variance(f), stddev_pop(f), var_pop(f) FROM (VALUES (1.5::float8), (2.25), (4)) t(f);
> 1.282900359861721|1.6458333333333333|1.0474837574980445|1.097222222222222
SELECT stddev(f), var_pop(f) FROM (VALUES (1.5::float8)) t(f);
> ∅|0
SELECT stddev(f), var_pop(f), stddev(i), var_pop(i) FROM (VALUES (1.5, 3)) t(f, i);
> ∅|0|∅|0
SELECT sqrt(2.0), sqrt(2), sqrt(0.0002), sqrt(1234567890123.5), sqrt(0.00), sqrt(1e-20), sqrt(99999999);
> 1.414213562373095|1.4142135623730951|0.01414213562373095|1111111.106111131|0.000000000000000|0.0000000001000000000000000|9999.99995
SELECT exp(1.0), exp(0.0), exp(-3.5), exp(20.25), exp(100.0), exp(-20.0);
> 2.7182818284590452|1.0000000000000000|0.03019738342231850|622964442.19844548|26881171418161354484126255515800135873611118.8|0.000000002061153622438558
SELECT ln(2.0), ln(10.0), ln(1.0), ln(1.05), ln(1e10), ln(0.001), ln(123456789.123);
> 0.6931471805599453|2.3025850929940457|0.0000000000000000|0.048790164169432003|23.025850929940457|-6.9077552789821371|18.631401767164318
SELECT log(100.0), log(2.0), log(2.0, 64.0), log(3.0, 10), log(0.5), log10(1000.0);
> 2.0000000000000000|0.3010299956639812|6.0000000000000000|2.0959032742893846|-0.3010299956639812|3.0000000000000000
SELECT power(2.0, 3), power(2, 3), 2.0 ^ 0.5, power(1.1, 10), power(2.0, -3), power(0.0, 2), power(1.5, 0), power(10.0, 20), power(-2.0, 3), power(1.000001, 1000000);
> 8.0000000000000000|8|1.4142135623730950|2.5937424601000000|0.1250000000000000|0.0000000000000000|1.0000000000000000|100000000000000000000.0000000000000000|-8.0000000000000000|2.7182804693193769
SELECT power(2, 0.5), power(2.0, 100), power(0.001, 5), power(9.0, 1.5), pg_typeof(power(2.0, 3))::text, pg_typeof(power(2, 3))::text;
> 1.4142135623730950|1267650600228229401496703205376.0000000000000000|0.0000000000000010|27.000000000000000|numeric|double precision
SELECT ln(0.0);
> ERROR 2201E
SELECT sqrt(-1.0);
> ERROR 2201F
SELECT power(-1.0, 0.5);
> ERROR 2201F
SELECT power(0.0, -1);
> ERROR 2201F
