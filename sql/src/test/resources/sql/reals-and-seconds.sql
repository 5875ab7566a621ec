-- roots, powers and logarithms where there are none
SELECT sqrt(-1);
> error 2201F There is no square root of a negative number.
SELECT sqrt(-1.5::numeric);
> error 2201F There is no square root of a negative number.
SELECT ln(0);
> error 2201E There is no logarithm of zero.
SELECT ln(-1);
> error 2201E There is no logarithm of a negative number.
SELECT log(0);
> error 2201E There is no logarithm of zero.
SELECT log(-1);
> error 2201E There is no logarithm of a negative number.
SELECT log10(0);
> error 2201E There is no logarithm of zero.
SELECT log(2, 0);
> error 2201E There is no logarithm of zero.
SELECT log(2, -1);
> error 2201E There is no logarithm of a negative number.
SELECT log(2, 8);
> 3.0
SELECT log(2.0, 64.0);
> 6.0000000000000000
SELECT log(0, 4);
> error 2201E There is no logarithm of zero.
SELECT log(1, 4);
> error 22012 Division by zero.
SELECT power(0, -1);
> error 2201F Zero has no negative powers.
SELECT power(-1, 0.5);
> error 2201F A negative number has whole powers only.
SELECT power(-8, 1.0/3);
> error 2201F A negative number has whole powers only.
SELECT power(10::double precision, 400::double precision);
> error 22003 The result is beyond the range of DOUBLE PRECISION.
SELECT power(10, 400);
> error 22003 The result is beyond the range of DOUBLE PRECISION.
SELECT exp(1000::double precision);
> error 22003 The result is beyond the range of DOUBLE PRECISION.
SELECT exp(1000);
> error 22003 The result is beyond the range of DOUBLE PRECISION.
SELECT exp(-1000::double precision);
> error 22003 The result is beyond the range of DOUBLE PRECISION.
SELECT exp(1);
> 2.718281828459045
SELECT ln(2.0::numeric);
> 0.6931471805599453
SELECT ln(2);
> 0.6931471805599453
SELECT 2 ^ 10;
> 1024.0
SELECT 2 ^ -1;
> 0.5
SELECT 0 ^ -1;
> error 2201F Zero has no negative powers.
SELECT power(2, 10);
> 1024.0
SELECT power(2.5, 2);
> 6.2500000000000000
SELECT |/ 25, |/ -1;
> error 2201F There is no square root of a negative number.
SELECT round(power(1.1, 2)::numeric, 2), (2 ^ 3)::int, floor(sqrt(17))::int, power(-2, 3), power(0, 0), round(log(2, 8));
> 1.21 | 8 | 4 | -8.0 | 1.0 | 3.0
SELECT x, sqrt(x) FROM generate_series(1, 4) AS g (x) WHERE power(x, 2) > 3 ORDER BY x;
> 2 | 1.4142135623730951
> 3 | 1.7320508075688772
> 4 | 2.0
-- seconds have digits behind the point
CREATE TABLE ts (id INT PRIMARY KEY, t TIMESTAMP, z TIMESTAMPTZ);
> done
INSERT INTO ts VALUES (1,'2024-01-01 00:00:00.123456','2024-01-01 00:00:00.123456+00'),(2,'2024-01-01 00:00:00.123999','2024-01-01 00:00:00.123999+00'),(3,'2024-01-01 00:00:00.123456','2024-01-01 00:00:00.123456+00'),(4,'2024-01-01 00:00:00.123','2024-01-01 00:00:00.123+00'),(5,NULL,NULL);
> 5 rows
SELECT EXTRACT(SECOND FROM TIMESTAMP '2024-01-02 03:04:05.678912');
> 5.678912
SELECT EXTRACT(EPOCH FROM TIMESTAMP '2024-01-02 03:04:05.678912');
> 1704164645.678912
SELECT EXTRACT(MILLISECONDS FROM TIMESTAMP '2024-01-02 03:04:05.678912');
> 5678.912
SELECT EXTRACT(MICROSECONDS FROM TIMESTAMP '2024-01-02 03:04:05.678912');
> 5678912
SELECT EXTRACT(SECOND FROM TIME '03:04:05.678');
> 5.678000
SELECT EXTRACT(EPOCH FROM TIME '03:04:05.678');
> 11045.678000
SELECT EXTRACT(MILLISECONDS FROM TIME '03:04:05.678');
> 5678.000
SELECT date_part('second', TIMESTAMP '2024-01-02 03:04:05.678912'), date_part('epoch', TIMESTAMP '2024-01-02 03:04:05.678912'), date_part('year', DATE '2024-01-02');
> 5.678912 | 1.704164645678912E9 | 2024
SELECT EXTRACT(MICROSECONDS FROM t), EXTRACT(EPOCH FROM z) FROM ts ORDER BY id;
> 123456 | 1704067200.123456
> 123999 | 1704067200.123999
> 123456 | 1704067200.123456
> 123000 | 1704067200.123000
> null | null
SELECT EXTRACT(SECOND FROM INTERVAL '1.5 s'), EXTRACT(SECOND FROM t) FROM ts ORDER BY id;
> 1.500000 | 0.123456
> 1.500000 | 0.123999
> 1.500000 | 0.123456
> 1.500000 | 0.123000
> 1.500000 | null
SELECT date_part('epoch', t), date_part('milliseconds', z) FROM ts ORDER BY id;
> 1.704067200123456E9 | 123.456
> 1.704067200123999E9 | 123.999
> 1.704067200123456E9 | 123.456
> 1.704067200123E9 | 123.0
> null | null
SELECT EXTRACT(EPOCH FROM t - TIMESTAMP '2024-01-01')::int, floor(EXTRACT(EPOCH FROM t))::bigint, EXTRACT(SECOND FROM t)::int FROM ts ORDER BY id;
> 0 | 1704067200 | 0
> 0 | 1704067200 | 0
> 0 | 1704067200 | 0
> 0 | 1704067200 | 0
> null | null | null
SELECT count(*) FROM ts WHERE EXTRACT(EPOCH FROM z) > 1704067200.1235;
> 1
SELECT EXTRACT(MINUTE FROM t), EXTRACT(YEAR FROM z), date_part('hour', t) FROM ts ORDER BY id;
> 0 | 2024 | 0
> 0 | 2024 | 0
> 0 | 2024 | 0
> 0 | 2024 | 0
> null | null | null
