-- Rows of tables, and ROW, as values.
CREATE TABLE t (id INT PRIMARY KEY, a INT, s VARCHAR(20));
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,NULL,NULL);
CREATE TABLE r (k INT, v INT);
INSERT INTO r VALUES (1,5),(1,6),(2,7),(NULL,8);
CREATE TABLE u (id INT, a INT, s VARCHAR(20));
INSERT INTO u VALUES (1,10,'x'),(2,21,'y');
SELECT t FROM t ORDER BY id;
> (1,10,x)
> (2,20,y)
> (3,,)
SELECT t.* FROM t ORDER BY id;
> 1|10|x
> 2|20|y
> 3|∅|∅
SELECT count(t) FROM t;
> 3
SELECT t IS NULL FROM t ORDER BY id;
> f
> f
> f
SELECT t IS NOT NULL FROM t ORDER BY id;
> t
> t
> f
SELECT t.id FROM t JOIN u ON t = u ORDER BY 1;
> 1
SELECT t.id FROM t JOIN u USING (id) WHERE t IS DISTINCT FROM u;
> 2
SELECT t.id FROM t, u WHERE t.id = u.id AND t <> u;
> 2
SELECT (t).a FROM t ORDER BY id;
> 10
> 20
> ∅
SELECT (t).* FROM t ORDER BY id;
> 1|10|x
> 2|20|y
> 3|∅|∅
SELECT (t.*).s FROM t ORDER BY id;
> x
> y
> ∅
SELECT t::text FROM t ORDER BY id;
> (1,10,x)
> (2,20,y)
> (3,,)
SELECT (q).x FROM (SELECT 1 AS x, 2 AS y) q;
> 1
SELECT q FROM (SELECT 1 AS x, 'a b' AS y) q;
> (1,"a b")
SELECT ROW(1, 'a');
> (1,a)
SELECT (1, 'a', NULL);
> (1,a,)
SELECT ROW(1, 2)::text;
> (1,2)
SELECT array_agg((k, v)) FROM r WHERE k = 1;
> {"(1,5)","(1,6)"}
SELECT max(t.id) FROM t GROUP BY t ORDER BY 1;
> 1
> 2
> 3
SELECT DISTINCT t FROM t;
> (1,10,x)
> (2,20,y)
> (3,,)
SELECT t.id FROM t LEFT JOIN u ON t.id = u.id WHERE u IS NULL;
> 3
SELECT t.id FROM t LEFT JOIN u ON t.id = u.id WHERE u.* IS NULL;
> 3
SELECT COUNT(DISTINCT t) FROM t;
> 3
SELECT (SELECT t FROM t WHERE id = 1);
> (1,10,x)
SELECT ((1, 2)) = (1, 2);
> t
INSERT INTO t VALUES (10, 1, 'a "b"'), (11, 2, ''), (12, 3, 'c,d'), (13, 4, 'e\f');
SELECT t FROM t ORDER BY t;
> (1,10,x)
> (2,20,y)
> (3,,)
> (10,1,"a ""b""")
> (11,2,"")
> (12,3,"c,d")
> (13,4,"e\\f")
SELECT t FROM t ORDER BY t DESC NULLS LAST;
> (13,4,"e\\f")
> (12,3,"c,d")
> (11,2,"")
> (10,1,"a ""b""")
> (3,,)
> (2,20,y)
> (1,10,x)
SELECT t AS q FROM t ORDER BY q;
> (1,10,x)
> (2,20,y)
> (3,,)
> (10,1,"a ""b""")
> (11,2,"")
> (12,3,"c,d")
> (13,4,"e\\f")
SELECT s, t FROM t ORDER BY 2 DESC;
> e\f|(13,4,"e\\f")
> c,d|(12,3,"c,d")
> |(11,2,"")
> a "b"|(10,1,"a ""b""")
> ∅|(3,,)
> y|(2,20,y)
> x|(1,10,x)
SELECT id FROM ONLY t ORDER BY id;
> 1
> 2
> 3
> 10
> 11
> 12
> 13
SELECT t AS whole, id FROM t WHERE t.id > 9 ORDER BY id;
> (10,1,"a ""b""")|10
> (11,2,"")|11
> (12,3,"c,d")|12
> (13,4,"e\\f")|13
SELECT t.id FROM t WHERE (t).a > 1 AND (t).s <> '' ORDER BY 1;
> 1
> 2
> 12
> 13
SELECT x FROM (VALUES (1, true, DATE '2024-01-05'), (2, NULL, NULL)) AS x (a, b, c) ORDER BY a;
> (1,t,2024-01-05)
> (2,,)
SELECT u, t FROM t LEFT JOIN u ON t.id = u.id ORDER BY t.id;
> (1,10,x)|(1,10,x)
> (2,21,y)|(2,20,y)
> ∅|(3,,)
> ∅|(10,1,"a ""b""")
> ∅|(11,2,"")
> ∅|(12,3,"c,d")
> ∅|(13,4,"e\\f")
SELECT t = ROW(1, 10, 'x'::varchar) FROM t WHERE id < 3 ORDER BY id;
> t
> f
SELECT id FROM t WHERE t < ROW(2, 0, ''::varchar) ORDER BY id;
> 1
WITH w AS (SELECT id, s FROM t WHERE id < 3) SELECT w, (w).s, w IS NULL FROM w ORDER BY id;
> (1,x)|x|f
> (2,y)|y|f
SELECT to_jsonb(ROW(1, 'a')), jsonb_build_array((1, 2)), jsonb_agg((k, v)) FROM r WHERE k = 2;
> {"f1": 1, "f2": "a"}|[{"f1": 1, "f2": 2}]|[{"f1": 2, "f2": 7}]
SELECT array_agg(r) FROM r WHERE k = 2;
> {"(2,7)"}
SELECT jsonb_build_object('t', u), jsonb_build_array(u, 1) FROM u ORDER BY id;
> {"t": {"a": 10, "s": "x", "id": 1}}|[{"a": 10, "s": "x", "id": 1}, 1]
> {"t": {"a": 21, "s": "y", "id": 2}}|[{"a": 21, "s": "y", "id": 2}, 1]
SELECT count(t), count(u) FROM t LEFT JOIN u USING (id);
> 7|2
SELECT DISTINCT u IS NOT NULL FROM t LEFT JOIN u ON t.id = u.id;
> f
> t
