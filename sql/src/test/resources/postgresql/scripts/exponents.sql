-- Numbers with an exponent are exact.
SELECT pg_typeof(1e10)::text, 1e3, 1.5e3, 1e-3, 25e-1, 1E2, 1e+2;
> numeric|1000|1500|0.001|2.5|100|100
SELECT 1e-12::numeric, 1.5e-15::numeric(30,20);
> 0.000000000001|0.00000000000000150000
CREATE TABLE x (k int PRIMARY KEY, f float8, r real, n numeric(30,5), i bigint);
INSERT INTO x VALUES (1, 1e22, 1e10, 1e20, 1e3), (2, 1.5e-300, 1e-30, 1e-3, 25e-1), (3, 1e300, 3.4e38, 1.23456e5, 9e18);
INSERT INTO x (k, f) VALUES (4, 1.5e308);
SELECT k, f, r::text, n, i FROM x ORDER BY k;
> 1|1e+22|1e+10|100000000000000000000.00000|1000
> 2|1.5e-300|1e-30|0.00100|3
> 3|1e+300|3.4e+38|123456.00000|9000000000000000000
> 4|1.5e+308|∅|∅|∅
SELECT k FROM x WHERE f > 1e20 ORDER BY k;
> 1
> 3
> 4
SELECT 1e22::float8, 1e-5 * 10, 1e300::float8 * 2, 1e2 + 1;
> 1e+22|0.00010|2e+300|101
SELECT k FROM x WHERE n = 1e20 OR i = 1e3 ORDER BY k;
> 1
SELECT 1e0 / 4 > 0.2, -1e1, 2 * 1e1, 1e1::int, abs(-1e2), 1e3 % 7;
> t|-10|20|10|100|6
