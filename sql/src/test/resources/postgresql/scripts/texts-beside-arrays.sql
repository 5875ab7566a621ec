-- Constant texts beside arrays, VARIADIC of any array, and functions that were not there
CREATE TABLE va (id INT PRIMARY KEY, f TEXT, a TEXT[], n INT[], d DATE[], u UUID[], j JSONB);
INSERT INTO va VALUES (1, '%s-%s', '{a,b}', '{3,1,2}', '{2024-01-01,2024-02-01}', '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}', '{"a":{"b":1}}'), (2, '%s', '{c}', '{}', '{}', '{}', '[]'), (3, 'x', NULL, NULL, NULL, NULL, NULL);
SELECT '2024-01-01' = ANY (ARRAY[date '2024-01-01', date '2025-01-01']);
> t
SELECT '2024-01-01' = ANY ('{2024-01-01}'::date[]), '1' = ANY (ARRAY[1,2]), '1.50' = ANY (ARRAY[1.5]);
> t|t|t
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' = ANY (u), '2024-02-01' = ANY (d), '3' <> ALL (n), '5' > ALL (n) FROM va ORDER BY id;
> t|t|f|t
> f|f|t|t
> ∅|∅|∅|∅
SELECT id FROM va WHERE '2024-01-15' > ANY (d) ORDER BY id;
> 1
SELECT 'x' = ANY (ARRAY[1,2]);
> ERROR 22P02
SELECT a[1]::text = ANY (n) FROM va;
> ERROR 42883
SELECT '2024-01-01 10:00' = ANY (ARRAY[timestamp '2024-01-01 10:00']), '10:00' = ANY (ARRAY[time '10:00']), 't' = ANY (ARRAY[true]), '1 day' = ANY (ARRAY[interval '24 hours', '1 day']);
> t|t|t|t
SELECT array_position(ARRAY[date '2024-01-01'], '2024-01-01'), array_append(ARRAY[1,2], '3'), array_remove(ARRAY[date '2024-01-01'], '2024-01-01');
> 1|{1,2,3}|{}
SELECT array_cat(ARRAY[1], '{2,3}'), array_prepend('0', ARRAY[1]), array_replace(ARRAY[1,2], '1', '9'), array_positions(ARRAY[1,2,1], '1'), array_fill('x'::text, '{2}'), array_fill(7, ARRAY[3]);
> {1,2,3}|{0,1}|{9,2}|{1,3}|{x,x}|{7,7,7}
SELECT ARRAY['2024-01-01'::date, '2024-01-02'], ARRAY[1, '2'], ARRAY['1', 2], ARRAY[NULL, '1', 2], ARRAY['1 day'::interval, '2 hours'], ARRAY[true, 'f'];
> {2024-01-01,2024-01-02}|{1,2}|{1,2}|{NULL,1,2}|{"1 day",02:00:00}|{t,f}
SELECT ARRAY[1, 'x'];
> ERROR 22P02
SELECT ARRAY[now(), '2024-01-01'] IS NOT NULL, ARRAY['{"a":1}'::jsonb, '[1]'], ARRAY['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12'];
> t|{"{\"a\": 1}",[1]}|{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11,a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12}
SELECT id, concat(VARIADIC a), concat_ws(',', VARIADIC a), format(f, VARIADIC a) FROM va ORDER BY id;
> 1|ab|a,b|a-b
> 2|c|c|c
> 3|∅|∅|x
SELECT format('%s %s', VARIADIC ARRAY['a','b']), concat_ws(',', VARIADIC ARRAY[1,2]), concat(VARIADIC ARRAY[1.5, NULL, 2]), concat_ws(NULL, VARIADIC ARRAY['a']), concat_ws('-', VARIADIC '{x,y}'::text[]);
> a b|1,2|1.52|∅|x-y
SELECT concat('x', VARIADIC ARRAY['y']);
> ERROR 42883
SELECT format('%s|%s', VARIADIC string_to_array('p,q', ',')), concat_ws(lower('A'), VARIADIC ARRAY(SELECT id FROM va ORDER BY id)), concat(VARIADIC d) FROM va ORDER BY id;
> p|q|1a2a3|2024-01-012024-02-01
> p|q|1a2a3|
> p|q|1a2a3|∅
SELECT num_nulls(VARIADIC a), num_nonnulls(VARIADIC n), num_nulls(VARIADIC ARRAY[1, NULL, NULL]) FROM va ORDER BY id;
> 0|3|2
> 0|0|2
> ∅|∅|2
SELECT jsonb_build_array(VARIADIC a), jsonb_build_array(VARIADIC n), jsonb_build_object(VARIADIC ARRAY['a','b']), jsonb_build_object(VARIADIC ARRAY[1,2]) FROM va ORDER BY id;
> ["a", "b"]|[3, 1, 2]|{"a": "b"}|{"1": 2}
> ["c"]|[]|{"a": "b"}|{"1": 2}
> ∅|∅|{"a": "b"}|{"1": 2}
SELECT jsonb_build_object(VARIADIC n) FROM va;
> ERROR 22023
SELECT jsonb_extract_path(j, VARIADIC ARRAY['a','b']), jsonb_extract_path_text(j, VARIADIC '{a}'::text[]) FROM va ORDER BY id;
> 1|{"b": 1}
> ∅|∅
> ∅|∅
SELECT GREATEST(VARIADIC ARRAY[1,2]);
> ERROR 42601
SELECT LEAST(VARIADIC n) FROM va;
> ERROR 42601
SELECT COALESCE(VARIADIC ARRAY[1,2]);
> ERROR 42601
SELECT upper(VARIADIC ARRAY['a']);
> ERROR 42883
SELECT width_bucket(5, ARRAY[1,5,10]), width_bucket(0.5, ARRAY[1.0,5]), width_bucket(99::float8, ARRAY[1,5]::float8[]), width_bucket(NULL::int, ARRAY[1]), width_bucket(3, '{}'::int[]);
> 2|0|2|∅|0
SELECT convert_from('\x616263', 'UTF8'), convert_to('ä', 'UTF8'), convert_to('ä', 'LATIN1'), convert_from('\xe4', 'latin1'), length(convert_to('ä€', 'utf-8'));
> abc|\xc3a4|\xe4|ä|5
SELECT normalize('é', NFC) = 'é', length(normalize('é', NFD)), normalize('ﬁ', NFKC), normalize('a'), length(normalize('é'));
> t|2|fi|a|1
SELECT current_setting('server_version_num')::int >= 150000;
> t
SELECT interval '1 month - 1 day', '2 hours -  30 minutes'::interval, '- 1 day'::interval, '1 day + 02:30'::interval, '-1 day - 02:00'::interval;
> 1 mon -1 days|01:30:00|-1 days|1 day 02:30:00|-1 days -02:00:00
SELECT interval '1 month -';
> ERROR 22007
SELECT to_char(timestamptz '2024-03-01 10:00+00', 'HH24:MI TZ tz OF'), to_char(timestamp '2024-03-01 10:00', 'HH24:MI TZ') = '10:00 ', to_char(date '2024-03-01', 'YYYY TZ') IN ('2024 ', '2024 UTC');
> 10:00 UTC utc +00|t|t
SELECT c.id, e.key, e.value FROM va c, jsonb_each_text(CASE WHEN id = 1 THEN j END) e ORDER BY 1, 2;
> 1|a|{"b": 1}
SELECT c.id, e.key, e.value FROM va c LEFT JOIN LATERAL jsonb_each(CASE WHEN id = 1 THEN j END) e ON true ORDER BY 1, 2;
> 1|a|{"b": 1}
> 2|∅|∅
> 3|∅|∅
SELECT * FROM json_each(NULL);
SELECT id, count(*) FROM va WHERE id > 9 GROUP BY ROLLUP (id);
> ∅|0
SELECT x FROM (SELECT id::float8 AS x FROM va WHERE id > 9) q GROUP BY CUBE (x);
> ∅
SELECT ARRAY[time '10:20', '10:20:30.5'], (ARRAY[time '10:20'])::text, greatest(time '10:20', '10:20:30.5'), '10:20:30.5' = ANY (ARRAY[time '10:20']), ARRAY[timestamp '2024-01-01', '2024-01-01 00:00:00.123456'];
> {10:20:00,10:20:30.5}|{10:20:00}|10:20:30.5|f|{"2024-01-01 00:00:00","2024-01-01 00:00:00.123456"}
SELECT array_append(ARRAY[time '10:20'], '10:20:30.5'), array_position(ARRAY[time '10:20'], '10:20:00.4'), ARRAY[time '10:20'] || '{10:20:30.5}', array_replace(ARRAY[timestamp '2024-01-01'], '2024-01-01 00:00:00.4', NULL);
> {10:20:00,10:20:30.5}|∅|{10:20:00,10:20:30.5}|{"2024-01-01 00:00:00"}
