-- Arithmetic of dates, and functions that make and show them, with the answers of PostgreSQL.
SELECT DATE '2024-02-28' + 2;
> 2024-03-01
SELECT 2 + DATE '2024-02-28';
> 2024-03-01
SELECT DATE '2024-03-01' - 1;
> 2024-02-29
SELECT DATE '2024-03-01' - DATE '2024-02-01';
> 29
SELECT DATE '2024-01-31' + INTERVAL '1 month';
> 2024-02-29T00:00
CREATE TABLE stay (id INT PRIMARY KEY, arrived DATE, nights INT, left_at TIMESTAMP, big BIGINT);
> done
INSERT INTO stay VALUES (1, DATE '2024-02-27', 3, TIMESTAMP '2024-03-01 10:30:00', 5), (2, DATE '2023-12-30', 1, NULL, NULL), (3, NULL, 4, NULL, 1);
> 3 rows
SELECT id, arrived + nights, arrived - nights, nights + arrived FROM stay ORDER BY id;
> 1 | 2024-03-01 | 2024-02-24 | 2024-03-01
> 2 | 2023-12-31 | 2023-12-29 | 2023-12-31
> 3 | null | null | null
SELECT id, arrived - DATE '2024-01-01' AS days FROM stay ORDER BY arrived - DATE '2024-01-01';
> 2 | -2
> 1 | 57
> 3 | null
SELECT id FROM stay WHERE arrived + nights > DATE '2024-01-01';
> 1
SELECT id, CAST(left_at AS DATE) - arrived FROM stay WHERE id = 1;
> 1 | 3
@ 2, 7
SELECT id, arrived + ? FROM stay WHERE arrived < CURRENT_DATE - ? ORDER BY id;
> no rows
UPDATE stay SET arrived = arrived + 1 WHERE id = 2;
> 1 rows
SELECT arrived FROM stay WHERE id = 2;
> 2023-12-31
SELECT SUM(DATE '2024-03-01' - arrived) FROM stay;
> 64
SELECT TO_TIMESTAMP(1700000000.5);
> 2023-11-14T22:13:20.500Z
SELECT TO_TIMESTAMP(0), TO_TIMESTAMP(-86400);
> 1970-01-01T00:00:00Z | 1969-12-31T00:00:00Z
SELECT TO_TIMESTAMP('05 Dec 2000 13:45:06', 'DD Mon YYYY HH24:MI:SS');
> 2000-12-05T13:45:06Z
SELECT TO_TIMESTAMP('2024/02/03', 'YYYY/MM/DD'), TO_TIMESTAMP('20240203 0405', 'YYYYMMDD HH24MI');
> 2024-02-03T00:00:00Z | 2024-02-03T04:05:00Z
SELECT TO_DATE('2024-02-03', 'YYYY-MM-DD'), TO_DATE('3.2.24', 'DD.MM.YY');
> 2024-02-03 | 2024-02-03
SELECT TO_DATE('20240230', 'YYYYMMDD');
> error 22008 There is no date or time "20240230".
SELECT MAKE_DATE(2024, 2, 29), MAKE_TIME(8, 15, 23.5), MAKE_TIMESTAMP(2024, 2, 29, 13, 14, 15.5);
> 2024-02-29 | 08:15:23.500 | 2024-02-29T13:14:15.500
SELECT MAKE_DATE(2023, 2, 29);
> error 22008 There is no date or time 2023-2-29.
SELECT MAKE_DATE(arrived_year, 1, nights) FROM (SELECT 2000 + id AS arrived_year, nights FROM stay) s ORDER BY 1;
> 2001-01-03
> 2002-01-01
> 2003-01-04
SELECT TO_HEX(255), TO_HEX(-1), TO_HEX(4294967296), TO_HEX(big) FROM stay ORDER BY id;
> ff | ffffffff | 100000000 | 5
> ff | ffffffff | 100000000 | null
> ff | ffffffff | 100000000 | 1
SELECT TO_CHAR(1234.5, '9,999.99'), TO_CHAR(12, '0000'), TO_CHAR(-7, '99'), TO_CHAR(0.5, 'FM0.00'), TO_CHAR(485, '999MI');
>  1,234.50 |  0012 |  -7 | 0.50 | 485 
SELECT TO_CHAR(1234567, '999'), TO_CHAR(-5, 'S99'), TO_CHAR(1e3, 'FM999,999.00'), TO_CHAR(0, '9.9'), TO_CHAR(12.345, '99.9'), TO_CHAR(-0.4, '9');
>  ### |  -5 | 1,000.00 |   .0 |  12.3 |  0
SELECT TO_CHAR(TIMESTAMP '2024-02-03 04:05:06.789', 'YYYY-MM-DD HH24:MI:SS.MS'), TO_CHAR(DATE '2024-02-03', 'Day, DD Month YYYY');
> 2024-02-03 04:05:06.789 | Saturday , 03 February  2024
SELECT TO_CHAR(DATE '2024-02-03', 'FMDay, FMDD FMMonth YYYY'), TO_CHAR(DATE '2024-02-03', 'Dy DD Mon YY Q IYYY-IW-ID DDD J D');
> Saturday, 3 February 2024 | Sat 03 Feb 24 1 2024-05-6 034 2460344 7
SELECT TO_CHAR(TIMESTAMP '2024-02-03 16:05:06', 'HH12:MI:SS AM'), TO_CHAR(TIMESTAMP '2024-02-03 16:05:06', 'HH:MI pm "at" SSSS');
> 04:05:06 PM | 04:05 pm at 57906
SELECT AGE(TIMESTAMP '2024-02-03', TIMESTAMP '2020-01-01 12:00:00');
> 4 years 1 mon 1 day 12:00:00
SELECT BTRIM('xyxtrimyyx', 'xyz'), BTRIM('  a '), LTRIM('xxa', 'x'), RTRIM('axy', 'xy');
> trim | a | a | a
SELECT DATE '2024-02-28' + TIME '10:00:00';
> 2024-02-28T10:00
SELECT TIMESTAMP '2024-03-01 10:00:00' - TIMESTAMP '2024-02-29 09:30:00';
> 1 day 00:30:00
SELECT DATE '2024-02-28' * 2;
> error 42804 Cannot apply '*' to arguments of type '<DATE> * <INTEGER>'. Supported form(s): '<NUMERIC> * <NUMERIC>' (line 1, column 8).
@ 7
SELECT id FROM stay WHERE arrived + ? > DATE '2024-02-28' ORDER BY id;
> 1
@ date 2024-02-01
SELECT id, arrived - ? FROM stay WHERE id = 1;
> 1 | 26
-- What JDBC's escapes come to
SELECT UCASE('a'), LOCATE('b', 'abc'), IFNULL(NULL, 2), CONCAT('a', 'b'), YEAR(DATE '2024-02-03'), LENGTH('abc'), MOD(7, 3), ABS(-1), ROUND(2.567, 1);
> A | 2 | 2 | ab | 2024 | 3 | 1 | 1 | 2.6
SELECT TIMESTAMPADD(SQL_TSI_DAY, 3, DATE '2024-02-28'), TIMESTAMPDIFF(SQL_TSI_DAY, TIMESTAMP '2024-02-01 00:00:00', TIMESTAMP '2024-03-01 00:00:00'), DAYOFMONTH(DATE '2024-02-03');
> 2024-03-02 | 29 | 3
SELECT TIMESTAMPADD(HOUR, 3, TIMESTAMP '2024-02-28 22:00:00'), TIMESTAMPDIFF(SQL_TSI_MONTH, DATE '2024-01-31', DATE '2024-03-01'), WEEK(DATE '2024-02-03'), QUARTER(DATE '2024-02-03');
> 2024-02-29T01:00 | 1 | 5 | 1
SELECT LEFT('abc', 2), SUBSTRING('abcd', 2, 2), REPLACE('aba', 'a', 'c'), LTRIM(' a'), CHAR(65), RAND() < 1;
> ab | bc | cbc | a | A | true
-- Each call gives another value.
CREATE SEQUENCE tickets;
> done
SELECT nextval('tickets'), nextval('tickets'), nextval('tickets') + 0;
> 1 | 2 | 3
SELECT nextval('tickets') AS a, id FROM stay ORDER BY id;
> 4 | 1
> 5 | 2
> 6 | 3
SELECT NEXT VALUE FOR tickets, NEXT VALUE FOR tickets;
> 7 | 7
INSERT INTO stay (id, nights) VALUES (nextval('tickets'), nextval('tickets')) RETURNING id, nights;
> 1 rows
> 8 | 9
SELECT GEN_RANDOM_UUID() = GEN_RANDOM_UUID(), RANDOM() - RANDOM() = 0;
> false | false
SELECT RANDOM() = RANDOM(), RAND() = RANDOM();
> false | false
SELECT COUNT(*) FROM stay WHERE RANDOM() = RANDOM();
> 0
SELECT COUNT(*) - COUNT(DISTINCT u) FROM (SELECT GEN_RANDOM_UUID() AS u FROM stay) s;
> 0
