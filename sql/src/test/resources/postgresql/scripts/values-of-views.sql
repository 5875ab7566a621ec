-- Columns of CHAR(n) of views and of unions are compared without blanks.
CREATE TABLE c (id INT PRIMARY KEY, s CHAR(5), v VARCHAR(9), a INT[], b TEXT[]);
INSERT INTO c VALUES (1, 'ab', 'ab', '{1,2}', '{a,b}'), (2, 'abc  ', 'abc ', NULL, NULL), (3, NULL, NULL, '{}', '{}');
CREATE VIEW w AS SELECT id, s, v FROM c;
CREATE VIEW ws AS SELECT * FROM w;
CREATE VIEW wn (k, t) AS SELECT id, s FROM w WHERE id < 3;
CREATE VIEW wu AS SELECT id, s FROM c UNION ALL SELECT id + 10, s FROM c;
CREATE VIEW wm AS SELECT v, max(s) AS m FROM c GROUP BY v;
SELECT id FROM w WHERE s = 'ab   ' ORDER BY id;
> 1
SELECT id FROM ws WHERE s = 'ab       ' ORDER BY id;
> 1
SELECT k FROM wn WHERE t IN ('ab ', 'x') ORDER BY k;
> 1
SELECT id FROM wu WHERE s <> 'ab ' ORDER BY id;
> 2
> 12
SELECT v FROM wm WHERE m = 'abc      ';
> abc 
SELECT id FROM w WHERE s BETWEEN 'ab ' AND 'ab    ';
> 1
SELECT id FROM (SELECT * FROM ws) x WHERE s = 'ab  ';
> 1
SELECT x.id FROM c x JOIN w y ON x.s = y.s AND y.s = 'ab  ';
> 1
WITH q AS (SELECT * FROM w) SELECT id FROM q WHERE q.s > 'ab ';
> 2
SELECT id FROM (SELECT id, s FROM c UNION SELECT id, s FROM w) x WHERE s = 'ab ';
> 1
SELECT id FROM w WHERE v = 'abc';
SELECT id FROM w WHERE v = 'abc ';
> 2
SELECT CASE s WHEN 'ab ' THEN 1 ELSE 2 END FROM w ORDER BY id;
> 1
> 2
> 2

-- Rows of views are values.
CREATE VIEW r AS SELECT id, v FROM c;
CREATE VIEW rs AS SELECT *, id * 2 AS d FROM r;
SELECT r FROM r ORDER BY id;
> (1,ab)
> (2,"abc ")
> (3,)
SELECT rs FROM rs ORDER BY id;
> (1,ab,2)
> (2,"abc ",4)
> (3,,6)
SELECT r::text FROM r ORDER BY id;
> (1,ab)
> (2,"abc ")
> (3,)
SELECT to_jsonb(r) FROM r ORDER BY id;
> {"v": "ab", "id": 1}
> {"v": "abc ", "id": 2}
> {"v": null, "id": 3}
SELECT jsonb_agg(r ORDER BY id) FROM r;
> [{"v": "ab", "id": 1}, {"v": "abc ", "id": 2}, {"v": null, "id": 3}]
SELECT count(r), count(DISTINCT r) FROM r;
> 3|3
SELECT (r).v FROM r ORDER BY id;
> ab
> abc 
> ∅
SELECT array_agg(r ORDER BY id) FROM r;
> {"(1,ab)","(2,\"abc \")","(3,)"}
SELECT r IS NULL, r IS NOT NULL FROM r ORDER BY id;
> f|t
> f|t
> f|f
SELECT DISTINCT r FROM r ORDER BY r;
> (1,ab)
> (2,"abc ")
> (3,)
SELECT x FROM (SELECT * FROM r) x ORDER BY x.id;
> (1,ab)
> (2,"abc ")
> (3,)
SELECT x FROM (SELECT r.*, 1 AS one FROM r) x ORDER BY x.id;
> (1,ab,1)
> (2,"abc ",1)
> (3,,1)
SELECT x FROM (SELECT * FROM r a JOIN rs b ON a.id = b.id) x ORDER BY 1;
> (1,ab,1,ab,2)
> (2,"abc ",2,"abc ",4)
> (3,,3,,6)
WITH x AS (SELECT * FROM rs) SELECT x FROM x ORDER BY x.id;
> (1,ab,2)
> (2,"abc ",4)
> (3,,6)
SELECT a FROM r a WHERE a = ROW(1, 'ab'::varchar);
> (1,ab)
SELECT a.id FROM r a JOIN r b ON a = b ORDER BY 1;
> 1
> 2
> 3
SELECT c.id, r FROM c LEFT JOIN r ON r.id = c.id AND r.id > 1 ORDER BY 1;
> 1|∅
> 2|(2,"abc ")
> 3|(3,)
SELECT r FROM r WHERE id > 1 ORDER BY r DESC;
> (3,)
> (2,"abc ")

