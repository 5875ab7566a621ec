-- Arrays as values.
CREATE TABLE a (id INT PRIMARY KEY, n INTEGER[], t VARCHAR(10)[], u UUID[], d DECIMAL(5,2) ARRAY, b BIGINT[]);
> done
INSERT INTO a VALUES (1, ARRAY[1,2,3], '{a,"b c",NULL}', NULL, '{1.5,2}', '{}'), (2, '{}', ARRAY['x'], ARRAY['00000000-0000-0000-0000-000000000001'::uuid], NULL, ARRAY[5]);
> 2 rows
SELECT * FROM a ORDER BY id;
> 1 | [1, 2, 3] | [a, b c, null] | null | [1.50, 2.00] | []
> 2 | [] | [x] | [00000000-0000-0000-0000-000000000001] | null | [5]
@ '{1,2}'
SELECT id FROM a WHERE id = ANY(?);
> 1
> 2
SELECT id FROM a WHERE id = ANY(ARRAY[2,3]);
> 2
SELECT id FROM a WHERE id = ANY('{1,3}') AND 2 = ANY(n);
> 1
EXPLAIN SELECT id FROM a WHERE id = ANY(ARRAY[2,3]);
> query, reads only
>   a by primary key id = ARRAY(2, 3)
> keys: known from the arguments
SELECT array_agg(id), array_agg(id ORDER BY id DESC), array_agg(t) FROM a;
> error 0A000 An array of arrays is not supported.
SELECT x FROM unnest(ARRAY[3,4]) AS x;
> 3
> 4
SELECT a.id, x FROM a, unnest(a.n) AS x ORDER BY 1,2;
> 1 | 1
> 1 | 2
> 1 | 3
SELECT n[1], n @> ARRAY[1], n || 4, 0 || n, n || ARRAY[9], array_length(n, 1), n = '{1,2,3}', t @> '{a}', n && '{3}' FROM a ORDER BY id;
> 1 | true | [1, 2, 3, 4] | [0, 1, 2, 3] | [1, 2, 3, 9] | 3 | true | true | true
> null | false | [4] | [0] | [9] | null | false | false | false
UPDATE a SET n = array_append(n, 7), t = '{toolongforthis}' WHERE id = 1;
> error 22001 The text of 14 characters is too long for column "t" of type VARCHAR(10).
UPDATE a SET n = array_append(n, 7), t = '{short}' WHERE id = 1 RETURNING n, t;
> 1 rows
> [1, 2, 3, 7] | [short]
SELECT n FROM a ORDER BY n;
> []
> [1, 2, 3, 7]
SELECT n < '{1,5}', array_position(n, 7), array_remove(n, 7), array_to_string(t, ','), n::text, to_jsonb(t) FROM a ORDER BY id;
> true | 4 | [1, 2, 3] | short | {1,2,3,7} | ["short"]
> true | null | [] | x | {} | ["x"]
SELECT 1 <> ALL(ARRAY[2,3]), 1 = ALL('{1,1}'), 3 > ANY(ARRAY[5,NULL]), 1 = ANY(NULL);
> true | true | null | null
SELECT array_agg(id) FROM a WHERE 1 = 0;
> null
SELECT array_agg(id), array_agg(id ORDER BY id DESC), array_agg(CASE WHEN id = 1 THEN NULL ELSE id END) FROM a;
> [1, 2] | [2, 1] | [null, 2]
SELECT id FROM a, jsonb_array_elements_text('["1"]') AS v WHERE id = v::int AND 2 > 1;
> 1
SELECT 1 = ANY(NULL), 5 = ANY('{5}'), ARRAY[1] = ARRAY[1], '{1}' = ARRAY[1], ARRAY[1,2]::text, ARRAY[1, 2]::varchar[], CARDINALITY('{1,2}'::int[]);
> null | true | true | true | {1,2} | [1, 2] | 2
INSERT INTO a VALUES (3, '{1', NULL, NULL, NULL, NULL);
> error 22P02 "{1" is no array: it ends with }.
INSERT INTO a VALUES (3, '{{1}}', NULL, NULL, NULL, NULL);
> error 0A000 An array of arrays is not supported.
INSERT INTO a VALUES (3, '{x}', NULL, NULL, NULL, NULL);
> error 22P02 "x" is no INTEGER, for column "n".
SELECT ARRAY[]::integer[], ARRAY[ARRAY[1]];
> error 0A000 An array of arrays is not supported.
SELECT ARRAY[]::integer[], array_agg(t) FROM a;
> error 0A000 An array of arrays is not supported.
CREATE INDEX an ON a (n);
> error 0A000 A key or index of column "n", which is of type INTEGER[], is not supported.
@ '{1,2,7}' 'x'
SELECT id FROM a WHERE id = ANY(?) AND ? = ANY(t);
> 2
EXPLAIN SELECT id FROM a WHERE id = ANY(?);
> error 07001 The statement has 1 parameters, but 0 were given.
EXPLAIN UPDATE a SET b = NULL WHERE id = ANY(?);
> error 07001 The statement has 1 parameters, but 0 were given.
@ '{1,2,7,2}'
UPDATE a SET b = '{3}' WHERE id = ANY(?);
> 2 rows
@ '{}'
DELETE FROM a WHERE id = ANY(?);
> 0 rows
CREATE TABLE two (x INT, y VARCHAR(5), z INT, PRIMARY KEY (x, y));
> done
INSERT INTO two VALUES (1, 'a', 1), (1, 'b', 2), (2, 'a', 3), (3, 'a', 4);
> 4 rows
EXPLAIN SELECT z FROM two WHERE x = ANY('{1,3}') AND y = ANY(ARRAY['a', 'c']);
> query, reads only
>   two by primary key x = convert_convert_INTEGER ARRAY_('{1,3}'), y = ARRAY('a', 'c')
> keys: known from the arguments
SELECT z FROM two WHERE x = ANY('{1,3}') AND y = ANY(ARRAY['a', 'c']) ORDER BY z;
> 1
> 4
SELECT z FROM two WHERE x = ANY('{1,3,NULL}') ORDER BY z DESC;
> 4
> 2
> 1
SELECT z FROM two WHERE x <> ALL('{1,3}') OR z > ALL(ARRAY[2, 3]) ORDER BY z;
> 3
> 4
SELECT x, array_agg(z ORDER BY z DESC), array_agg(DISTINCT y), array_agg(z) FILTER (WHERE z > 1) FROM two GROUP BY x ORDER BY x;
> 1 | [2, 1] | [a, b] | [2]
> 2 | [3] | [a] | [3]
> 3 | [4] | [a] | [4]
SELECT column_name, type_name FROM information_schema.columns WHERE table_name = 'a' ORDER BY ordinal_position;
> id | INTEGER
> n | INTEGER[]
> t | VARCHAR[]
> u | UUID[]
> d | DECIMAL[]
> b | BIGINT[]
