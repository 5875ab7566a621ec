-- Rows compared with queries, and NULL looked for in queries.
CREATE TABLE ri (i int);
INSERT INTO ri VALUES (1),(2),(3);
CREATE TABLE it (k int, v int);
INSERT INTO it VALUES (1,10),(1,11),(1,12),(2,20),(2,21);
CREATE TABLE rn (id int primary key, a int, b int);
INSERT INTO rn VALUES (1,1,1),(2,1,NULL),(3,NULL,2),(4,2,2),(5,NULL,NULL);
SELECT i, NULL::int IN (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|f
SELECT i, NULL::int NOT IN (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|t
SELECT i FROM ri o WHERE NULL::int NOT IN (SELECT j.i FROM ri j WHERE j.i > o.i);
> 3
SELECT i, (NULL::int IN (SELECT j.i FROM ri j WHERE j.i > o.i)) IS NULL FROM ri o;
> 1|t
> 2|t
> 3|f
SELECT i, NULL::int IN (SELECT i FROM ri WHERE i > 10) FROM ri o;
> 1|f
> 2|f
> 3|f
SELECT i, NULL::int = ANY (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|f
SELECT i, NULL::int <> ALL (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|t
SELECT i, NULL::int < ANY (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|f
SELECT i, NULL::int < ALL (SELECT j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|t
SELECT i, o.i > ALL (SELECT j.i FROM ri j WHERE j.i < o.i) FROM ri o;
> 1|t
> 2|t
> 3|t
SELECT i, nullif(o.i, 3) IN (SELECT nullif(j.i, 3) FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|∅
> 2|∅
> 3|f
SELECT i, (NULL::int, o.i) IN (SELECT j.i, j.i FROM ri j WHERE j.i > o.i) FROM ri o;
> 1|f
> 2|f
> 3|f
SELECT id FROM rn o WHERE NULL::int IN (SELECT a FROM rn j WHERE j.id > o.id) IS NOT NULL;
> 5
SELECT i, CASE WHEN NULL::int IN (SELECT j.i FROM ri j WHERE j.i > o.i) THEN 'in' WHEN NULL::int NOT IN (SELECT j.i FROM ri j WHERE j.i > o.i) THEN 'not' ELSE 'unknown' END FROM ri o;
> 1|unknown
> 2|unknown
> 3|not
SELECT (1, 2) <> ANY (SELECT 1, 3), (0,0,1) < ANY (SELECT 0,1,0), (1, 2) = ALL (SELECT 1, 2), (1,2) > ALL (SELECT 1, i FROM ri WHERE i < 2), (1,2) <> ALL (SELECT 1, i FROM ri);
> t|t|t|t|f
SELECT (1,2) = (SELECT 1, 2), (1,2) < (SELECT 1, 3);
> t|t
SELECT k, v FROM it WHERE (k, v) >= ANY (SELECT i, 11 FROM ri WHERE i = 1);
> 1|11
> 1|12
> 2|20
> 2|21
SELECT k, v FROM it WHERE (k, v) = (SELECT max(k), max(v) FROM it);
> 2|21
SELECT (1, NULL::int) < ANY (SELECT 1, 2), (1, NULL::int) < ANY (SELECT 2, 2), (1, 2) <> ALL (SELECT 1, NULL::int), (1,2) <> ANY (SELECT 1, NULL::int WHERE false), (1,2) < ALL (SELECT 1, NULL::int WHERE false);
> ∅|t|∅|f|t
SELECT id, (a, b) = ANY (SELECT a, b FROM rn), (a, b) <> ALL (SELECT a, b FROM rn), (a, b) >= ALL (SELECT a, b FROM rn WHERE id < 3), (a, b) > ANY (SELECT a, b FROM rn) FROM rn ORDER BY id;
> 1|t|f|∅|∅
> 2|∅|∅|∅|∅
> 3|∅|∅|∅|∅
> 4|t|f|t|t
> 5|∅|∅|∅|∅
SELECT id FROM rn WHERE (a, b) <> ANY (SELECT 1, 1) ORDER BY id;
> 3
> 4
SELECT id FROM rn WHERE NOT (a, b) < ALL (SELECT 1, 2) ORDER BY id;
> 4
SELECT id FROM rn o WHERE (a, b) >= ALL (SELECT a, b FROM rn i WHERE i.id <> o.id AND i.a IS NOT NULL AND i.b IS NOT NULL) ORDER BY id;
> 4
SELECT id, (a, b) = (SELECT a, b FROM rn i WHERE i.id = o.id - 1) FROM rn o ORDER BY id;
> 1|∅
> 2|∅
> 3|∅
> 4|∅
> 5|∅
SELECT (1, 2) = (SELECT i, i FROM ri);
> ERROR 21000
SELECT (1, 2) = (SELECT i, i FROM ri WHERE i > 5);
> ∅
SELECT (1, 2) < ANY (VALUES (1, 2), (1, 3)), (1, 2) = SOME (VALUES (1, 2)), (1, 'a') < ALL (VALUES (1, 'b'), (2, 'a'));
> t|t|t
SELECT i FROM ri WHERE (i, i + 1) IN (SELECT i, 3 FROM ri) OR (i, 1) > ALL (SELECT 2, 5);
> 2
> 3
DELETE FROM rn WHERE (a, b) < ANY (SELECT 1, 2);
SELECT id, a, b FROM rn ORDER BY id;
> 2|1|∅
> 3|∅|2
> 4|2|2
> 5|∅|∅
UPDATE rn SET b = 0 WHERE (a, b) = (SELECT max(a), max(b) FROM rn);
SELECT id, a, b FROM rn ORDER BY id;
> 2|1|∅
> 3|∅|2
> 4|2|0
> 5|∅|∅
SELECT (SELECT count(ri.i)) FROM ri;
> 3
SELECT (SELECT sum(ri.i) FROM it) FROM ri;
> ERROR 21000
SELECT (SELECT sum(o.i + j.i) FROM ri j) FROM ri o;
> 12
> 15
> 9
CREATE TABLE ch (c char(5), v varchar(5));
INSERT INTO ch VALUES ('a', 'a'),('b', 'b'),('z', 'z');
SELECT v FROM ch WHERE c NOT IN ('a ', 'b ', 'c ', 'd ', 'e ', 'f ');
> z
SELECT v FROM ch WHERE c IN ('a ', 'b ', 'c ', 'd ', 'e ', 'f ', 'g', 'h', 'i', 'j', 'k');
> a
> b
SELECT v FROM ch WHERE c NOT IN ('a ', 'b ', NULL, 'd ', 'e ', 'f ', 'g', 'h', 'i', 'j', 'k');
SELECT v FROM ch WHERE v IN ('a ', 'b ', 'c ', 'd ', 'e ', 'f ', 'g', 'h', 'i', 'j', 'k');
SELECT v FROM ch WHERE v NOT IN ('a ', 'b', 'c ', 'd ', 'e ', 'f ', 'g', 'h', 'i', 'j', 'k');
> a
> z
SELECT v FROM ch WHERE (c, v) IN (('a ', 'a'), ('b ', 'b '), ('c ', 'c'), ('d', 'd'), ('e', 'e'), ('f', 'f'), ('g', 'g'));
> a
SELECT v FROM ch WHERE c = 'a  ' OR c = 'b' OR c = 'q' OR c = 'e ' OR c = 'f' OR c = 'h' OR c = 'k ';
> a
> b
