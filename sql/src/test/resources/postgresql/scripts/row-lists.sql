-- Functions of rows in select lists, and functions of one value behind FROM.
CREATE TABLE t (id INT PRIMARY KEY, a INT, s VARCHAR(20));
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,NULL,NULL);
CREATE TABLE r (k INT, v INT);
INSERT INTO r VALUES (1,5),(1,6),(2,7),(NULL,8);
CREATE TABLE u (id INT, a INT, s VARCHAR(20));
INSERT INTO u VALUES (1,10,'x'),(2,21,'y');
SELECT generate_series(1, 2), generate_series(1, 3);
> 1|1
> 2|2
> ∅|3
SELECT generate_series(1, 3) AS a, unnest(ARRAY['x','y']) AS b;
> 1|x
> 2|y
> 3|∅
SELECT id, unnest(ARRAY[1,2]) AS u, generate_series(1, id) AS g FROM t ORDER BY id, 3, 2;
> 1|1|1
> 1|2|∅
> 2|1|1
> 2|2|2
> 3|1|1
> 3|2|2
> 3|∅|3
SELECT regexp_matches('a1b2', '[a-z]([0-9])', 'g');
> {1}
> {2}
SELECT regexp_matches('foobarbequebaz', 'ba.', 'g'), generate_series(1, 2);
> {bar}|1
> {baz}|2
SELECT unnest(ARRAY[1,2]), unnest(ARRAY[3,4,5]), 'x';
> 1|3|x
> 2|4|x
> ∅|5|x
SELECT jsonb_array_elements('[1,2]'::jsonb), generate_series(5,6);
> 1|5
> 2|6
SELECT unnest(string_to_array('a,b,c', ',')), unnest(string_to_array('1,2', ','));
> a|1
> b|2
> c|∅
SELECT generate_series(1,3) + 1, generate_series(1,3) * 2;
> 2|2
> 3|4
> 4|6
SELECT count(*) FROM (SELECT generate_series(1,2), generate_series(1,4)) q;
> 4
SELECT generate_series(1, 2) AS n ORDER BY n DESC;
> 2
> 1
SELECT generate_series(1, 2), generate_series(1, 3) ORDER BY 2 DESC LIMIT 2;
> ∅|3
> 2|2
SELECT * FROM regexp_matches('a1b2', '[a-z]([0-9])', 'g');
> {1}
> {2}
SELECT m[1] FROM regexp_matches('a1b2', '([a-z])([0-9])', 'g') AS m;
> a
> b
SELECT generate_subscripts(ARRAY[5,6,7], 1);
> 1
> 2
> 3
SELECT i, (ARRAY[5,6,7])[i] FROM generate_subscripts(ARRAY[5,6,7], 1) AS i;
> 1|5
> 2|6
> 3|7
SELECT DISTINCT generate_series(1,2), 3;
> 1|3
> 2|3
SELECT id, generate_series(1, 2) FROM t WHERE id < 2 UNION ALL SELECT 9, 9;
> 1|1
> 1|2
> 9|9
SELECT * FROM upper('a');
> A
SELECT * FROM upper('a') AS n;
> A
SELECT * FROM now() AS n WHERE n IS NULL;
SELECT * FROM length('abc') AS l(x);
> 3
SELECT * FROM coalesce(1, 2) AS c;
> 1
SELECT t.id, l FROM t, length(t.s) AS l ORDER BY 1;
> 1|1
> 2|1
> 3|∅
SELECT * FROM abs(-5);
> 5
SELECT * FROM to_jsonb(5) j;
> 5
SELECT unnest(array_agg(id ORDER BY id)) FROM t;
> 1
> 2
> 3
SELECT k, generate_series(1, count(*)) FROM r GROUP BY k ORDER BY k, 2;
> 1|1
> 1|2
> 2|1
> ∅|1
SELECT id, row_number() OVER (ORDER BY id DESC), unnest(ARRAY['a','b']) AS u FROM t ORDER BY id, u;
> 1|3|a
> 1|3|b
> 2|2|a
> 2|2|b
> 3|1|a
> 3|1|b
SELECT unnest(ARRAY[1,1,2]) AS x, count(*) FROM t GROUP BY x ORDER BY x;
> 1|6
> 2|3
SELECT unnest(ARRAY[1,1,2]) AS x, count(*) FROM t GROUP BY 1 ORDER BY 1;
> 1|6
> 2|3
SELECT unnest(array_agg(v)) + max(v) AS w FROM r ORDER BY w;
> 13
> 14
> 15
> 16
SELECT generate_series(1, generate_series(1, 3));
> 1
> 1
> 1
> 2
> 2
> 3
SELECT upper(unnest(ARRAY['a','b']));
> A
> B
SELECT jsonb_build_array(jsonb_object_keys('{"a":2,"b":3}'));
> ["a"]
> ["b"]
SELECT generate_series(1,2)::text || 'x';
> 1x
> 2x
SELECT CASE WHEN true THEN generate_series(1,2) END;
> ERROR 0A000
SELECT *, generate_series(1, 2) AS g FROM r WHERE k = 1 ORDER BY v, g;
> 1|5|1
> 1|5|2
> 1|6|1
> 1|6|2
SELECT (regexp_matches(s, '(.)', 'g'))[1] FROM t ORDER BY 1;
> x
> y
SELECT x.m[1], t.id FROM t, regexp_matches(t.s, '.') AS x(m) ORDER BY 2;
> x|1
> y|2
SELECT * FROM generate_series(1,2) a, generate_subscripts(ARRAY['x','y'], 1) b;
> 1|1
> 1|2
> 2|1
> 2|2
SELECT * FROM concat('a', 'b');
> ab
SELECT * FROM array_length(ARRAY[1,2], 1);
> 2
SELECT * FROM jsonb_build_object('a', 1);
> {"a": 1}
SELECT * FROM regexp_match('abc', 'b') AS m;
> {b}
SELECT v FROM lower('ABC') AS f(v), generate_series(1, 2);
> abc
> abc
SELECT t.id, f.* FROM t LEFT JOIN LATERAL upper(t.s) AS f ON true ORDER BY 1;
> 1|X
> 2|Y
> 3|∅
SELECT unnest(ARRAY[]::int[]), generate_series(1, 2);
> ∅|1
> ∅|2
SELECT 5, unnest(NULL::int[]);
