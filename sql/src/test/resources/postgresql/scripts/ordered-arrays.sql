-- Arrays that are calculated have an order, too, and meet others in UNION and CASE.
CREATE TABLE t (id int PRIMARY KEY, k int, o boolean, s text, a int[], ta text[]);
INSERT INTO t VALUES (1, 1, true, 'b', '{1,2}', '{a}'), (2, NULL, false, 'a', NULL, '{b,NULL}'), (3, 1, NULL, NULL, '{3}', NULL), (4, 2, true, 'a', '{}', '{}');
SELECT ARRAY[k, id] FROM t ORDER BY ARRAY[k, id];
> {1,1}
> {1,3}
> {2,4}
> {NULL,2}
SELECT id FROM t ORDER BY a;
> 4
> 1
> 3
> 2
SELECT id FROM t ORDER BY a || id;
> 1
> 2
> 3
> 4
SELECT id FROM t ORDER BY ARRAY[k] DESC, id;
> 2
> 4
> 1
> 3
SELECT id FROM t ORDER BY array_append(a, k), id;
> 1
> 4
> 3
> 2
SELECT DISTINCT ON (ARRAY[k]) id FROM t ORDER BY ARRAY[k], id;
> 1
> 4
> 2
SELECT id, row_number() OVER (ORDER BY ARRAY[k], id) FROM t ORDER BY id;
> 1|1
> 2|4
> 3|2
> 4|3
SELECT id, rank() OVER (ORDER BY ARRAY[o, o]) FROM t ORDER BY id;
> 1|2
> 2|1
> 3|4
> 4|2
SELECT id, sum(id) OVER (PARTITION BY ARRAY[k] ORDER BY ARRAY[id]) FROM t ORDER BY id;
> 1|1
> 2|2
> 3|4
> 4|4
SELECT id FROM t ORDER BY ARRAY[s, 'x'], id;
> 2
> 4
> 1
> 3
SELECT id FROM t ORDER BY string_to_array(s, ','), id;
> 2
> 4
> 1
> 3
SELECT array_agg(id ORDER BY ARRAY[k], id) FROM t;
> {1,3,4,2}
SELECT array_agg(k ORDER BY id) FROM t GROUP BY s ORDER BY array_agg(k ORDER BY id);
> {1}
> {1}
> {NULL,2}
SELECT max(ARRAY[k, id]) FROM t;
> {NULL,2}
SELECT min(a), max(a) FROM t;
> {}|{3}
SELECT DISTINCT ARRAY[k] FROM t ORDER BY 1;
> {1}
> {2}
> {NULL}
SELECT ARRAY[k], count(*) FROM t GROUP BY ARRAY[k] ORDER BY 1;
> {1}|2
> {2}|1
> {NULL}|1
SELECT ARRAY[k] FROM t GROUP BY ARRAY[k] ORDER BY ARRAY[k] DESC NULLS LAST;
> {NULL}
> {2}
> {1}
SELECT id FROM t ORDER BY (SELECT array_agg(b.id ORDER BY b.id) FROM t b WHERE b.k = t.k), id;
> 1
> 3
> 4
> 2
SELECT id FROM t ORDER BY CASE WHEN o THEN ARRAY[1] ELSE a END, id;
> 1
> 4
> 3
> 2
SELECT id FROM t ORDER BY ARRAY[k::numeric, 1.5], id;
> 1
> 3
> 4
> 2
SELECT id FROM t ORDER BY ARRAY[now(), now()], id;
> 1
> 2
> 3
> 4
SELECT id FROM t ORDER BY ARRAY[DATE '2020-01-01' + id] DESC;
> 4
> 3
> 2
> 1
SELECT greatest(ARRAY[k], ARRAY[id]) FROM t ORDER BY 1;
> {1}
> {3}
> {4}
> {NULL}
SELECT id FROM t WHERE ARRAY[k] > ARRAY[0, 5] ORDER BY id;
> 1
> 2
> 3
> 4
SELECT ARRAY[k] = ARRAY[id], ARRAY[k] < ARRAY[id] FROM t ORDER BY 1, 2;
> f|f
> f|t
> f|t
> t|f
SELECT id FROM t UNION SELECT 5 ORDER BY 1;
> 1
> 2
> 3
> 4
> 5
SELECT ARRAY[id] AS x FROM t UNION SELECT ARRAY[7, 8] ORDER BY x;
> {1}
> {2}
> {3}
> {4}
> {7,8}
SELECT first_value(id) OVER (ORDER BY ARRAY[k] DESC NULLS LAST, id) FROM t ORDER BY 1;
> 2
> 2
> 2
> 2
SELECT id FROM t ORDER BY ARRAY[id] LIMIT 2;
> 1
> 2
SELECT id, lag(id) OVER (ORDER BY a NULLS FIRST, id) FROM t ORDER BY id;
> 1|4
> 2|∅
> 3|1
> 4|2
SELECT dense_rank() OVER (ORDER BY a || 1) FROM t ORDER BY 1;
> 1
> 1
> 2
> 3
SELECT id FROM t ORDER BY a || ARRAY[NULL]::int[] DESC;
> 2
> 4
> 3
> 1
SELECT id FROM t ORDER BY ARRAY[NULL, id];
> 1
> 2
> 3
> 4
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY ARRAY[id]) FROM t;
> {2}
SELECT rank(ARRAY[2]) WITHIN GROUP (ORDER BY ARRAY[id]) FROM t;
> 2
SELECT mode() WITHIN GROUP (ORDER BY ARRAY[k]) FROM t;
> {1}
SELECT ARRAY[1,2] UNION SELECT ARRAY[1] ORDER BY 1;
> {1}
> {1,2}
SELECT ARRAY[1,2] UNION ALL SELECT ARRAY[1.5];
> {1,2}
> {1.5}
SELECT ARRAY[1,2] UNION ALL SELECT ARRAY[3000000000];
> {1,2}
> {3000000000}
SELECT ARRAY['a'] UNION ALL SELECT ARRAY['abc','d'];
> {abc,d}
> {a}
SELECT ARRAY['a'] UNION ALL SELECT ARRAY[NULL];
> {NULL}
> {a}
SELECT ARRAY[1]::int[] UNION ALL SELECT NULL;
> {1}
> ∅
SELECT ARRAY[1] UNION ALL SELECT '{1,2}';
> {1,2}
> {1}
SELECT ARRAY[1,2] INTERSECT SELECT ARRAY[1,2];
> {1,2}
SELECT ARRAY[1,2] EXCEPT SELECT ARRAY[1];
> {1,2}
SELECT ARRAY[1,NULL] INTERSECT SELECT ARRAY[1,NULL];
> {1,NULL}
SELECT a FROM t UNION SELECT ARRAY[1,2] ORDER BY 1;
> {}
> {1,2}
> {3}
> ∅
SELECT a FROM t UNION SELECT ARRAY[1::bigint,2] ORDER BY 1;
> {}
> {1,2}
> {3}
> ∅
SELECT ta FROM t UNION SELECT ARRAY['q','rr'] ORDER BY 1;
> {}
> {a}
> {b,NULL}
> {q,rr}
> ∅
SELECT CASE WHEN id = 1 THEN ARRAY[1] ELSE ARRAY[1,2] END FROM t ORDER BY id;
> {1}
> {1,2}
> {1,2}
> {1,2}
SELECT CASE WHEN id = 1 THEN ARRAY[1] WHEN id = 2 THEN '{}' ELSE ARRAY[1,2,NULL] END FROM t ORDER BY id;
> {1}
> {}
> {1,2,NULL}
> {1,2,NULL}
SELECT CASE WHEN id = 1 THEN ARRAY['a'] ELSE ARRAY['bcd', 'e'] END FROM t ORDER BY id;
> {a}
> {bcd,e}
> {bcd,e}
> {bcd,e}
SELECT CASE WHEN id = 1 THEN ARRAY[1] ELSE ARRAY[1.5, 2] END FROM t ORDER BY id;
> {1}
> {1.5,2}
> {1.5,2}
> {1.5,2}
SELECT CASE WHEN id = 1 THEN NULL ELSE ARRAY[1.5, 2] END FROM t ORDER BY id;
> ∅
> {1.5,2}
> {1.5,2}
> {1.5,2}
SELECT coalesce(a, ARRAY[1,2,3]) FROM t ORDER BY id;
> {1,2}
> {1,2,3}
> {3}
> {}
SELECT coalesce(a, '{}') FROM t ORDER BY id;
> {1,2}
> {}
> {3}
> {}
SELECT coalesce(a, '{7}'::int[]) FROM t ORDER BY id;
> {1,2}
> {7}
> {3}
> {}
SELECT coalesce(ta, ARRAY['xyz']) FROM t ORDER BY id;
> {a}
> {b,NULL}
> {xyz}
> {}
SELECT coalesce(NULL, ARRAY['xyz']);
> {xyz}
SELECT coalesce(a, ARRAY[]::int[]) FROM t ORDER BY id;
> {1,2}
> {}
> {3}
> {}
SELECT nullif(a, ARRAY[3]) FROM t ORDER BY id;
> {1,2}
> ∅
> ∅
> {}
SELECT nullif(ARRAY[k], ARRAY[1]) FROM t ORDER BY id;
> ∅
> {NULL}
> ∅
> {2}
VALUES (ARRAY[1]), (ARRAY[1,2]), (NULL);
> {1,2}
> {1}
> ∅
VALUES (ARRAY[1]), (ARRAY[1.5]);
> {1.5}
> {1}
VALUES (ARRAY['a']), (ARRAY['abc', NULL]);
> {abc,NULL}
> {a}
SELECT * FROM (VALUES (1, ARRAY['a']), (2, ARRAY['abc', NULL])) v(i, x) ORDER BY i;
> 1|{a}
> 2|{abc,NULL}
SELECT unnest(x) FROM (VALUES (1, ARRAY[1]), (2, ARRAY[2,3])) v(i, x) ORDER BY 1;
> 1
> 2
> 3
SELECT ARRAY[1] || CASE WHEN k = 1 THEN ARRAY[2] ELSE ARRAY[3,4] END FROM t ORDER BY id;
> {1,2}
> {1,3,4}
> {1,2}
> {1,3,4}
SELECT greatest(ARRAY[1], ARRAY[1,2]), least(ARRAY[1.5], ARRAY[1]);
> {1,2}|{1}
SELECT id FROM t WHERE a IN (ARRAY[1,2], ARRAY[3]) ORDER BY id;
> 1
> 3
SELECT id FROM t WHERE ARRAY[k] IN (SELECT ARRAY[1]) ORDER BY id;
> 1
> 3
SELECT id FROM t WHERE a = ANY (SELECT ARRAY[1,2]) ORDER BY id;
> 1
WITH RECURSIVE w AS (SELECT 1 AS n, ARRAY[1] AS p UNION ALL SELECT n + 1, p || (n + 1) FROM w WHERE n < 4) SELECT * FROM w ORDER BY p;
> 1|{1}
> 2|{1,2}
> 3|{1,2,3}
> 4|{1,2,3,4}
WITH RECURSIVE w AS (SELECT 1 AS n, ARRAY[1] AS p UNION SELECT n + 1, ARRAY[n, n + 1] FROM w WHERE n < 4) SELECT * FROM w ORDER BY p DESC;
> 4|{3,4}
> 3|{2,3}
> 2|{1,2}
> 1|{1}
SELECT max(string_to_array(s, '')) FROM t;
> {b}
SELECT min(CASE WHEN o THEN ARRAY[9] ELSE a END) FROM t;
> {3}
SELECT id, rank() OVER (ORDER BY string_to_array(s, ',') DESC NULLS LAST) FROM t ORDER BY id;
> 1|1
> 2|2
> 3|4
> 4|2
SELECT DISTINCT ON (string_to_array(s, ',')) id FROM t ORDER BY string_to_array(s, ','), id;
> 2
> 1
> 3
SELECT id FROM t ORDER BY (a || k)::bigint[] DESC NULLS LAST, id LIMIT 3;
> 2
> 3
> 4
SELECT a::numeric[] FROM t UNION ALL SELECT ARRAY[1, 2]::int[] ORDER BY 1;
> {}
> {1,2}
> {1,2}
> {3}
> ∅
