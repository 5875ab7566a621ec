-- What the grammar of the comparison has found to be refused or wrong: one of each family.
CREATE TABLE t1 (id integer PRIMARY KEY, k int, v text, i int, d date, b bigint, o boolean, j jsonb, a int[]);
CREATE TABLE t2 (id integer PRIMARY KEY, v text, u int);
CREATE TABLE t3 (id integer PRIMARY KEY, o boolean);
CREATE TABLE c (id int PRIMARY KEY, c char(5), t text, v varchar(8));
CREATE TABLE u1 (a int, b int);
CREATE TABLE u2 (a int, d int);
INSERT INTO t1 VALUES (1, 1, 'a', 2, '2020-01-01', 1, true, '1', '{1}'), (2, 1, 'b', 3, NULL, NULL, false, NULL, NULL);
INSERT INTO t2 VALUES (1, 'a', 1), (2, 'b', NULL);
INSERT INTO t3 VALUES (1, false), (2, NULL);
INSERT INTO c VALUES (1, 'ab', 'ab', 'ab'), (2, 'abcde', 'x ', 'x'), (3, NULL, 'q', NULL);
INSERT INTO u1 VALUES (1, 2), (2, 3), (NULL, 4);
INSERT INTO u2 VALUES (1, 2), (3, 3), (NULL, 4);
-- Grouping sets that are named twice, below ORDER BY with LIMIT.
SELECT a5.c0 FROM (SELECT sum(100.00) FROM t1 AS a4 GROUP BY GROUPING SETS ((a4.i), (a4.i), ())) AS a5 (c0) ORDER BY 1 LIMIT 1;
> 100.00
SELECT a5.c0 FROM (SELECT sum(1) FROM t1 AS a4 GROUP BY GROUPING SETS ((a4.i), (a4.i), ())) AS a5 (c0) ORDER BY 1 DESC LIMIT 2 OFFSET 1;
> 1
> 1
-- USING within a query of WITH.
WITH w AS (SELECT 1 AS x FROM t1 a2 JOIN t1 a3 USING (k) WHERE k = a2.id) SELECT * FROM w;
> 1
> 1
WITH w AS (SELECT k FROM t1), x AS (SELECT k, count(*) AS n FROM t1 JOIN w USING (k) GROUP BY k) SELECT k, n FROM w JOIN x USING (k) WHERE k > 0;
> 1|4
> 1|4
WITH RECURSIVE r AS (SELECT id, k FROM t1 WHERE id = 1 UNION ALL SELECT id + 10, k FROM r JOIN t1 AS x USING (id, k) WHERE id < 5) SELECT * FROM r ORDER BY id;
> 1|1
> 11|1
-- Constants by which rows are grouped, and which a subquery looks at.
SELECT 1 FROM (SELECT DISTINCT true FROM t2 a1 WHERE u > 5) AS a3 (c0) WHERE (NOT EXISTS (SELECT a4.id FROM t3 AS a4 WHERE a4.o = a3.c0));
SELECT 2 FROM (SELECT DISTINCT true FROM t2 a1 WHERE u > 5 LIMIT 3) AS a3 (c0) JOIN t2 ON true WHERE (NOT EXISTS (SELECT a4.id FROM t3 AS a4 WHERE a4.o = a3.c0));
SELECT 6 FROM (SELECT true AS c0, 7 AS c1 FROM t2 WHERE u > 100 GROUP BY 1, 2) a WHERE NOT EXISTS (SELECT 1 FROM t3 WHERE t3.o = a.c0);
SELECT 3 FROM t2 WHERE EXISTS (SELECT 1 FROM t3 WHERE t3.id = t2.id AND EXISTS (SELECT 1 FROM t3 WHERE o IS NULL AND id > 100));
SELECT 10, c1, c0 FROM (SELECT DISTINCT true AS c0, u AS c1 FROM t2) a WHERE NOT EXISTS (SELECT 1 FROM t3 WHERE t3.id - 5 = a.c1);
> 10|1|t
> 10|∅|t
-- Documents behind ALL and ANY.
SELECT id FROM t1 a1 WHERE (a1.j <= ALL (SELECT a3.j FROM t1 AS a3 WHERE a3.o));
> 1
SELECT id FROM t1 a1 WHERE (a1.j <= ALL (SELECT a1.j FROM t1 AS a3 WHERE a3.o));
> 1
SELECT id FROM t1 a2 WHERE (a2.j > ALL (SELECT jsonb_agg(a5.o ORDER BY a5.o) FROM t1 AS a5 WHERE (a2.i IS NULL)));
SELECT id FROM t1 a2 WHERE (a2.j > ANY (SELECT jsonb_agg(a5.o) FROM t1 AS a5));
SELECT id, (a2.j < ANY (SELECT a5.j FROM t1 AS a5)) FROM t1 a2;
> 1|∅
> 2|∅
SELECT id, (a2.j >= ALL (SELECT a5.j FROM t1 AS a5)) FROM t1 a2;
> 1|∅
> 2|∅
-- Aggregates of the changed table, which a change has not.
UPDATE c SET t = (SELECT max(c.v) FROM c AS d);
> ERROR 42803
DELETE FROM c WHERE id = (SELECT count(c.id) FROM c d WHERE d.id < 0);
> ERROR 42803
DELETE FROM c WHERE id = (SELECT count(d.id) FROM c d WHERE d.id < c.id - 100);
UPDATE c SET v = 'q' WHERE EXISTS (SELECT 1 FROM c d HAVING count(c.id) > 0);
> ERROR 42803
UPDATE c AS e SET v = (SELECT max(d.v || e.v) FROM c d WHERE d.id <= e.id) RETURNING id, v;
> 1|abab
> 2|xx
> 3|∅
-- Whole numbers as decimals of a scale, beside others.
SELECT CAST(id AS numeric(12,1)) AS x FROM c UNION ALL SELECT 0.00 ORDER BY 1;
> 0.00
> 1.0
> 2.0
> 3.0
SELECT coalesce(CAST(id AS numeric(12, 1)), 0.00), CAST(id AS numeric(5,2)) FROM c;
> 1.0|1.00
> 2.0|2.00
> 3.0|3.00
SELECT CAST(id * 100000 AS numeric(5,2)) FROM c;
> ERROR 22003
-- Rows with merged columns.
SELECT (a, b) IN (SELECT 1, 2), a FROM u1 FULL JOIN u2 USING (a) ORDER BY 2, 1;
> t|1
> f|2
> f|3
> f|∅
> ∅|∅
SELECT a FROM u1 FULL JOIN u2 USING (a) WHERE (a, b) NOT IN (SELECT a, d FROM u2 WHERE d < 4) ORDER BY 1;
> 2
> ∅
SELECT j.a, (j.a, b) IN (SELECT 1, 2) FROM u1 FULL JOIN u2 USING (a) AS j ORDER BY 1, 2;
> 1|t
> 2|f
> 3|f
> ∅|f
> ∅|∅
SELECT least('🦆', NULL), greatest('🦆', NULL, 'a'), '🦆' < NULL;
> 🦆|🦆|∅
-- Windows of inner queries beside subqueries, and subqueries in conditions of joins.
SELECT (a3.c0 IN (SELECT a3.c0 FROM t1 AS a4 GROUP BY a4.k)) FROM (SELECT bool_or(true) OVER (ORDER BY a2.id) FROM t1 AS a2) AS a3 (c0);
> t
> t
SELECT (a3.c0 IN (SELECT a3.c0 FROM t1 AS a4)) FROM (SELECT bool_or(true) OVER (ORDER BY a2.id) FROM t1 AS a2) AS a3 (c0);
> t
> t
SELECT (a3.c0 IN (SELECT a4.id FROM t1 AS a4)), c0 FROM (SELECT sum(id) OVER (ORDER BY a2.id) FROM t1 AS a2) AS a3 (c0) ORDER BY 2;
> t|1
> f|3
SELECT c0, (SELECT max(a4.id) FROM t1 AS a4 WHERE a4.id <= a3.c0), c0 = (SELECT max(a4.id) FROM t1 AS a4) FROM (SELECT row_number() OVER (ORDER BY a2.v DESC) FROM t1 AS a2) AS a3 (c0) ORDER BY 1;
> 1|1|f
> 2|2|t
SELECT ((1 > 0) OR (1 IS NULL)), (w1.c0 NOT IN (SELECT a4.o FROM t1 AS a4 WHERE (a4.v >= a4.v))) FROM (SELECT bool_or(false) OVER (ORDER BY a3.c0, a3.c0) FROM (SELECT a2.d FROM t1 AS a2) AS a3 (c0)) w1 (c0);
> t|f
> t|f
SELECT a2.k FROM t1 a2 JOIN t1 a3 ON (a3.k, a2.d) NOT IN (SELECT a3.k, max(a4.d) FROM t1 AS a4 WHERE a4.v = a3.v);
SELECT a2.k FROM t1 a2 JOIN t1 a3 ON (a3.k NOT IN (SELECT max(a4.k) FROM t1 AS a4 WHERE a4.v = a3.v));
SELECT a2.k FROM t1 a2 LEFT JOIN t1 a3 ON (a3.k, a2.d) NOT IN (SELECT a3.k, max(a4.d) FROM t1 AS a4 WHERE a4.v = a3.v);
> 1
> 1
SELECT (a1.b + a1.k) FROM t1 AS a1 JOIN t1 AS a4 ON (1.5 IN (SELECT avg(a5.k) FROM t1 AS a5 GROUP BY a5.id, a5.k HAVING (avg(a5.k) <= a1.k)));
SELECT a1.k FROM t1 AS a1 JOIN LATERAL (SELECT min(a1.k) FROM t1 AS a2 WHERE a1.o) AS a4 (c0) ON (1 IN (SELECT a5.k FROM t1 AS a5 WHERE a5.k <= a1.k));
> ERROR 42803
SELECT DISTINCT ON (a3.k) (SELECT max(4) FROM t1 AS a4 WHERE a4.k = a3.id) FROM t1 AS a1 FULL JOIN t1 AS a2 USING (k) FULL JOIN t1 AS a3 USING (k) ORDER BY a3.k DESC, 1;
> 4
SELECT (SELECT max(4) FROM t1 AS a4 WHERE a4.k = a3.id) FROM t1 AS a1 FULL JOIN t1 AS a2 USING (k) FULL JOIN t1 AS a3 USING (k);
> 4
> 4
> 4
> 4
> ∅
> ∅
> ∅
> ∅
SELECT (SELECT max(4) FROM t1 AS a4 WHERE a4.k = a3.id) FROM t1 AS a1 FULL JOIN t1 AS a3 USING (k);
> 4
> 4
> ∅
> ∅
SELECT (SELECT max(4) FROM t1 AS a4 WHERE a4.k = a3.id) FROM t1 AS a1 FULL JOIN t1 AS a2 ON a1.k = a2.k FULL JOIN t1 AS a3 ON coalesce(a1.k, a2.k) = a3.k;
> 4
> 4
> 4
> 4
> ∅
> ∅
> ∅
> ∅
SELECT (SELECT max(4) FROM t1 AS a4 WHERE a4.k = a3.id) FROM t1 AS a1 JOIN t1 AS a3 ON a1.k + 1 = a3.k;
SELECT a4.id FROM t1 AS a3 LEFT JOIN t1 AS a4 ON ((a4.v, a4.k) IN (SELECT a4.v, min(a5.id) FROM t1 AS a5 WHERE (a4.d = a4.d)));
> 1
> 1
SELECT a4.id FROM t1 AS a3 JOIN t1 AS a4 ON ((a3.v, a4.k) IN (SELECT a4.v, min(a5.id) FROM t1 AS a5 WHERE (a4.d = a4.d)));
> 1
-- ORDER BY within an aggregate that has a FILTER, of what has another meaning by its types.
SELECT 1, jsonb_agg(k ORDER BY j #>> '{a}') FROM t1;
> 1|[1, 1]
SELECT 2, jsonb_agg(k ORDER BY j #>> '{a}') FILTER (WHERE o) FROM t1;
> 2|[1]
SELECT 3, array_agg(k ORDER BY d - DATE '2000-01-01') FROM t1;
> 3|{1,1}
SELECT 4, array_agg(k ORDER BY d - DATE '2000-01-01') FILTER (WHERE o) FROM t1;
> 4|{1}
SELECT 5, string_agg(v, ',' ORDER BY d - DATE '2000-01-01') FROM t1;
> 5|a,b
SELECT 6, string_agg(v, ',' ORDER BY d - DATE '2000-01-01') FILTER (WHERE o) FROM t1;
> 6|a
SELECT 7, array_agg(k ORDER BY greatest(d, '2000-01-01')) FILTER (WHERE o) FROM t1;
> 7|{1}
SELECT 8, array_agg(array_position('{}'::integer[], k) ORDER BY array_position('{}'::integer[], k)) FILTER (WHERE o) FROM t1;
> 8|{NULL}
SELECT 9, array_agg(array_position('{}'::integer[], k) ORDER BY array_position('{}'::integer[], k)) FROM t1;
> 9|{NULL,NULL}
SELECT 10, array_agg(k ORDER BY d = '2020-01-01') FILTER (WHERE o) FROM t1;
> 10|{1}
SELECT 11, array_agg(k ORDER BY CASE WHEN d = '2020-01-01' THEN 1 END) FILTER (WHERE o) FROM t1;
> 11|{1}
SELECT 12, array_agg(k ORDER BY (SELECT max(x.d - DATE '2000-01-01') FROM t1 x)) FILTER (WHERE o) FROM t1;
> 12|{1}
SELECT 13, array_agg(k ORDER BY j #>> '{a}' DESC NULLS LAST, d - DATE '2000-01-01') FILTER (WHERE o), k FROM t1 GROUP BY k HAVING string_agg(v, ',' ORDER BY d = '2020-01-01') FILTER (WHERE o) = 'a';
> 13|{1}|1
SELECT 14, k FROM t1 GROUP BY k ORDER BY string_agg(v, ',' ORDER BY d = '2020-01-01') FILTER (WHERE o);
> 14|1
SELECT 15, jsonb_agg(('{"a": 1, "b": null}'::jsonb #>> '{a,b}') ORDER BY ('{"a": 1, "b": null}'::jsonb #>> '{a,b}')) FILTER (WHERE false) FROM t1;
> 15|∅
SELECT max(array_position(a1.a, a3.i)) FROM t1 AS a1 RIGHT JOIN t1 AS a2 ON a1.i = a2.id, t1 AS a3;
> ∅
SELECT array_agg(DISTINCT a2.k ORDER BY a2.k), max(array_position(a1.a, a3.i)) FROM t1 AS a1 RIGHT JOIN t1 AS a2 ON a1.i = a2.id, t1 AS a3 GROUP BY a3.k, a2.v ORDER BY 1 DESC, 2 DESC;
> {1}|∅
> {1}|∅
SELECT array_agg(DISTINCT a2.k ORDER BY a2.k), max(array_position(a1.a, a3.i)) FROM t1 AS a1 RIGHT JOIN t1 AS a2 ON a1.i = a2.id, t1 AS a3;
> {1}|∅
SELECT count(DISTINCT a2.k), max(array_position(a1.a, a1.i)) FROM t1 AS a1, t1 AS a2;
> 1|∅
SELECT array_agg(DISTINCT a2.k ORDER BY a2.k), array_agg((a2.a)[0] ORDER BY (a2.a)[0]) FROM t1 AS a2;
> {1}|{NULL,NULL}
SELECT array_agg(DISTINCT a2.k ORDER BY a2.k), max((a2.a)[0]) FROM t1 AS a2;
> {1}|∅
SELECT array_agg(DISTINCT a2.k ORDER BY a2.k), max(array_position(a, 7)), max((a2.a)[0]) FROM t1 AS a2 GROUP BY CUBE (v);
> {1}|∅|∅
> {1}|∅|∅
> {1}|∅|∅
-- Subqueries in conditions of joins that look at one side, and at both of an inner join.
CREATE TABLE s1 (id integer PRIMARY KEY, k int, u int, b bigint, a int[], o boolean);
INSERT INTO s1 VALUES (1,1,1,1,'{1}',true),(2,1,2,NULL,NULL,NULL),(3,2,1,5,'{1,2}',false),(4,NULL,3,1,'{}',true);
SELECT 1, a3.id, a4.id FROM s1 AS a3 RIGHT JOIN s1 AS a4 ON a3.k = a4.u AND ((a3.a, a3.k) NOT IN (SELECT ARRAY[1], avg(a5.id) FROM s1 AS a5 WHERE a5.b = a3.b GROUP BY a5.b, a5.id));
> 1|2|1
> 1|2|3
> 1|3|2
> 1|∅|4
SELECT 2, a3.id, a4.id FROM s1 AS a3 RIGHT JOIN s1 AS a4 ON a3.k = a4.u AND ((a3.u, a3.k) NOT IN (SELECT 1, a5.id FROM s1 AS a5 WHERE a5.b = a3.b));
> 2|2|1
> 2|2|3
> 2|3|2
> 2|∅|4
SELECT 3, a3.id, a4.id FROM s1 AS a3 LEFT JOIN s1 AS a4 ON a3.k = a4.u AND ((a3.u, a3.k) NOT IN (SELECT 1, a5.id FROM s1 AS a5 WHERE a5.b = a3.b));
> 3|1|∅
> 3|2|1
> 3|2|3
> 3|3|2
> 3|4|∅
SELECT 4, a3.id, a4.id FROM s1 AS a3 FULL JOIN s1 AS a4 ON a3.k = a4.u AND ((a3.u, a3.k) NOT IN (SELECT 1, a5.id FROM s1 AS a5 WHERE a5.b = a3.b));
> 4|1|∅
> 4|2|1
> 4|2|3
> 4|3|2
> 4|4|∅
> 4|∅|4
SELECT 5, a3.id, a4.id FROM s1 AS a3 FULL JOIN s1 AS a4 ON a3.k = a4.u AND ((a4.u, a4.k) NOT IN (SELECT 1, a5.id FROM s1 AS a5 WHERE a5.b = a4.b)) AND EXISTS (SELECT 1 FROM s1 a6 WHERE a6.k < a3.id);
> 5|1|∅
> 5|2|3
> 5|3|2
> 5|4|∅
> 5|∅|1
> 5|∅|4
SELECT 6, a3.id, a4.id FROM s1 AS a3 JOIN s1 AS a4 ON a3.k = a4.u AND ((a4.u, a4.k) NOT IN (SELECT 1, a5.id FROM s1 AS a5 WHERE a5.b = a4.b)) AND EXISTS (SELECT 1 FROM s1 a6 WHERE a6.k < a3.id);
> 6|2|3
> 6|3|2
SELECT 7, a3.id, a4.id FROM s1 AS a3 LEFT JOIN s1 AS a4 ON a3.k = a4.u AND (a4.k NOT IN (SELECT a5.id FROM s1 AS a5 WHERE a5.b = a4.b OR a5.k > (SELECT min(a6.k) FROM s1 a6 WHERE a6.u = a4.u))) AND EXISTS (SELECT 1 FROM s1 a6 WHERE a6.k < a3.id);
> 7|1|∅
> 7|2|3
> 7|3|2
> 7|4|∅
SELECT 8, a3.id, a4.id FROM s1 AS a3 RIGHT JOIN s1 AS a4 ON (NOT EXISTS (SELECT 1 FROM s1 AS a5 WHERE a5.b = a3.b) AND (NOT EXISTS (SELECT 1 FROM s1 AS a5 WHERE a5.b = a3.b AND a5.k = a3.k)));
> 8|2|1
> 8|2|2
> 8|2|3
> 8|2|4
SELECT 10, a3.id, a4.id FROM s1 AS a3 LEFT JOIN s1 AS a4 ON (a3.id IN (SELECT a5.id FROM s1 a5)) AND a4.id NOT IN (SELECT a5.k FROM s1 a5);
> 10|1|∅
> 10|2|∅
> 10|3|∅
> 10|4|∅
SELECT 11, a3.id, a4.id FROM s1 AS a3 LEFT JOIN s1 AS a4 ON (a3.id = (SELECT max(a5.id) FROM s1 a5)) OR a3.id < (SELECT min(a5.k) FROM s1 a5);
> 11|1|∅
> 11|2|∅
> 11|3|∅
> 11|4|1
> 11|4|2
> 11|4|3
> 11|4|4
SELECT 12, a2.k FROM s1 a2 JOIN s1 a3 ON (a3.k, a2.b) NOT IN (SELECT a3.k, max(a4.b) FROM s1 AS a4 WHERE a4.u = a3.u) ORDER BY 2;
> 12|1
> 12|1
> 12|2
> 12|∅
> 12|∅
SELECT 13 FROM s1 AS a3 RIGHT JOIN s1 AS a4 ON ((a4.u, a4.k) IN (SELECT a4.u, min(a5.id) FROM s1 AS a5 WHERE (a4.b = a4.b)));
> 13
> 13
> 13
> 13
> 13
> 13
> 13
SELECT 14, a4.id FROM (SELECT max(1) FROM s1) AS a3 (c0) RIGHT JOIN s1 AS a4 ON a3.c0 = a4.k AND ((a4.b, a4.k) IN (SELECT a4.b, min(a5.id) FILTER (WHERE a5.o) FROM s1 AS a5 WHERE (a4.u = a4.u)));
> 14|1
> 14|2
> 14|3
> 14|4
SELECT 17, a2.k FROM s1 a2 JOIN s1 a3 ON (a3.k, a2.b) NOT IN (SELECT a3.k, first_value(5) OVER (ORDER BY a4.b) FROM s1 AS a4 WHERE a4.u = a3.u) ORDER BY 2;
> 17|1
> 17|1
> 17|1
> 17|1
> 17|∅
> 17|∅
> 17|∅
> 17|∅
SELECT 18, a2.k FROM s1 a2 JOIN s1 a3 ON (a3.k, a3.b) NOT IN (SELECT a3.k, first_value(5) OVER (ORDER BY a4.b) FROM s1 AS a4 WHERE a4.u = a3.u) ORDER BY 2;
> 18|1
> 18|1
> 18|1
> 18|1
> 18|2
> 18|2
> 18|∅
> 18|∅
SELECT 19, a3.id, a4.id FROM s1 AS a3 LEFT JOIN s1 AS a4 ON (EXISTS (SELECT 1 FROM s1 AS a5 WHERE a5.b = a3.b AND a5.k = a4.k));
> 19|1|1
> 19|1|2
> 19|2|∅
> 19|3|3
> 19|4|1
> 19|4|2
SELECT 20, a3.id, a4.id FROM s1 AS a3 JOIN s1 AS a4 ON a3.k = a4.u AND (EXISTS (SELECT 1 FROM s1 AS a5 WHERE a5.b = a3.b AND a5.k = a4.k));
> 20|1|1
-- EXISTS of no rows beside a subquery that looks at the row around.
CREATE TABLE e1 (id integer PRIMARY KEY, k integer, o boolean);
CREATE TABLE e2 (id integer PRIMARY KEY, s text);
CREATE TABLE e3 (id integer PRIMARY KEY, o boolean);
INSERT INTO e1 VALUES (1, 1, true);
INSERT INTO e3 VALUES (1, true), (2, NULL);
MERGE INTO e1 USING e1 AS a1 ON e1.id = a1.id WHEN MATCHED AND (EXISTS (SELECT a2.s FROM e2 AS a2)) THEN DELETE WHEN NOT MATCHED THEN INSERT (id, k) VALUES (a1.id + 100, (SELECT max(a3.id) FROM e3 AS a3 WHERE a3.o = a1.o AND true));
SELECT * FROM e1;
> 1|1|t
SELECT 1 FROM e3 WHERE EXISTS (SELECT 1 FROM e2) OR id = (SELECT max(a.id) FROM e1 a WHERE a.o = e3.o);
> 1
SELECT (SELECT max(a3.id) FROM e3 AS a3 WHERE a3.o = a1.o), EXISTS (SELECT 1 FROM e2) FROM e1 a1;
> 1|f
SELECT (SELECT max(a3.id) FROM e3 AS a3 WHERE a3.o = a1.o) FROM e1 a1 WHERE EXISTS (SELECT 1 FROM e2);
