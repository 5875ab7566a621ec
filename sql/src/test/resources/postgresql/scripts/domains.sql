-- Functions of numbers out of their domain.
SELECT acosh(0.5);
> ERROR 22003
SELECT acosh(0.5::float8), acosh(1);
> ERROR 22003
SELECT atanh(2);
> ERROR 22003
SELECT atanh(1), atanh(-1);
> Infinity|-Infinity
SELECT asin(1.5);
> ERROR 22003
SELECT acos(-2);
> ERROR 22003
SELECT asind(2);
> ERROR 22003
SELECT acosd(2);
> ERROR 22003
SELECT sqrt(-1);
> ERROR 2201F
SELECT sqrt(-1.0);
> ERROR 2201F
SELECT sqrt(-1::float8);
> ERROR 2201F
SELECT ln(0);
> ERROR 2201E
SELECT ln(-1.0);
> ERROR 2201E
SELECT ln(0::float8);
> ERROR 2201E
SELECT log(0);
> ERROR 2201E
SELECT log(-1::float8);
> ERROR 2201E
SELECT log10(0);
> ERROR 2201E
SELECT log(2.0, 0.0);
> ERROR 2201E
SELECT log(1.0, 2.0);
> ERROR 22012
SELECT log(-2.0, 2.0);
> ERROR 2201E
SELECT log(0.0, 2.0);
> ERROR 2201E
SELECT power(0, -1);
> ERROR 2201F
SELECT power(0.0, -1.0);
> ERROR 2201F
SELECT power(-1, 0.5);
> ERROR 2201F
SELECT power(-1.0, 0.5);
> ERROR 2201F
SELECT power(-8::float8, 1.0/3);
> ERROR 2201F
SELECT exp(1000);
> ERROR 22003
SELECT exp(1000::float8);
> ERROR 22003
SELECT exp(-1000::float8);
> ERROR 22003
SELECT power(10::float8, 400);
> ERROR 22003
SELECT power(10::float8, -400);
> ERROR 22003
SELECT 2 ^ 5000;
> ERROR 22003
SELECT 2::float8 ^ 5000;
> ERROR 22003
SELECT cosh(1000);
> Infinity
SELECT sinh(1000), sinh(-1000);
> Infinity|-Infinity
SELECT tanh(1000);
> 1
SELECT sin('Infinity'::float8);
> ERROR 22003
SELECT cos('-Infinity'::float8);
> ERROR 22003
SELECT tan('Infinity'::float8);
> ERROR 22003
SELECT cot('Infinity'::float8);
> ERROR 22003
SELECT cot(0);
> Infinity
SELECT sind('Infinity'::float8);
> ERROR 22003
SELECT cotd(0), tand(90), tand(270);
> Infinity|Infinity|-Infinity
SELECT sind(30), cosd(60), tand(45), cotd(45), asind(0.5), acosd(0.5), atand(1), atan2d(1, 1);
> 0.5|0.5|1|1|30|60|45|45
SELECT sin('NaN'::float8), acosh('NaN'::float8), asin('NaN'::float8), ln('NaN'::float8), sqrt('NaN'::float8);
> NaN|NaN|NaN|NaN|NaN
SELECT sqrt('Infinity'::float8), ln('Infinity'::float8), exp('-Infinity'::float8), exp('Infinity'::float8);
> Infinity|Infinity|0|Infinity
SELECT acosh('Infinity'::float8), asinh('-Infinity'::float8), atan('Infinity'::float8), tanh('-Infinity'::float8);
> Infinity|-Infinity|1.5707963267948966|-1
SELECT degrees(1e308), radians(180);
> ERROR 22003
SELECT degrees(1e308::float8);
> ERROR 22003
SELECT factorial(-1);
> ERROR 22003
SELECT factorial(100000);
> ERROR 22003
SELECT mod(5, 0);
> ERROR 22012
SELECT mod(5.0, 0);
> ERROR 22012
SELECT div(5, 0);
> ERROR 22012
SELECT gcd(0, 0), lcm(0, 5);
> 0|0
SELECT lcm(9223372036854775807, 2);
> ERROR 22003
SELECT gcd((-9223372036854775808)::bigint, (-9223372036854775808)::bigint);
> ERROR 22003
SELECT to_number('abc', '999');
> ERROR 22P02
SELECT |/ -4;
> ERROR 2201F
SELECT @ -5, abs(-32768::smallint);
> ERROR 22003
SELECT abs((-2147483648)::int);
> ERROR 22003
SELECT -(-2147483648)::int;
> ERROR 22003
SELECT power('Infinity'::float8, 0), power('NaN'::float8, 0), power(1, 'NaN'::float8), power('-Infinity'::float8, 3), power(0::float8, 'Infinity'), power(-1::float8, 'Infinity');
> 1|1|1|-Infinity|0|1
SELECT atan2(0, 0), atan2('Infinity'::float8, 'Infinity'::float8);
> 0|0.7853981633974483
SELECT random() BETWEEN 0 AND 1, pi();
> t|3.141592653589793
SELECT erf(1);
> ERROR 42883
SELECT sqrt(x), acosh(x + 0.5) FROM (VALUES (0.25), (1)) v (x);
> ERROR 22003
SELECT acosh(x) FROM (VALUES (0.25), (1)) v (x);
> ERROR 22003
