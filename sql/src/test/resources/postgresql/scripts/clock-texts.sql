-- Spellings of dates, times and intervals.
SELECT 'epoch'::date, 'epoch'::timestamp, 'epoch'::timestamptz;
> 1970-01-01|1970-01-01 00:00:00|1970-01-01 00:00:00+00
SELECT 'today'::date = current_date, 'tomorrow'::date - current_date, 'yesterday'::date - current_date;
> t|1|-1
SELECT 'now'::timestamptz = now(), 'now'::date = current_date, 'now'::time = localtime;
> t|t|t
SELECT 'today'::timestamp = current_date, 'tomorrow'::timestamptz > now();
> t|t
SELECT 'allballs'::time;
> 00:00:00
SELECT '2024-01-08'::date, 'January 8, 1999'::date, 'Jan 8, 1999'::date, '8 Jan 1999'::date;
> 2024-01-08|1999-01-08|1999-01-08|1999-01-08
SELECT '1999-Jan-08'::date, 'Jan-08-1999'::date, '08-Jan-1999'::date;
> 1999-01-08|1999-01-08|1999-01-08
SELECT '20240108'::date, '240108'::date, '2024-1-8'::date, '1/8/1999'::date, '1/18/1999'::date;
> 2024-01-08|2024-01-08|2024-01-08|1999-01-08|1999-01-18
SELECT '2024.008'::date;
> 2024-01-08
SELECT '1999.008'::date, 'J2451187'::date;
> 1999-01-08|1999-01-08
SELECT '2024/1/8'::date, '2024.1.8'::date;
> 2024-01-08|2024-01-08
SELECT '04:05:06.789'::time, '04:05:06'::time, '04:05'::time, '040506'::time, '0405'::time;
> 04:05:06.789|04:05:06|04:05:00|04:05:06|04:05:00
SELECT '04:05 AM'::time, '04:05 PM'::time, '12:00 AM'::time, '4:05:06 pm'::time, '12:30 PM'::time;
> 04:05:00|16:05:00|00:00:00|16:05:06|12:30:00
SELECT '04:05:06 PM'::time, '4 PM'::time;
> ERROR 22007
SELECT '2024-01-08T04:05:06'::timestamp, '2024-01-08T04:05:06Z'::timestamptz, '2024-01-08 04:05:06.789+02:00'::timestamptz;
> 2024-01-08 04:05:06|2024-01-08 04:05:06+00|2024-01-08 02:05:06.789+00
SELECT '20240108T040506'::timestamp, '20240108 040506'::timestamp, '20240108T040506Z'::timestamptz;
> 2024-01-08 04:05:06|2024-01-08 04:05:06|2024-01-08 04:05:06+00
SELECT '2024-01-08 04:05:06 America/New_York'::timestamptz, '2024-01-08 04:05:06 PST'::timestamptz, '2024-01-08 04:05:06 UTC'::timestamptz;
> 2024-01-08 09:05:06+00|2024-01-08 12:05:06+00|2024-01-08 04:05:06+00
SELECT '2024-01-08 04:05:06 UTC'::timestamp, '2024-01-08 04:05:06+02'::timestamp;
> 2024-01-08 04:05:06|2024-01-08 04:05:06
SELECT 'Mon Jan 8 04:05:06 2024'::timestamp, 'Mon Jan 8 04:05:06 2024 PST'::timestamptz;
> 2024-01-08 04:05:06|2024-01-08 12:05:06+00
SELECT 'Jan 8 2024 04:05 PM'::timestamp, '8 January 2024 16:05'::timestamp;
> 2024-01-08 16:05:00|2024-01-08 16:05:00
SELECT '2024-01-08 04:05:06-8'::timestamptz, '2024-01-08 04:05:06+0530'::timestamptz, '2024-01-08 04:05:06-08:00:30'::timestamptz, '2024-01-08 04:05:06 z'::timestamptz;
> 2024-01-08 12:05:06+00|2024-01-07 22:35:06+00|2024-01-08 12:05:36+00|2024-01-08 04:05:06+00
SELECT '2024-01-08 04:05 PM'::timestamp, '2024-01-08 24:00'::timestamp;
> 2024-01-08 16:05:00|2024-01-09 00:00:00
SELECT TIMESTAMP '2024-01-08', TIMESTAMP '2024-01-08 5:6', DATE '2024-01-08 10:00';
> 2024-01-08 00:00:00|2024-01-08 05:06:00|2024-01-08
SELECT TIMESTAMP WITH TIME ZONE '2024-01-08 04:05:06+02';
> 2024-01-08 02:05:06+00
SELECT date 'today' = current_date, timestamp 'epoch';
> t|1970-01-01 00:00:00
SELECT '1 year 2 mons'::interval, 'P1Y2M'::interval, '1-2'::interval, '@ 1 hour ago'::interval;
> 1 year 2 mons|1 year 2 mons|1 year 2 mons|-01:00:00
SELECT '1 day 2 hours 3 minutes 4 seconds'::interval, '1d 2h 3m 4s'::interval, '1 12:59:10'::interval, '200-10'::interval;
> 1 day 02:03:04|1 day 02:03:04|1 day 12:59:10|200 years 10 mons
SELECT '1.5 hours'::interval, '1.5 days'::interval, '1.5 weeks'::interval, '1.5 months'::interval, '1.5 years'::interval;
> 01:30:00|1 day 12:00:00|10 days 12:00:00|1 mon 15 days|1 year 6 mons
SELECT '3 4:05:06'::interval, 'P1Y2M3DT4H5M6S'::interval, 'P0001-02-03T04:05:06'::interval, 'PT36H'::interval, 'P1W'::interval;
> 3 days 04:05:06|1 year 2 mons 3 days 04:05:06|1 year 2 mons 3 days 04:05:06|36:00:00|7 days
SELECT '1 century'::interval, '2 decades'::interval, '1 millennium'::interval, '5 ms'::interval, '5 us'::interval;
> 100 years|20 years|1000 years|00:00:00.005|00:00:00.000005
SELECT '+1 year -3 days'::interval, '1 yr 2 mon 3 d 4 hrs 5 mins 6 secs'::interval, '1y'::interval, '@ 1 minute'::interval;
> 1 year -3 days|1 year 2 mons 3 days 04:05:06|1 year|00:01:00
SELECT INTERVAL '1 day' , INTERVAL '90' MINUTE, INTERVAL '1:30' HOUR TO MINUTE, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '10' DAY;
> 1 day|01:30:00|01:30:00|1 year 2 mons|10 days
SELECT '10'::interval, '1.5'::interval, ''::interval;
> ERROR 22007
CREATE TABLE d (id INT PRIMARY KEY, a DATE, b TIMESTAMP, c TIMESTAMPTZ, e TIME, n NUMERIC);
INSERT INTO d VALUES (3, 'Jan 8, 1999', 'Jan 8, 1999 10:00', '1999-01-08 10:00 EST', 'allballs', 3);
INSERT INTO d VALUES (4, '20240108', '20240108T101112', '20240108T101112Z', '4:00 PM', 4);
SELECT id, a, b, c FROM d ORDER BY id;
> 3|1999-01-08|1999-01-08 10:00:00|1999-01-08 15:00:00+00
> 4|2024-01-08|2024-01-08 10:11:12|2024-01-08 10:11:12+00
SELECT id FROM d ORDER BY a, id;
> 3
> 4
SELECT id, a IS NULL, isfinite(a), isfinite(b), isfinite(c) FROM d ORDER BY id;
> 3|f|t|t|t
> 4|f|t|t|t
SELECT id FROM d WHERE b < '20240108' ORDER BY id;
> 3
SELECT id FROM d WHERE a > 'Jan 8, 1998' ORDER BY id;
> 3
> 4
SELECT max(a), min(b) FROM d;
> 2024-01-08|1999-01-08 10:00:00
SELECT date '2024-02-30';
> ERROR 22008
SELECT '25:00'::time;
> ERROR 22008
SELECT 'garbage'::date;
> ERROR 22007
SELECT '2024-13-01'::date;
> ERROR 22008
SELECT ''::date;
> ERROR 22007
SELECT 'Feb 30 2024'::date;
> ERROR 22008
SELECT date '2024-01-01' + time '10:00', '2024-01-01'::date + '1 day'::interval;
> 2024-01-01 10:00:00|2024-01-02 00:00:00
SELECT make_interval(years => 1, days => 2);
> 1 year 2 days
SELECT INTERVAL '1 year' * 2, INTERVAL '1' YEAR, INTERVAL '2 days' / 2;
> 2 years|1 year|1 day
SELECT '-1 day +02:03'::interval, '1 day -02:03'::interval, '-1-2 +3 -4:05:06'::interval, '-0:30'::interval;
> -1 days +02:03:00|1 day -02:03:00|-1 years -2 mons +3 days -04:05:06|-00:30:00
SELECT id, e FROM d ORDER BY id;
> 3|00:00:00
> 4|16:00:00
INSERT INTO d (id, a, b, c) VALUES (8, '1960-01-08', '1960-01-08', '1960-01-08');
SELECT id FROM d WHERE a < 'today' AND b < 'now' AND c < 'yesterday' AND id = 8;
> 8
SELECT 'now'::timestamp = now()::timestamp, TIMESTAMP 'today' = current_date, TIMESTAMPTZ 'now' = now();
> t|t|t
SELECT 'infinity'::date;
> infinity
-- differs: dates begin with the year 1
SELECT '0044-03-15 BC'::date;
> ERROR 22008
