-- HAVING that looks at rows of a query around.
CREATE TABLE t (id INT PRIMARY KEY, a INT, s VARCHAR(20));
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,NULL,NULL);
CREATE TABLE r (k INT, v INT);
INSERT INTO r VALUES (1,5),(1,6),(2,7),(NULL,8);
CREATE TABLE u (id INT, a INT, s VARCHAR(20));
INSERT INTO u VALUES (1,10,'x'),(2,21,'y');
SELECT id FROM t o WHERE EXISTS (SELECT 1 FROM r HAVING o.a > 10) ORDER BY id;
> 2
SELECT id, (SELECT max(v) FROM r HAVING o.a > 10) FROM t o ORDER BY id;
> 1|∅
> 2|8
> 3|∅
SELECT id, (SELECT sum(v) FROM r WHERE k = o.id HAVING count(*) > o.id) FROM t o ORDER BY id;
> 1|11
> 2|∅
> 3|∅
SELECT id, (SELECT max(v) FROM r HAVING a > 10) FROM t ORDER BY id;
> 1|∅
> 2|8
> 3|∅
SELECT id FROM t WHERE id IN (SELECT k FROM r GROUP BY k HAVING count(*) >= t.id) ORDER BY id;
> 1
SELECT id FROM t WHERE id IN (SELECT k FROM r GROUP BY k HAVING sum(v) > a) ORDER BY id;
> 1
SELECT id FROM t WHERE EXISTS (SELECT k FROM r GROUP BY k HAVING k = id AND sum(v) < a) ORDER BY id;
> 2
SELECT id, ARRAY(SELECT k FROM r WHERE k IS NOT NULL GROUP BY k HAVING k <= id ORDER BY k) FROM t ORDER BY id;
> 1|{1}
> 2|{1,2}
> 3|{1,2}
SELECT t.id, q.m FROM t, LATERAL (SELECT max(v) AS m FROM r HAVING t.id > 1) q ORDER BY 1;
> 2|8
> 3|8
SELECT t.id, q.m FROM t LEFT JOIN LATERAL (SELECT max(v) AS m FROM r HAVING t.id > 1) q ON true ORDER BY 1;
> 1|∅
> 2|8
> 3|8
SELECT id FROM t WHERE 1 = (SELECT 1 HAVING t.id = 2);
> 2
SELECT id FROM t WHERE 2 < ALL (SELECT v FROM r GROUP BY k, v HAVING k = id OR a IS NULL) ORDER BY id;
> 1
> 2
> 3
SELECT id, (SELECT string_agg(x, ',' ORDER BY x) FROM (SELECT CAST(k AS text) AS x FROM r GROUP BY k HAVING count(*) > a / 20) q) FROM t ORDER BY id;
> 1|1,2
> 2|1
> 3|∅
SELECT id, (SELECT count(*) FROM r HAVING max(v) > id AND s = 'x') FROM t ORDER BY id;
> 1|4
> 2|∅
> 3|∅
