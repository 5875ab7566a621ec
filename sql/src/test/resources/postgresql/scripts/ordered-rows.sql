-- Rows, and functions that give rows, as what a query is ordered by.
CREATE TABLE t (id INT, a INT, s VARCHAR(20));
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,NULL,NULL),(1,10,'x');
SELECT id, unnest(array_agg(a)) FROM t GROUP BY id ORDER BY id;
> 1|10
> 1|10
> 2|20
> 3|∅
SELECT id, unnest(array_agg(a)) FROM t GROUP BY id ORDER BY count(*) DESC, id;
> 1|10
> 1|10
> 2|20
> 3|∅
SELECT id, unnest(array_agg(a)) AS u FROM t GROUP BY id ORDER BY u DESC, id;
> 3|∅
> 2|20
> 1|10
> 1|10
SELECT id, unnest(array_agg(a)) AS u FROM t GROUP BY id ORDER BY 2, 1;
> 1|10
> 1|10
> 2|20
> 3|∅
SELECT id, row_number() OVER (ORDER BY id), generate_series(1,2) FROM t WHERE id > 1 ORDER BY 2, 3 DESC;
> 2|1|2
> 2|1|1
> 3|2|2
> 3|2|1
SELECT id, count(*) FROM t GROUP BY id ORDER BY generate_series(1,2), id;
> 1|2
> 2|1
> 3|1
> 1|2
> 2|1
> 3|1
SELECT DISTINCT generate_series(1,id) FROM t ORDER BY generate_series(1,id) DESC;
> 3
> 2
> 1
SELECT id FROM t ORDER BY generate_series(1,2) DESC, id LIMIT 3;
> 1
> 1
> 2
SELECT id, generate_series(1,2) AS g FROM t ORDER BY g, id;
> 1|1
> 1|1
> 2|1
> 3|1
> 1|2
> 1|2
> 2|2
> 3|2
SELECT *, generate_series(1,2) AS g FROM t ORDER BY g DESC, generate_series(5,6), id;
> 1|10|x|2
> 1|10|x|2
> 2|20|y|2
> 3|∅|∅|2
> 1|10|x|1
> 1|10|x|1
> 2|20|y|1
> 3|∅|∅|1
SELECT * FROM t ORDER BY id, generate_series(1,2) + id;
> 1|10|x
> 1|10|x
> 1|10|x
> 1|10|x
> 2|20|y
> 2|20|y
> 3|∅|∅
> 3|∅|∅
SELECT DISTINCT t FROM t ORDER BY t;
> (1,10,x)
> (2,20,y)
> (3,,)
SELECT DISTINCT t FROM t ORDER BY t DESC;
> (3,,)
> (2,20,y)
> (1,10,x)
SELECT DISTINCT t.* FROM t ORDER BY id;
> 1|10|x
> 2|20|y
> 3|∅|∅
SELECT DISTINCT t, id FROM t ORDER BY t, id;
> (1,10,x)|1
> (2,20,y)|2
> (3,,)|3
SELECT t FROM t UNION SELECT t FROM t ORDER BY 1;
> (1,10,x)
> (2,20,y)
> (3,,)
SELECT t FROM t UNION ALL SELECT t FROM t ORDER BY t;
> (1,10,x)
> (1,10,x)
> (1,10,x)
> (1,10,x)
> (2,20,y)
> (2,20,y)
> (3,,)
> (3,,)
SELECT t AS r FROM t ORDER BY r DESC;
> (3,,)
> (2,20,y)
> (1,10,x)
> (1,10,x)
SELECT DISTINCT ROW(id, a) FROM t ORDER BY ROW(id, a);
> (1,10)
> (2,20)
> (3,)
SELECT DISTINCT ROW(id, a) FROM t ORDER BY 1 DESC;
> (3,)
> (2,20)
> (1,10)
SELECT DISTINCT (a, id) AS r FROM t ORDER BY r;
> (10,1)
> (20,2)
> (,3)
SELECT id FROM t ORDER BY generate_series(1,2), id;
> 1
> 1
> 2
> 3
> 1
> 1
> 2
> 3
SELECT id, generate_series(1,2) FROM t ORDER BY generate_series(1,2), id;
> 1|1
> 1|1
> 2|1
> 3|1
> 1|2
> 1|2
> 2|2
> 3|2
SELECT id FROM t ORDER BY id, generate_series(1,2) DESC;
> 1
> 1
> 1
> 1
> 2
> 2
> 3
> 3
SELECT 1 AS x ORDER BY generate_series(1,3);
> 1
> 1
> 1
SELECT jsonb_build_array(jsonb_object_keys('{"a":2,"b":3}'));
> ["a"]
> ["b"]
SELECT jsonb_build_object('k', jsonb_object_keys('{"a":2,"b":3}'));
> {"k": "a"}
> {"k": "b"}
SELECT upper(jsonb_object_keys('{"a":2,"b":3}'));
> A
> B
SELECT to_jsonb(generate_series(1,3));
> 1
> 2
> 3
SELECT jsonb_build_array(generate_series(1,3), unnest(ARRAY[1,2]));
> [1, 1]
> [2, 2]
> [3, null]
SELECT ARRAY[generate_series(1,3)];
> {1}
> {2}
> {3}
SELECT ROW(generate_series(1,3), 5);
> (1,5)
> (2,5)
> (3,5)
SELECT concat('a', generate_series(1,3));
> a1
> a2
> a3
SELECT format('%s', generate_series(1,3));
> 1
> 2
> 3
CREATE TABLE n (k NUMERIC, b BOOLEAN, c TEXT);
INSERT INTO n VALUES (10, true, 'a,b'), (9, false, NULL), (10, true, 'a,b'), (9, NULL, '');
SELECT DISTINCT n FROM n ORDER BY n;
> (9,f,)
> (9,,"")
> (10,t,"a,b")
SELECT DISTINCT n AS r, k FROM n ORDER BY k DESC, r;
> (10,t,"a,b")|10
> (9,f,)|9
> (9,,"")|9
SELECT DISTINCT n, n.k + 1 FROM n ORDER BY 2, 1 DESC LIMIT 2;
> (9,,"")|10
> (9,f,)|10
SELECT DISTINCT x FROM n x JOIN t ON t.id < x.k ORDER BY x;
> (9,f,)
> (9,,"")
> (10,t,"a,b")
SELECT DISTINCT q FROM (SELECT 1 AS a, g AS b FROM generate_series(9,11) g) q ORDER BY q DESC;
> (1,11)
> (1,10)
> (1,9)
SELECT ROW(k, c) FROM n ORDER BY ROW(k, c);
> (9,"")
> (9,)
> (10,"a,b")
> (10,"a,b")
SELECT ROW(k, c) AS r FROM n ORDER BY r;
> (9,"")
> (9,)
> (10,"a,b")
> (10,"a,b")
SELECT (k, b) FROM n ORDER BY 1;
> (9,f)
> (9,)
> (10,t)
> (10,t)
SELECT k FROM n ORDER BY (b, k);
> 9
> 10
> 10
> 9
SELECT k FROM n ORDER BY (b, k) DESC, c;
> 9
> 10
> 10
> 9
SELECT k FROM n ORDER BY n.* DESC;
> 10
> 10
> 9
> 9
SELECT n.* FROM n ORDER BY n;
> 9|f|∅
> 9|∅|
> 10|t|a,b
> 10|t|a,b
WITH w AS (SELECT DISTINCT n FROM n ORDER BY n) SELECT * FROM w;
> (9,f,)
> (9,,"")
> (10,t,"a,b")
SELECT array_agg(n ORDER BY n) FROM n;
> {"(9,f,)","(9,,\"\")","(10,t,\"a,b\")","(10,t,\"a,b\")"}
SELECT max(k) FROM n GROUP BY n ORDER BY n;
> 9
> 9
> 10
SELECT k, rank() OVER (ORDER BY n) FROM n ORDER BY n, 2;
> 9|1
> 9|2
> 10|3
> 10|3
SELECT k, count(*) OVER (PARTITION BY n) FROM n ORDER BY 1, 2;
> 9|1
> 9|1
> 10|2
> 10|2
SELECT jsonb_agg(k ORDER BY n DESC) FROM n;
> [10, 10, 9, 9]
SELECT string_agg(c, '-' ORDER BY n) FROM n;
> -a,b-a,b
SELECT array_agg(k ORDER BY n DESC) FROM n;
> {10,10,9,9}
