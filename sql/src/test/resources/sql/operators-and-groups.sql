-- Operators, documents, percentiles, regressions and windows: as PostgreSQL 15 answers them.
SELECT jsonb_insert('{"a": [0,1,2]}', '{a, 1}', '"new_value"'), jsonb_insert('{"a": [0,1,2]}', '{a, 1}', '"new_value"', true), jsonb_insert('{"a":1}','{b}','2'), jsonb_insert('[1,2]','{-1}','9'), jsonb_insert('[1,2]', '{9}', '3');
> {"a": [0, "new_value", 1, 2]} | {"a": [0, 1, "new_value", 2]} | {"a": 1, "b": 2} | [1, 9, 2] | [1, 2, 3]
SELECT jsonb_insert('{"a":1}','{a}','2');
> error 22023 There is a member "a" already; jsonb_set puts another in its place.
SELECT jsonb_path_exists('{"a":[1,2,3,4,5]}', '$.a[*]'), jsonb_path_query_first('{"a":[1,2,3]}', '$.a[1]'), jsonb_path_exists('{"a":1}','$.b'), jsonb_path_query_first('{"a":{"b":[{"c":1},{"c":2}]}}','$.a.b[*].c'), jsonb_path_query_array('{"a":[1,2,3]}','$.a[*]'), jsonb_path_exists('{"a":[{"b":1},{"b":2}]}','$.a.b');
> true | 2 | false | 1 | [1, 2, 3] | true
SELECT jsonb_path_exists('{"a":[1,2,3,4,5]}', '$.a[*] ? (@ > 2)');
> error 0A000 A JSON path with filters, methods, calculations, ** or strict; one of members and elements, such as $.a.b[*], is not supported.
SELECT '{"a":[1]}'::jsonb @? '$.a[*]';
> true
SELECT jsonb_object('{a,1,b,2}'), jsonb_object('{a,b}','{1,2}');
> {"a": "1", "b": "2"} | {"a": "1", "b": "2"}
SELECT 'abc' LIKE ANY (ARRAY['a%','b%']), 'abc' LIKE ALL (ARRAY['a%','%c']), 'ABC' ILIKE ANY (ARRAY['a%','b%']), 'abc' NOT LIKE ALL (ARRAY['x%','y%']), 'abc' NOT LIKE ANY (ARRAY['a%','y%']), 'ABC' NOT ILIKE ALL (ARRAY['x%']), 'abc' LIKE ANY (ARRAY['x', NULL]), 'abc' ~ ANY (ARRAY['b','x']);
> true | true | true | true | true | true | null | true
SELECT x FROM (VALUES ('abc'),('bcd')) v(x) WHERE x LIKE ANY ('{a%,c%}') ORDER BY 1;
> abc
SELECT 'hello' ^@ 'he', 'hello' ^@ 'x', starts_with('hello','he');
> true | false | true
SELECT 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 16 >> 2, -16 >> 2, 1::bigint << 40, ~ 5::bigint, 5 & 3 | 8, 6 # 3 & 1;
> 1 | 7 | 6 | -6 | 16 | 4 | -4 | 1099511627776 | -6 | 9 | 1
SELECT '{"a":{"b":2}}'::jsonb #> '{a,b}', '{"a":{"b":2}}'::jsonb #>> '{a,b}', 6 # 3, 1 + 2 # 3, 2 * 3 | 1;
> 2 | 2 | 5 | 0 | 7
SELECT 2 ^ 10, |/ 25, ||/ 27, @ -5, @ -5.5, 2 ^ 3 ^ 2, -2 ^ 2, 2 * 3 ^ 2, 2.0 ^ 0.5, 4 ^ -1;
> 1024.0 | 5.0 | 3.0 | 5 | 5.5 | 64.0 | 4.0 | 18.0 | 1.4142135623730950 | 0.25
SELECT |/ 25.0 + 1, @ -5 + 2, @ (1 - 3), x, |/ x FROM (VALUES (4),(9)) v(x) ORDER BY x;
> 5.0990195135927845 | 3 | 2 | 4 | 2.0
> 5.0990195135927845 | 3 | 2 | 9 | 3.0
SELECT x FROM (VALUES ('b'),('A'),('a')) v(x) ORDER BY x COLLATE "C";
> A
> a
> b
SELECT x COLLATE "C" FROM (VALUES ('b'),('A')) v(x) WHERE x COLLATE "C" < 'a' ORDER BY x COLLATE "C" DESC;
> A
SELECT x FROM (VALUES ('b'),('A')) v(x) ORDER BY x COLLATE "de_DE";
> error 0A000 COLLATE "de_DE" (texts are ordered by their characters' numbers, as with "C") is not supported.
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY x) FROM (VALUES (1),(2),(2),(5)) v(x);
> 2.0 | 2 | 2
SELECT g, percentile_cont(0.25) WITHIN GROUP (ORDER BY x DESC), percentile_disc(0.9) WITHIN GROUP (ORDER BY x), percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FILTER (WHERE x > 1), count(*) FROM (VALUES ('a',1),('a',2),('b',7),('b',NULL),('c',NULL)) v(g,x) GROUP BY g ORDER BY g;
> a | 1.75 | 2 | 2.0 | 2
> b | 7.0 | 7 | 7.0 | 2
> c | null | null | null | 1
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x), percentile_disc(0.5) WITHIN GROUP (ORDER BY s), mode() WITHIN GROUP (ORDER BY s) FROM (VALUES (1.5,'a'),(2.5,'b'),(4.0,'b')) v(x,s);
> 2.5 | b | b
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1)) v(x) WHERE x > 1;
> null
SELECT percentile_cont(1.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1)) v(x);
> error 22003 A percentile is between 0 and 1; there is none 1.5.
SELECT percentile_cont(ARRAY[0.25,0.5]) WITHIN GROUP (ORDER BY x) FROM (VALUES (1),(2),(3)) v(x);
> [1.5, 2.0]
SELECT corr(y,x), covar_pop(y,x), covar_samp(y,x), regr_slope(y,x), regr_intercept(y,x), regr_r2(y,x), regr_count(y,x), regr_avgx(y,x), regr_avgy(y,x), regr_sxx(y,x), regr_syy(y,x), regr_sxy(y,x) FROM (VALUES (1,2),(2,3),(3,7),(NULL,4)) v(x,y);
> 0.944911182523068 | 1.6666666666666667 | 2.5 | 2.5 | -1.0 | 0.8928571428571429 | 3 | 2.0 | 4.0 | 2.0 | 14.0 | 5.0
SELECT corr(y,x), regr_slope(y,x), covar_samp(y,x), regr_count(y,x), regr_r2(y,x) FROM (VALUES (1,2)) v(x,y);
> null | null | null | 1 | null
SELECT corr(y,x), regr_count(y,x) FROM (VALUES (1.5,2.5)) v(x,y) WHERE x > 3;
> null | 0
SELECT bool_and(b), bool_or(b), every(b) FROM (VALUES (true),(false),(NULL)) v(b);
> false | true | false
SELECT bool_and(x > 0), bool_or(x > 2), bit_and(x), bit_or(x), bit_xor(x) FROM (VALUES (1),(3),(7)) v(x);
> true | true | 1 | 7 | 5
SELECT x, ntile(2) OVER (ORDER BY x), percent_rank() OVER (ORDER BY x), cume_dist() OVER (ORDER BY x) FROM (VALUES (1),(2),(2),(4),(5)) v(x) ORDER BY 1;
> 1 | 1 | 0.0 | 0.2
> 2 | 1 | 0.25 | 0.6
> 2 | 1 | 0.25 | 0.6
> 4 | 2 | 0.75 | 0.8
> 5 | 2 | 1.0 | 1.0
SELECT g, x, ntile(3) OVER (PARTITION BY g ORDER BY x), percent_rank() OVER (PARTITION BY g ORDER BY x DESC), cume_dist() OVER (PARTITION BY g ORDER BY x) FROM (VALUES ('a',1),('a',2),('b',3),('a',4),('b',3)) v(g,x) ORDER BY 1, 2;
> a | 1 | 1 | 1.0 | 0.3333333333333333
> a | 2 | 2 | 0.5 | 0.6666666666666666
> a | 4 | 3 | 0.0 | 1.0
> b | 3 | 1 | 0.0 | 1.0
> b | 3 | 2 | 0.0 | 1.0
SELECT x, sum(x) FILTER (WHERE x > 1) OVER (), count(*) FILTER (WHERE x > 1) OVER (ORDER BY x), avg(x) FILTER (WHERE x < 3) OVER (ORDER BY x) FROM (VALUES (1),(2),(3)) v(x) ORDER BY 1;
> 1 | 5 | 0 | 1.00000000000000000000
> 2 | 5 | 1 | 1.5000000000000000
> 3 | 5 | 2 | 1.5000000000000000
SELECT json_agg(x ORDER BY x), jsonb_agg(x), json_object_agg(x, x+1), jsonb_object_agg(x, x) FROM (VALUES (1)) v(x);
> [1] | [1] | {"1": 2} | {"1": 1}
SELECT translate('hello','el','ip'), json_agg(x), to_hex(255), btrim(' a '), trim('a'), ltrim(' a'), concat_ws(',', 'a'), char_length('a'), character_length('a'), position('a' in 'ba'), overlay('abc' placing 'x' from 1), ceil(1.2), ceiling(1.2), now() IS NULL, coalesce(1,2), nullif(1,2), greatest(1,2), 1=1, md5('a'), extract(year from date '2020-01-01'), date_part('year', date '2020-01-01'), pi() FROM (VALUES (1)) v(x) GROUP BY x;
> hippo | [1] | ff | a | a | a | a | 1 | 1 | 2 | xbc | 2 | 2 | false | 1 | 1 | 2 | true | 0cc175b9c0f1b6a831c399e269772661 | 2020 | 2020 | 3.141592653589793
SELECT '{"a":1}'::jsonb ? 'a';
> true
SELECT ascii(''), chr(8364), ascii('€');
> 0 | € | 8364
-- refused with a sentence
SELECT array_agg(x) FILTER (WHERE x > 1) OVER () FROM (VALUES (1)) v(x);
> error 42000 OVER must be applied to aggregate function (line 1, column 8).
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY s) FROM (VALUES ('a')) v(s);
> error 0A000 PERCENTILE_CONT of what is no number is not supported.
