-- Years of more than four digits, and those before Christ: as constants, stored, and as texts.
CREATE TABLE far (id INT PRIMARY KEY, d DATE, t TIMESTAMP);
INSERT INTO far VALUES (1, '12345-01-01', '12345-01-01 10:00'), (2, '0001-01-01', '0001-01-01');

SELECT '12345-01-01'::date::text, CAST('12345-01-01' AS date) - DATE '2000-01-01', make_date(12345, 1, 1)::text;
> 12345-01-01|3778434|12345-01-01

SELECT ('1234' || '5-01-01 10:00:00')::timestamp::text, (timestamp '9999-12-31 23:00:00' + interval '1 day')::text;
> 12345-01-01 10:00:00|10000-01-01 23:00:00

SELECT id, d::text, t::text FROM far WHERE d = '12345-01-01';
> 1|12345-01-01|12345-01-01 10:00:00

SELECT id FROM far WHERE t > '10000-01-01' AND d > DATE '2024-01-01';
> 1

SELECT EXTRACT(year FROM d), to_char(d, 'YYYY-MM-DD'), d || '', t || '', ARRAY[d]::text, d::varchar(4) FROM far ORDER BY id;
> 12345|12345-01-01|12345-01-01|12345-01-01 10:00:00|{12345-01-01}|1234
> 1|0001-01-01|0001-01-01|0001-01-01 00:00:00|{0001-01-01}|0001

SELECT (DATE '0001-01-01' - 1)::text, (timestamp '0001-01-01 00:00:00' - interval '1 hour')::text;
> 0001-12-31 BC|0001-12-31 23:00:00 BC

SELECT string_agg(d::text, ',' ORDER BY id), min(d)::text, max(d)::text FROM far;
> 12345-01-01,0001-01-01|0001-01-01|12345-01-01

SELECT format('%s', d), to_jsonb(d), jsonb_build_object('t', t) FROM far ORDER BY id;
> 12345-01-01|"12345-01-01"|{"t": "12345-01-01T10:00:00"}
> 0001-01-01|"0001-01-01"|{"t": "0001-01-01T00:00:00"}
