-- Texts, bytes and UUIDs beside other values: constants are of the type of what stands beside them.
SELECT '\x00'::bytea UNION SELECT '\x01';
> \x00
> \x01
SELECT '\x00'::bytea UNION ALL SELECT NULL;
> \x00
> ∅
SELECT 'a' UNION SELECT '\x01'::bytea;
> \x01
> \x61
SELECT 1 UNION SELECT '2';
> 1
> 2
SELECT '2' UNION SELECT 1;
> 1
> 2
SELECT 1.5 UNION ALL SELECT '2';
> 1.5
> 2
SELECT DATE '2020-01-01' UNION SELECT '2020-01-02';
> 2020-01-01
> 2020-01-02
SELECT TIMESTAMP '2020-01-01 00:00:00' UNION SELECT '2020-01-02';
> 2020-01-01 00:00:00
> 2020-01-02 00:00:00
SELECT '2020-01-02' UNION SELECT TIMESTAMPTZ '2020-01-01 00:00:00Z';
> 2020-01-01 00:00:00+00
> 2020-01-02 00:00:00+00
SELECT true UNION SELECT 'f';
> f
> t
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid UNION SELECT 'b0eebc999c0b4ef8bb6d6bb9bd380a11';
> a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
SELECT '{"a":1}'::jsonb UNION SELECT '{"a": 2}';
> {"a": 1}
> {"a": 2}
SELECT INTERVAL '1 day' UNION SELECT '25:00';
> 1 day
> 25:00:00
SELECT TIME '10:00' UNION SELECT '11:00';
> 10:00:00
> 11:00:00
SELECT 1 UNION SELECT 'x';
> ERROR 22P02
SELECT '\x00'::bytea EXCEPT SELECT '\x00';
SELECT '\x00'::bytea INTERSECT SELECT '\x00';
> \x00
SELECT 1 UNION SELECT NULL UNION SELECT '3';
> 1
> 3
> ∅
SELECT NULL UNION SELECT 1 UNION SELECT 2;
> 1
> 2
> ∅
SELECT 'a' AS x, 1 AS y UNION SELECT 'b', '2';
> a|1
> b|2
SELECT * FROM (VALUES ('\x00'::bytea), ('\x01')) v(b);
> \x00
> \x01
SELECT * FROM (VALUES ('\x02'), ('\x01'::bytea)) v(b);
> \x01
> \x02
SELECT * FROM (VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), ('b0eebc999c0b4ef8bb6d6bb9bd380a11')) v(b);
> a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
SELECT * FROM (VALUES ('{"a":1}'::jsonb), ('[1, 2]')) v(b);
> [1, 2]
> {"a": 1}
SELECT * FROM (VALUES (INTERVAL '1 day'), ('2 days')) v(b);
> 1 day
> 2 days
SELECT COALESCE(NULL::bytea, '\x01'), CASE WHEN true THEN '\x02' ELSE '\x01'::bytea END;
> \x01|\x02
SELECT NULLIF('\x01'::bytea, '\x01'), '\x0102'::bytea = '\x0102', '\x01'::bytea < '\x02';
> ∅|t|t
SELECT '\x6162'::bytea LIKE 'a%', '\x6162'::bytea LIKE '\x61'::bytea, '\x6162'::bytea NOT LIKE 'b%', '\x6162'::bytea LIKE '_b';
> t|f|t|t
SELECT '\x6162'::bytea || 'c', 'c' || '\x6162'::bytea, '\x6162'::bytea || '\x63', '\x61'::bytea || NULL;
> \x616263|\x636162|\x616263|∅
CREATE TABLE b (k INT, v BYTEA, u UUID, s TEXT);
INSERT INTO b VALUES (1, '\x61', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'x'), (2, 'abc', 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'y'), (3, NULL, NULL, NULL);
SELECT k FROM b WHERE v LIKE 'a%' ORDER BY k;
> 1
> 2
SELECT v || 'z' FROM b ORDER BY k;
> \x617a
> \x6162637a
> ∅
SELECT v || s FROM b ORDER BY k;
> \x61x
> \x616263y
> ∅
SELECT s || v FROM b ORDER BY k;
> x\x61
> y\x616263
> ∅
SELECT greatest(u, 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a10'), least(u, u) FROM b ORDER BY k;
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a10|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a10|∅
SELECT greatest(u, 'c0eebc999c0b4ef8bb6d6bb9bd380a11'::uuid, NULL), least(NULL, u) FROM b ORDER BY k;
> c0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> c0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> c0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|∅
SELECT greatest(v, '\x62'), least(v, '\x62') FROM b ORDER BY k;
> \x62|\x61
> \x62|\x616263
> \x62|\x62
SELECT u::text || '!', v::text FROM b ORDER BY k;
> a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11!|\x61
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11!|\x616263
> ∅|∅
SELECT k FROM b ORDER BY u DESC NULLS LAST;
> 2
> 1
> 3
SELECT u FROM b UNION SELECT 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' ORDER BY 1;
> a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> ∅
SELECT k FROM b WHERE u BETWEEN 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AND 'a1eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
> 1
SELECT greatest(true, false), least('a'::text, 'b'), greatest('2020-01-01'::date, '2021-01-01'), greatest(1, 2.5), greatest(INTERVAL '1 day', '30 hours'), greatest('{1}'::int[], '{2}');
> t|a|2021-01-01|2.5|30:00:00|{2}
SELECT greatest('10:00'::time, '11:00'), greatest('2020-01-01'::timestamp, '2021-01-01'), least('x', 'y'), greatest(NULL, NULL), greatest(1);
> 11:00:00|2021-01-01 00:00:00|x|∅|1
SELECT 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid > '10eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', max(k) FROM b WHERE u > '70eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
> t|2
SELECT ARRAY['f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid] > ARRAY['10eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid];
> t
WITH a AS (SELECT 1), a AS (SELECT 2) SELECT * FROM a;
> ERROR 42712
WITH v(a) AS (VALUES (1::bigint), ('2')) SELECT sum(a) FROM v;
> 3
SELECT sum(s) FROM b;
> ERROR 42883
SELECT avg(s) OVER () FROM b;
> ERROR 42883
SELECT -s FROM b;
> ERROR 42883
SELECT u FROM (VALUES ('f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), ('10eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')) v(u) ORDER BY u;
> 10eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
> f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11
SELECT k FROM b WHERE k BETWEEN '1' AND '2' ORDER BY k;
> 1
> 2
SELECT TIME '10:00' UNION ALL SELECT '11:00:00.5';
> 10:00:00
> 11:00:00.5
SELECT now() - now() UNION SELECT '1 day';
> 00:00:00
> 1 day
SELECT '2020-01-02 10:00:00.123456' UNION SELECT TIMESTAMP '2020-01-01 00:00:00';
> 2020-01-01 00:00:00
> 2020-01-02 10:00:00.123456
SELECT 'x' UNION SELECT TIMESTAMP '2020-01-01 00:00:00';
> ERROR 22007
SELECT 'a', TIMESTAMP '2020-01-01 00:00:00' UNION SELECT 'b', NULL UNION SELECT 'c', '2021-01-01' ORDER BY 1;
> a|2020-01-01 00:00:00
> b|∅
> c|2021-01-01 00:00:00
WITH q AS (SELECT 1 AS a UNION SELECT '2') SELECT sum(a) FROM q;
> 3
SELECT 1.50 UNION SELECT '2';
> 1.50
> 2
SELECT 1::float8 UNION SELECT '2.5';
> 1
> 2.5
SELECT 1::bigint INTERSECT SELECT '1';
> 1
SELECT 'a'::text UNION SELECT 'b' ORDER BY 1;
> a
> b
SELECT 'a'::varchar(3) UNION SELECT 'bcdef' ORDER BY 1;
> a
> bcdef