-- Texts beside arrays, documents and intervals.
SELECT ARRAY[1,2] UNION SELECT '{3,4}';
> {1,2}
> {3,4}
SELECT '{3,4}' UNION ALL SELECT ARRAY[1,2];
> {1,2}
> {3,4}
SELECT ARRAY[1,2] EXCEPT SELECT '{1,2}';
SELECT ARRAY[1,2] INTERSECT SELECT '{1,2}';
> {1,2}
SELECT a FROM c UNION SELECT '{9}';
> {1,2}
> {9}
> {}
> ∅
SELECT b FROM c UNION ALL SELECT '{9}' UNION ALL SELECT NULL;
> {9}
> {a,b}
> {}
> ∅
> ∅
SELECT id, b FROM c UNION ALL SELECT 7, '{x,NULL,"y z"}';
> 1|{a,b}
> 2|∅
> 3|{}
> 7|{x,NULL,"y z"}
SELECT ARRAY[1.5, 2] UNION SELECT '{3}';
> {1.5,2}
> {3}
SELECT ARRAY[1] UNION SELECT '{x}';
> ERROR 22P02
VALUES (ARRAY[1,2]), ('{3}');
> {1,2}
> {3}
VALUES ('{3}'), (NULL), (ARRAY[1,2]);
> {1,2}
> {3}
> ∅
VALUES ('{"a":1}'::jsonb), ('{}');
> {"a": 1}
> {}
VALUES ('1 day'::interval), ('2 days');
> 1 day
> 2 days
SELECT * FROM (VALUES (ARRAY[1,2], 1), ('{3}', 2)) t (a, b) ORDER BY b;
> {1,2}|1
> {3}|2
SELECT t.a[1] FROM (VALUES ('{3}', 2), (ARRAY[1,2], 1)) t (a, b) ORDER BY b;
> 1
> 3
SELECT (json_object('{a,b}', '{1,2}'))::jsonb;
> {"a": "1", "b": "2"}
SELECT (json_object('{a,1,b,2}'))::jsonb;
> {"a": "1", "b": "2"}
SELECT (json_object(ARRAY['a', 'b'], ARRAY['1', NULL]))::jsonb;
> {"a": "1", "b": null}
SELECT json_object('{a,b}', '{1}');
> ERROR 2202E
SELECT json_object('{a,b,c}');
> ERROR 2202E
SELECT json_object(b, b)::jsonb FROM c ORDER BY id;
> {"a": "a", "b": "b"}
> ∅
> {}
SELECT json_object('{}');
> {}
SELECT json_object('{a,b}', '{1,2}') ->> 'b';
> 2
SELECT jsonb_object('{a,b}', '{1,2}') -> 'b';
> "2"

-- NULLs in rows of tables are equal.
SELECT a.id, b.id FROM r a JOIN r b ON a = b ORDER BY 1;
> 1|1
> 2|2
> 3|3
SELECT a.id, b.id FROM r a, r b WHERE a <> b ORDER BY 1, 2;
> 1|2
> 1|3
> 2|1
> 2|3
> 3|1
> 3|2
SELECT x.id, x = y, x <> y FROM c x LEFT JOIN c y ON x.id = y.id AND y.id <> 2 ORDER BY 1;
> 1|t|f
> 2|∅|∅
> 3|t|f
SELECT x.id, x = ROW(x.id, x.s, x.v, x.a, x.b) FROM c x ORDER BY 1;
> 1|t
> 2|t
> 3|t
SELECT ROW(1, NULL) = ROW(1, NULL), ROW(1, NULL) = ROW(2, NULL);
> ∅|f
SELECT id FROM r WHERE NOT (r = r);
SELECT NOT (a = b) FROM r a JOIN r b ON a.id = b.id ORDER BY a.id;
> f
> f
> f
