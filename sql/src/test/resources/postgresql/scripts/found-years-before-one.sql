-- Years before 1, the first of equal values, and DISTINCT ordered by a place.
CREATE TABLE eras (id integer PRIMARY KEY, k integer, n numeric(10,2), d date, ts timestamp, tz timestamptz);
INSERT INTO eras VALUES (1, 5, 0.00, DATE '0001-01-01', TIMESTAMP '0001-01-01 00:00:00', TIMESTAMPTZ '0001-01-01 00:00:00Z');
SELECT EXTRACT(YEAR FROM (DATE '0001-01-01' - 31)), EXTRACT(YEAR FROM d - 31), EXTRACT(YEAR FROM d - 500) FROM eras;
> -1|-1|-2
SELECT EXTRACT(YEAR FROM ts - INTERVAL '1' DAY), EXTRACT(YEAR FROM tz - INTERVAL '1' DAY), EXTRACT(YEAR FROM ts - INTERVAL '10' YEAR) FROM eras;
> -1|-1|-10
SELECT EXTRACT(ISOYEAR FROM d - 31), EXTRACT(CENTURY FROM d - 31), EXTRACT(DECADE FROM d - 31), EXTRACT(MILLENNIUM FROM d - 31), EXTRACT(EPOCH FROM d - 31), EXTRACT(DOW FROM d - 31), EXTRACT(DOY FROM d - 31), EXTRACT(WEEK FROM d - 31), EXTRACT(QUARTER FROM d - 31), EXTRACT(MONTH FROM d - 31), EXTRACT(DAY FROM d - 31), EXTRACT(JULIAN FROM d - 31) FROM eras;
> -1|-1|0|-1|-62138275200|5|336|48|4|12|1|1721395
SELECT EXTRACT(ISOYEAR FROM ts - INTERVAL '40' DAY), EXTRACT(CENTURY FROM ts - INTERVAL '40' DAY), EXTRACT(DECADE FROM ts - INTERVAL '40' DAY), EXTRACT(MILLENNIUM FROM ts - INTERVAL '40' DAY), EXTRACT(EPOCH FROM ts - INTERVAL '40' DAY), EXTRACT(DOW FROM ts - INTERVAL '40' DAY), EXTRACT(DOY FROM ts - INTERVAL '40' DAY) FROM eras;
> -1|-1|0|-1|-62139052800.000000|3|327
SELECT EXTRACT(CENTURY FROM d - 37000), EXTRACT(DECADE FROM d - 4000), EXTRACT(MILLENNIUM FROM d - 400000), EXTRACT(YEAR FROM d - 400000) FROM eras;
> -2|-1|-2|-1096
SELECT d - 31, ts - INTERVAL '1' DAY, date_trunc('year', ts - INTERVAL '1' DAY), date_trunc('century', ts - INTERVAL '1' DAY), date_trunc('decade', ts - INTERVAL '1' DAY), date_trunc('millennium', ts - INTERVAL '1' DAY) FROM eras;
> 0001-12-01 BC|0001-12-31 00:00:00 BC|0001-01-01 00:00:00 BC|0100-01-01 00:00:00 BC|0001-01-01 00:00:00 BC|1000-01-01 00:00:00 BC
SELECT date_part('year', d - 31), to_char(d - 31, 'YYYY-MM-DD BC'), to_char(d - 31, 'YYYY'), age(d, d - 400) FROM eras;
> -1|0001-12-01 BC|0001|1 year 1 mon 3 days
SELECT make_date(-1, 1, 1), EXTRACT(YEAR FROM make_date(-44, 3, 15)) FROM eras;
> 0001-01-01 BC|-44
SELECT array_agg(DISTINCT CAST(EXTRACT(YEAR FROM (DATE '0001-01-01' - 31)) AS integer)) FROM eras GROUP BY CUBE (id);
> {-1}
> {-1}
SELECT DISTINCT ARRAY[0, x.k] FROM eras AS x ORDER BY 1;
> {0,5}
SELECT DISTINCT ARRAY[0, x.k] AS x, k+1, ROW(k, 1) FROM eras AS x ORDER BY 1, 2, 3;
> {0,5}|6|(5,1)
SELECT DISTINCT coalesce(k, 1), CASE WHEN k > 1 THEN k ELSE id END, CAST(k AS text), k::text || 'a', jsonb_build_array(k) FROM eras AS x ORDER BY 1, 2, 3, 4, 5;
> 5|5|5|5a|[5]
SELECT greatest(floor(0.00), 0.00), greatest(floor(n), n), least(n, floor(n)), least(floor(n), n), greatest(1.5, 1.50), greatest(1.50, 1.5, 1.500), greatest(n, 0), greatest(0, n), greatest(0, 0.0) FROM eras;
> 0|0|0.00|0|1.5|1.50|0.00|0|0
SELECT coalesce(floor(n), n), CASE WHEN id = 1 THEN floor(n) ELSE n END, nullif(1.5, 1.50), nullif(2.5, 1.50) FROM eras;
> 0|0|∅|2.5
SELECT CAST(tz - INTERVAL '1' DAY AS date), CAST(tz - INTERVAL '36' HOUR AS time), CAST(tz - INTERVAL '1' DAY AS timestamp), tz - INTERVAL '1' MONTH FROM eras;
> 0001-12-31 BC|12:00:00|0001-12-31 00:00:00 BC|0001-12-01 00:00:00+00 BC
SELECT EXTRACT(DOW FROM tz - INTERVAL '1' DAY), EXTRACT(HOUR FROM tz - INTERVAL '1' HOUR), EXTRACT(DAY FROM tz), date_trunc('month', tz - INTERVAL '1' DAY) FROM eras;
> 0|23|1|0001-12-01 00:00:00+00 BC
SELECT DISTINCT ARRAY[0, k] FROM eras ORDER BY 1;
> {0,5}
SELECT DISTINCT ARRAY[id, k] FROM eras ORDER BY 1;
> {1,5}
SELECT DISTINCT ARRAY[0, 1] FROM eras ORDER BY 1;
> {0,1}
SELECT DISTINCT ARRAY[k] FROM eras ORDER BY 1;
> {5}
SELECT DISTINCT ARRAY[0, k], 1 FROM eras ORDER BY 1;
> {0,5}|1
SELECT DISTINCT ARRAY[0, k] || 1 FROM eras ORDER BY 1;
> {0,5,1}
SELECT DISTINCT ROW(0, k) FROM eras ORDER BY 1;
> (0,5)
SELECT DISTINCT 0.5 + k, n FROM eras ORDER BY 1 DESC, 2;
> 5.5|0.00
SELECT DISTINCT k + 1 FROM eras ORDER BY k + 1;
> 6
SELECT DISTINCT ARRAY[0, k] FROM eras ORDER BY ARRAY[0, k];
> {0,5}
SELECT DISTINCT greatest(k, 0.5), least('a', k::text) FROM eras ORDER BY 1,2;
> 5|5
SELECT DISTINCT coalesce(k, 0.5) FROM eras ORDER BY 1;
> 5
SELECT DISTINCT CASE WHEN k = 1 THEN 1 ELSE 0.5 END, n IN (1, 2.5), n BETWEEN 1 AND 2.25 FROM eras ORDER BY 1, 2, 3;
> 0.5|f|f
SELECT DISTINCT jsonb_build_array(0, k) FROM eras ORDER BY 1;
> [0, 5]
SELECT DISTINCT (SELECT max(k) FROM eras x WHERE x.id = eras.id) FROM eras ORDER BY 1;
> 5
SELECT DISTINCT ARRAY(SELECT k FROM eras x WHERE x.id = eras.id) FROM eras ORDER BY 1;
> {5}
SELECT date_part('year', d-31), date_part('century', d-31), date_part('millennium', d - 31), date_part('isoyear', d - 31), date_part('decade', d-31), date_part('YEARS', d-31), date_part('doy', d) FROM (VALUES (DATE '0001-01-01')) v(d);
> -1|-1|-1|-1|0|-1|1
SELECT to_jsonb((d - 1)::timestamp), to_jsonb(d - 1), to_jsonb((d - 1)::timestamptz), to_jsonb(ARRAY[(d - 1)::timestamp]), jsonb_build_object('at', (d - 1)::timestamp) FROM (VALUES (DATE '0001-01-01')) v(d);
> "0001-12-31T00:00:00 BC"|"0001-12-31 BC"|"0001-12-31T00:00:00+00:00 BC"|["0001-12-31T00:00:00 BC"]|{"at": "0001-12-31T00:00:00 BC"}
SELECT to_jsonb(d::timestamp), to_jsonb(d::timestamptz), jsonb_agg((d - 1)::timestamp) FROM (VALUES (DATE '0001-01-01')) v(d) GROUP BY d;
> "0001-01-01T00:00:00"|"0001-01-01T00:00:00+00:00"|["0001-12-31T00:00:00 BC"]
