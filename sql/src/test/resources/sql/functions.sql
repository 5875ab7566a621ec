-- Functions of texts, numbers, dates.
SELECT UPPER('abc'), LOWER('ABC'), CHAR_LENGTH('abc'), SUBSTRING('abcdef' FROM 2 FOR 3), TRIM('  a '), POSITION('c' IN 'abc'), REPLACE('abc', 'b', 'x');
> ABC | abc | 3 | bcd | a | 3 | axc
SELECT CONCAT('a', 'b'), LEFT('abc', 2), RIGHT('abc', 2), INITCAP('ab cd'), REPEAT('ab', 2), LPAD('7', 3, '0');
> ab | ab | bc | Ab Cd | abab | 007
SELECT ABS(-5), ROUND(2.567, 2), FLOOR(2.5), CEIL(2.1), POWER(2, 10), SQRT(16), SIGN(-3), TRUNCATE(2.567, 1);
> 5 | 2.57 | 2 | 3 | 1024.0 | 4.0 | -1 | 2.5
SELECT GREATEST(1, 5, 3), LEAST(4, 2, 3);
> 5 | 2
SELECT EXTRACT(YEAR FROM DATE '2026-03-04'), EXTRACT(MONTH FROM DATE '2026-03-04'), EXTRACT(DAY FROM DATE '2026-03-04');
> 2026 | 3 | 4
SELECT DATE '2026-03-04' + INTERVAL '1' DAY, TIMESTAMP '2026-03-04 10:00:00' - INTERVAL '2' HOUR;
> 2026-03-05T00:00 | 2026-03-04T08:00
SELECT CAST('2026-03-04' AS DATE), CAST(TIMESTAMP '2026-03-04 10:11:12' AS DATE);
> 2026-03-04 | 2026-03-04
SELECT NOW(), CURRENT_TIMESTAMP, CURRENT_DATE;
> 1970-01-01T00:00:00Z | 1970-01-01T00:00:00Z | 1970-01-01
SELECT TIMESTAMPDIFF(DAY, DATE '2026-03-01', DATE '2026-03-04');
> 3
SELECT 'a' LIKE 'A', 'abc' LIKE 'a_c', 'abc' SIMILAR TO 'a%';
> false | true | true
SELECT 1/0;
> error 22012 Division by zero.
SELECT CAST('x' AS INTEGER);
> error 22P02 "x" is no INTEGER, for a cast.
SELECT 2147483647 + 1;
> error 22003 A calculated number does not fit in an INTEGER.
SELECT 9223372036854775807 + 1;
> error 22003 A calculated number does not fit in a BIGINT.
SELECT NO_SUCH(1);
> error 42883 There is no function no_such(<numeric>) (line 1, column 8).
SELECT UPPER(1, 2);
> error 42000 Invalid number of arguments to function 'UPPER'. Was expecting 1 arguments (line 1, column 8).
-- names of other databases
SELECT TRUNC(2.567, 1), TRUNC(-2.5);
> 2.5 | -2
SELECT SPLIT_PART('a-b-c', '-', 2), LPAD('7', 3, '0'), RPAD('ab', 4, 'x'), INITCAP('hello world'), MD5('a'), REGEXP_REPLACE('a1b2', '[0-9]', '', 'g');
> b | 007 | abxx | Hello World | 0cc175b9c0f1b6a831c399e269772661 | ab
SELECT TO_CHAR(TIMESTAMP '2026-03-04 05:06:07', 'YYYY-MM-DD HH24:MI:SS'), DATE_PART('year', DATE '2026-03-04'), AGE(TIMESTAMP '2026-03-04 05:06:07', TIMESTAMP '2025-01-01 00:00:00');
> 2026-03-04 05:06:07 | 2026 | 1 year 2 mons 3 days 05:06:07
SELECT STRING_AGG(v.s, ',' ORDER BY v.s DESC) FROM (VALUES ('a'), ('b')) AS v(s);
> b,a
SELECT BTRIM('  ab '), BTRIM('xxabx', 'x'), REVERSE('abc');
> ab | ab | cba
-- a week begins on Monday
SELECT DATE_TRUNC('week', TIMESTAMP '2026-03-04 05:06:07'), DATE_TRUNC('week', TIMESTAMP '2026-03-02 00:00:00'), DATE_TRUNC('week', TIMESTAMP '2026-03-08 23:59:59');
> 2026-03-02T00:00 | 2026-03-02T00:00 | 2026-03-02T00:00
SELECT DATE_TRUNC('week', TIMESTAMP '1969-12-31 12:00:00'), DATE_TRUNC('week', TIMESTAMP '2026-01-01 00:00:00');
> 1969-12-29T00:00 | 2025-12-29T00:00
SELECT DATE_TRUNC('century', TIMESTAMP '2026-03-04 05:06:07');
> 2001-01-01T00:00
-- days of the week: from 0 with DOW, from 1 with JDBC's function, Sunday first
SELECT EXTRACT(DOW FROM DATE '2026-03-04'), EXTRACT(DOW FROM TIMESTAMP '2026-03-08 10:00:00'), DAYOFWEEK(DATE '2026-03-08'), EXTRACT(ISODOW FROM DATE '2026-03-08'), DATE_PART('dow', DATE '2026-03-08');
> 3 | 0 | 1 | 7 | 0
SELECT TO_DATE('2026-11-23', 'YYYY-MM-DD'), TO_DATE('23.11.2026', 'DD.MM.YYYY');
> 2026-11-23 | 2026-11-23
SELECT INITCAP('hello world'), LEFT('hello', 2), RIGHT('hello', 2), LPAD('7', 3, '0'), RPAD('7', 3, '0'), REPEAT('ab', 3), SPLIT_PART('a,b,c', ',', 2), STRPOS('hello', 'l'), TRANSLATE('hello', 'el', 'ip'), MD5('a'), SIGN(-3), LN(1), LOG10(100), CBRT(27), DEGREES(PI()), CONCAT('a', 'b', 'c'), CONCAT_WS('-', 'a', 'b');
> Hello World | he | lo | 007 | 700 | ababab | b | 3 | hippo | 0cc175b9c0f1b6a831c399e269772661 | -1 | 0.0 | 2.0 | 3.0 | 180.0 | abc | a-b
SELECT REGEXP_LIKE('hello', 'h.*o'), 'hello' ~ 'h.l', 'hello' ~* 'HEL', 'hello' SIMILAR TO 'h%o';
> true | true | true | true
SELECT DATE '2026-11-23' + INTERVAL '2' DAY, TIMESTAMPDIFF(DAY, DATE '2026-11-20', DATE '2026-11-23');
> 2026-11-25T00:00 | 3
SELECT CHR(65), ASCII('A'), STARTS_WITH('hello', 'he'), OVERLAY('hello' PLACING 'J' FROM 1 FOR 1);
> A | 65 | true | Jello
