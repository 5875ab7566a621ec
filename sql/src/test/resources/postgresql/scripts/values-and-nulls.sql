-- Arrays and NULL, ISNULL, digits of seconds, UUIDs, numbers of window functions, constants that fail.
CREATE TABLE ri (i int);
INSERT INTO ri VALUES (1),(2),(3);
CREATE TABLE an (k int primary key, a int[], x int);
INSERT INTO an VALUES (1,'{1,2}',1),(2,'{}',1),(3,'{NULL}',NULL),(4,NULL,1),(5,'{}',NULL);
SELECT NULL::int = ANY (ARRAY[]::int[]), NULL::int <> ALL (ARRAY[]::int[]), NULL::int = ANY (ARRAY[1]), 1 = ANY (ARRAY[2,NULL]), 1 <> ALL(ARRAY[2,NULL]), 1 = ANY (NULL::int[]);
> f|t|∅|∅|∅|∅
SELECT k, x = ANY (a), x <> ALL (a), x > ALL (a), NOT x = ANY (a) FROM an ORDER BY k;
> 1|t|f|f|f
> 2|f|t|t|t
> 3|∅|∅|∅|∅
> 4|∅|∅|∅|∅
> 5|f|t|t|t
SELECT k FROM an WHERE x <> ALL (a) ORDER BY k;
> 2
> 5
SELECT k FROM an WHERE x <> ALL ('{}') ORDER BY k;
> 1
> 2
> 3
> 4
> 5
SELECT ARRAY[1,2] || NULL, array_to_string(ARRAY['a',NULL,'c'], ',', NULL), array_to_string(ARRAY['a',NULL,'c'], ','), array_to_string(ARRAY['a',NULL,'c'], ',', 'x'), NULL || ARRAY[1], ARRAY[1] || NULL::int, ARRAY[1] || NULL::int[], array_append(ARRAY[1], NULL), array_cat(ARRAY[1], NULL), array_prepend(NULL, ARRAY[1]), array_append(NULL::int[], 1);
> {1,2}|a,c|a,c|a,x,c|{1}|{1,NULL}|{1}|{1,NULL}|{1}|{NULL,1}|{1}
SELECT k, a || NULL, NULL || a, a || x, x || a, array_to_string(a, NULL), array_to_string(a, ',', NULL), array_to_string(a, ',', '*') FROM an ORDER BY k;
> 1|{1,2}|{1,2}|{1,2,1}|{1,1,2}|∅|1,2|1,2
> 2|{}|{}|{1}|{1}|∅||
> 3|{NULL}|{NULL}|{NULL,NULL}|{NULL,NULL}|∅||*
> 4|∅|∅|{1}|{1}|∅|∅|∅
> 5|{}|{}|{NULL}|{NULL}|∅||
SELECT array_position(ARRAY[1,NULL,2], NULL), array_remove(ARRAY[1,NULL,2], NULL), array_replace(ARRAY[1,NULL], NULL, 3), array_positions(ARRAY[1,NULL,NULL], NULL), ARRAY[NULL]::int[] = ARRAY[NULL]::int[], ARRAY[1,NULL] @> ARRAY[NULL]::int[], ARRAY[1,NULL] && ARRAY[NULL]::int[], ARRAY[1,NULL] <@ ARRAY[1,NULL,2], array_length(NULL::int[], 1), cardinality(ARRAY[NULL]::int[]), ARRAY[1,2] < ARRAY[1,NULL], (ARRAY[1])[2], (ARRAY[1])[NULL], array_to_string(NULL::int[], ','), array_to_string(ARRAY[1], NULL);
> 2|{1,2}|{1,3}|{2,3}|t|f|f|f|∅|1|t|∅|∅|∅|∅
SELECT 1 ISNULL, NULL ISNULL, 1 NOTNULL, NULL NOTNULL, 1 + NULL ISNULL, (1 ISNULL) IS NULL;
> f|t|t|f|t|f
SELECT i FROM ri WHERE i NOTNULL;
> 1
> 2
> 3
SELECT i FROM ri WHERE i ISNULL OR i = 2;
> 2
SELECT i isnull FROM ri;
> f
> f
> f
SELECT i + 1 notnull FROM ri;
> t
> t
> t
SELECT i, x.i notnull AND x.i > 1, "i" isnull, (i) isnull, CASE WHEN i notnull THEN 'a' END FROM ri x;
> 1|f|f|f|a
> 2|t|f|f|a
> 3|t|f|f|a
SELECT k, a[1] isnull, a isnull, x + 1 isnull FROM an ORDER BY k;
> 1|f|f|f
> 2|t|f|f
> 3|t|f|t
> 4|t|t|f
> 5|t|f|t
SELECT i AS isnull, i AS notnull FROM ri WHERE NOT i ISNULL;
> 1|1
> 2|2
> 3|3
SELECT to_jsonb('2020-01-02 03:04:05+00'::timestamptz), to_jsonb('2020-01-02 03:04:05.5'::timestamp), to_jsonb('2020-01-02'::date), to_jsonb('03:04'::time), jsonb_build_object('a', '2020-01-02 03:04:05.120+00'::timestamptz), jsonb_agg('2020-01-02 03:04:05+00'::timestamptz), to_jsonb('1 day'::interval), to_jsonb(ARRAY['2020-01-02 03:04:05+00'::timestamptz]);
> "2020-01-02T03:04:05+00:00"|"2020-01-02T03:04:05.5"|"2020-01-02"|"03:04:00"|{"a": "2020-01-02T03:04:05.12+00:00"}|["2020-01-02T03:04:05+00:00"]|"1 day"|["2020-01-02T03:04:05+00:00"]
SELECT '2020-01-02 03:04:05.678901+00'::timestamptz(2)::timestamp, '2020-01-02 03:04:05.678901+00'::timestamptz(2)::text, '2020-01-02 03:04:05.678901'::timestamp(2)::text, '2020-01-02 03:04:05.678901+00'::timestamptz(0)::date, '03:04:05.678'::time(1)::text, '2020-01-02 23:59:59.9+00'::timestamptz(0)::date;
> 2020-01-02 03:04:05.68|2020-01-02 03:04:05.68+00|2020-01-02 03:04:05.68|2020-01-02|03:04:05.7|2020-01-03
CREATE TABLE tz (a timestamptz, b timestamp);
INSERT INTO tz VALUES ('2020-01-02 03:04:05.678901+00', '2020-01-02 03:04:05.678901');
SELECT a::timestamptz(2)::timestamp, a::timestamptz(2), b::timestamp(1)::text, a::timestamp(2), b::timestamptz(0), b::timestamp(0)::date, a::timestamptz(0)::text, (b::timestamptz(3))::time FROM tz;
> 2020-01-02 03:04:05.68|2020-01-02 03:04:05.68+00|2020-01-02 03:04:05.7|2020-01-02 03:04:05.68|2020-01-02 03:04:06+00|2020-01-02|2020-01-02 03:04:06+00|03:04:05.679
SELECT 'a0eebc999c0b4ef8bb6d6bb9bd380a11'::uuid, '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'::uuid, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, 'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11'::uuid, '{a0eebc999c0b4ef8-bb6d6bb9bd380a11}'::uuid, 'ffffffffffffffffffffffffffffffff'::uuid;
> a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|ffffffff-ffff-ffff-ffff-ffffffffffff
SELECT '1-1-1-1-1'::uuid;
> ERROR 22P02
SELECT 'a0eebc999c0b4ef8bb6d6bb9bd380a1'::uuid;
> ERROR 22P02
SELECT 'a0eebc999c0b4ef8bb6d6bb9bd380a111'::uuid;
> ERROR 22P02
SELECT 'a0e-ebc999c0b4ef8bb6d6bb9bd380a11'::uuid;
> ERROR 22P02
SELECT '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid;
> ERROR 22P02
SELECT 'a0eebc99--9c0b-4ef8-bb6d-6bb9bd380a11'::uuid;
> ERROR 22P02
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11-'::uuid;
> ERROR 22P02
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1g'::uuid;
> ERROR 22P02
SELECT lag(i, NULL) OVER (ORDER BY i) FROM ri;
> ∅
> ∅
> ∅
SELECT lag(i, CASE WHEN i > 1 THEN 1 END) OVER (ORDER BY i), lead(i, nullif(i, 1)) OVER (ORDER BY i) FROM ri;
> ∅|∅
> 1|∅
> 2|∅
SELECT lag(i, -1) OVER (ORDER BY i), lead(i, -1) OVER (ORDER BY i), lag(i, i - 1) OVER (ORDER BY i), lag(i, 2147483647) OVER (ORDER BY i), lag(i) OVER (ORDER BY i), lag(i, 1, 7) OVER (ORDER BY i), lag(i, 0) OVER (ORDER BY i) FROM ri;
> 2|∅|1|∅|∅|7|1
> 3|1|1|∅|1|1|2
> ∅|2|1|∅|2|2|3
SELECT ntile(NULL) OVER (ORDER BY i), nth_value(i, NULL) OVER (ORDER BY i) FROM ri;
> ∅|∅
> ∅|∅
> ∅|∅
SELECT ntile(0) OVER (ORDER BY i) FROM ri;
> ERROR 22014
SELECT nth_value(i, 0) OVER (ORDER BY i) FROM ri;
> ERROR 22016
SELECT '1x'::decimal;
> ERROR 22P02
SELECT '1x'::decimal;
> ERROR 22P02
SELECT '1x'::decimal;
> ERROR 22P02
SELECT i, '1x'::int FROM ri;
> ERROR 22P02
SELECT i, '1x'::int FROM ri;
> ERROR 22P02
SELECT i FROM ri WHERE i = 'x'::int;
> ERROR 22P02
SELECT i FROM ri WHERE i = 'x'::int;
> ERROR 22P02
SELECT '2020-13-01'::date;
> ERROR 22008
SELECT '2020-13-01'::date;
> ERROR 22008
SELECT i, chr(0) FROM ri;
> ERROR 54000
SELECT i, chr(0) FROM ri;
> ERROR 54000
SELECT string_agg(DISTINCT i::text, ',' ORDER BY i::text DESC) FROM ri;
> 3,2,1
SELECT array_agg(DISTINCT i ORDER BY i DESC), array_agg(DISTINCT i % 2 ORDER BY i % 2 DESC) FROM ri;
> {3,2,1}|{1,0}
SELECT array_agg(DISTINCT CAST(i AS varchar) ORDER BY CAST(i AS varchar) DESC) FROM ri;
> {3,2,1}
SELECT o.i, (SELECT array_agg(DISTINCT CAST(i AS varchar) ORDER BY CAST(i AS varchar) DESC) FROM ri r WHERE r.i >= o.i) FROM ri o;
> 1|{3,2,1}
> 2|{3,2}
> 3|{3}
SELECT string_agg(DISTINCT i::text, ',' ORDER BY i::text), count(DISTINCT i), array_agg(DISTINCT i % 2 ORDER BY i % 2 DESC), array_agg(DISTINCT i::text ORDER BY i::text) FROM ri;
> 1,2,3|3|{1,0}|{1,2,3}
SELECT array_agg(DISTINCT x ORDER BY x) FROM an;
> {1,NULL}
SELECT array_agg(DISTINCT x ORDER BY x DESC) FROM an;
> {NULL,1}
SELECT array_agg(DISTINCT x ORDER BY x NULLS FIRST) FROM an;
> {NULL,1}
SELECT array_agg(DISTINCT x ORDER BY x DESC NULLS LAST) FROM an;
> {1,NULL}
SELECT jsonb_agg(DISTINCT x ORDER BY x DESC) FROM an;
> [null, 1]
SELECT i % 2, array_agg(DISTINCT i ORDER BY i DESC) FROM (SELECT i FROM ri UNION ALL SELECT i FROM ri) q GROUP BY i % 2 ORDER BY 1;
> 0|{2}
> 1|{3,1}
