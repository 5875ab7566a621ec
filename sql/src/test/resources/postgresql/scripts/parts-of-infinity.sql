-- Parts of infinite dates and times.
CREATE TABLE t (k INT PRIMARY KEY, d DATE, m TIMESTAMP, z TIMESTAMPTZ);
INSERT INTO t VALUES (1, 'infinity', 'infinity', 'infinity'), (2, '-infinity', '-infinity', '-infinity'), (3, '2024-02-29', '2024-02-29 12:30:00', '2024-02-29 12:30:00+00');
SELECT date_trunc('day', m), date_trunc('month', z), date_trunc('year', d) FROM t ORDER BY k;
> infinity|infinity|infinity
> -infinity|-infinity|-infinity
> 2024-02-29 00:00:00|2024-02-01 00:00:00+00|2024-01-01 00:00:00+00
SELECT date_trunc('hour', m) = m FROM t ORDER BY k;
> t
> t
> f
SELECT date_trunc('day', z, 'Europe/Paris') FROM t WHERE k < 3 ORDER BY k;
> infinity
> -infinity
SELECT date_trunc('day', 'infinity'::timestamp);
> infinity
SELECT EXTRACT(month FROM m), EXTRACT(day FROM m), EXTRACT(hour FROM m) FROM t ORDER BY k;
> ∅|∅|∅
> ∅|∅|∅
> 2|29|12
SELECT EXTRACT(dow FROM m), EXTRACT(doy FROM m), EXTRACT(week FROM m), EXTRACT(quarter FROM m) FROM t ORDER BY k;
> ∅|∅|∅|∅
> ∅|∅|∅|∅
> 4|60|9|1
SELECT EXTRACT(minute FROM z), EXTRACT(second FROM z), EXTRACT(milliseconds FROM z) FROM t ORDER BY k;
> ∅|∅|∅
> ∅|∅|∅
> 30|0.000000|0.000
SELECT EXTRACT(month FROM d), EXTRACT(day FROM d), EXTRACT(dow FROM d), EXTRACT(isodow FROM d) FROM t ORDER BY k;
> ∅|∅|∅|∅
> ∅|∅|∅|∅
> 2|29|4|4
SELECT date_part('month', m), date_part('second', m), date_part('hour', z) FROM t ORDER BY k;
> ∅|∅|∅
> ∅|∅|∅
> 2|0|12
SELECT date_part('year', m), date_part('epoch', m), date_part('decade', z), date_part('isoyear', m) FROM t ORDER BY k;
> Infinity|Infinity|Infinity|Infinity
> -Infinity|-Infinity|-Infinity|-Infinity
> 2024|1709209800|202|2024
SELECT date_part('year', d), date_part('century', d), date_part('millennium', d), date_part('julian', d), date_part('epoch', d) FROM t ORDER BY k;
> Infinity|Infinity|Infinity|Infinity|Infinity
> -Infinity|-Infinity|-Infinity|-Infinity|-Infinity
> 2024|21|3|2460370|1709164800
SELECT EXTRACT(month FROM 'infinity'::timestamp), date_part('year', '-infinity'::date);
> ∅|-Infinity
SELECT k FROM t WHERE EXTRACT(month FROM m) = 2;
> 3
SELECT k FROM t WHERE EXTRACT(month FROM m) IS NULL ORDER BY k;
> 1
> 2
SELECT k FROM t WHERE date_part('year', m) > 3000;
> 1
SELECT date_trunc('day', m) AS day, count(*) FROM t GROUP BY 1 ORDER BY 1;
> -infinity|1
> 2024-02-29 00:00:00|1
> infinity|1
SELECT max(date_trunc('month', d)), min(date_trunc('month', d)) FROM t;
> infinity|-infinity
DROP TABLE t;
