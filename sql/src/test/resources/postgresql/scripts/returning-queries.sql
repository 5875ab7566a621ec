-- RETURNING with subqueries and with what a change is joined with; subqueries in ON CONFLICT
CREATE TABLE t (id INT PRIMARY KEY, a INT, s VARCHAR(10), u INT UNIQUE, twice INT GENERATED ALWAYS AS (a * 2) STORED);
INSERT INTO t VALUES (1, 10, 'x', 1), (2, 20, 'y', 2);
CREATE TABLE o (id INT PRIMARY KEY, t_id INT, v INT);
INSERT INTO o VALUES (1, 1, 100), (2, 1, 200), (3, 2, 300);
CREATE TABLE nokey (k INT, w INT);
INSERT INTO nokey VALUES (1, 1), (1, 2), (2, 3);
CREATE TABLE one (a INT PRIMARY KEY);

INSERT INTO t (id, a) VALUES (3, 30) RETURNING id, (SELECT max(v) FROM o);
> 3|300
INSERT INTO t (id, a) VALUES (4, 40), (5, 50) RETURNING id, twice, (SELECT count(*) FROM o WHERE o.t_id = t.id - 3) AS n;
> 4|80|2
> 5|100|1
INSERT INTO t AS x (id, a) VALUES (6, 60) RETURNING x.id, EXISTS (SELECT 1 FROM o WHERE o.t_id = x.id), x.id IN (SELECT id FROM o);
> 6|f|f
INSERT INTO t (id, a) SELECT id + 10, v FROM o RETURNING id, (SELECT w FROM nokey WHERE k = t.id - 10 ORDER BY w LIMIT 1);
> 11|1
> 12|3
> 13|∅
UPDATE t SET a = a + 1 WHERE id < 3 RETURNING id, a, (SELECT sum(v) FROM o WHERE o.t_id = t.id);
> 1|11|300
> 2|21|300
UPDATE t SET a = a + 1 WHERE id < 3 RETURNING id, a, EXISTS (SELECT 1 FROM o WHERE o.t_id = t.id AND v > 250);
> 1|12|f
> 2|22|t
UPDATE t SET id = id + 100 WHERE id > 10 RETURNING id, (SELECT v FROM o WHERE o.id = t.id - 110);
> 111|100
> 112|200
> 113|300
UPDATE nokey SET w = w * 10 RETURNING k, w, (SELECT max(s) FROM t WHERE t.id = k);
> 1|10|x
> 1|20|x
> 2|30|y
UPDATE t SET a = 1 WHERE id = 999 RETURNING id, (SELECT max(v) FROM o);
DELETE FROM t WHERE id > 100 RETURNING id, a IN (SELECT v FROM o), (SELECT count(*) FROM nokey);
> 111|t|3
> 112|t|3
> 113|t|3
DELETE FROM t WHERE id = 6 RETURNING (SELECT 1);
> 1
INSERT INTO one VALUES (1), (2) RETURNING (SELECT v FROM o WHERE o.id = a);
> 100
> 200
INSERT INTO one VALUES (7) RETURNING a, (SELECT one.a + max(v) FROM o);
> 7|307
INSERT INTO t (id, a) VALUES (7, 70) RETURNING t, (SELECT 'q');
> (7,70,,,140)|q
INSERT INTO t (id, a) VALUES (8, 70) RETURNING *, (SELECT 'q' WHERE t.twice = 140), CASE WHEN a > (SELECT 1) THEN upper('z') END AS c;
> 8|70|∅|∅|140|q|Z
DELETE FROM t WHERE id IN (7, 8) RETURNING id, ARRAY(SELECT v FROM o ORDER BY v), (SELECT jsonb_agg(o.v ORDER BY v) FROM o WHERE o.t_id < t.id);
> 7|{100,200,300}|[100, 200, 300]
> 8|{100,200,300}|[100, 200, 300]

UPDATE t SET a = o.v FROM o WHERE o.id = t.id RETURNING t.id, t.a, o.v, o.t_id, t.a + o.id AS sum;
> 1|100|100|1|101
> 2|200|200|1|202
> 3|300|300|2|303
UPDATE t SET a = i.m + 1 FROM (SELECT t_id, max(v) AS m FROM o GROUP BY t_id) i WHERE i.t_id = t.id RETURNING t.id, t.a, i.m;
> 1|201|200
> 2|301|300
UPDATE t x SET a = 5 FROM o WHERE o.id = x.id AND x.id = 1 RETURNING *;
> 1|5|x|1|10|1|1|100
UPDATE t SET a = 5 FROM o JOIN nokey n ON n.k = o.t_id WHERE o.id = t.id AND t.id = 2 AND n.w = 10 RETURNING n.*, o.*, t.id;
> 1|10|2|1|200|2
UPDATE t SET s = 'j' FROM o a, o b WHERE a.id = t.id AND b.id = t.id + 1 RETURNING t.id, a.v, b.v, s;
> 1|100|200|j
> 2|200|300|j
UPDATE t SET a = v.n FROM (VALUES (1, 11), (2, 22)) AS v (id, n) WHERE v.id = t.id RETURNING t.id, a, v.n - a, v.*;
> 1|11|0|1|11
> 2|22|0|2|22
UPDATE nokey SET w = o.v FROM o WHERE o.id = nokey.k RETURNING nokey.k, w, o.v, o.id * 2;
> 1|100|100|2
> 1|100|100|2
> 2|200|200|4
UPDATE t SET id = t.id + 50 FROM o WHERE o.id = t.id AND o.id = 3 RETURNING t.id, o.id, o.v;
> 53|3|300
UPDATE t SET a = o.v FROM o WHERE o.id = t.id RETURNING t.id, o.v, (SELECT count(*) FROM nokey WHERE k = o.id);
> 1|100|2
> 2|200|1
UPDATE t SET a = o.v FROM o WHERE o.id = t.id RETURNING t.id, o;
> 1|(1,1,100)
> 2|(2,1,200)
UPDATE t SET a = o.v FROM o JOIN nokey USING (id) WHERE o.id = t.id RETURNING *;
> ERROR 42703
UPDATE t SET a = 3 FROM o WHERE o.id = t.id AND t.id = 1 RETURNING t.*, upper(o.v::text || 'a'), (o.v IS NULL);
> 1|3|j|1|6|100A|f
DELETE FROM one USING o WHERE o.id = one.a RETURNING one.a, o.v, o.*;
> 1|100|1|1|100
> 2|200|2|1|200
DELETE FROM nokey n USING o JOIN t ON t.id = o.t_id WHERE n.k = o.id RETURNING n.*, o.v, t.s;
> 1|100|100|j
> 1|100|100|j
> 2|200|200|j
DELETE FROM t USING o WHERE o.id = t.id AND false RETURNING o.v;

INSERT INTO t (id, a) VALUES (5, 1) ON CONFLICT (id) DO UPDATE SET a = (SELECT max(v) FROM o) RETURNING id, a, twice;
> 5|300|600
INSERT INTO t (id, a) VALUES (5, 1), (1, 1), (77, 7) ON CONFLICT (id) DO UPDATE SET a = (SELECT max(v) FROM o WHERE o.t_id = EXCLUDED.id) + t.a RETURNING id, a;
> 1|203
> 5|∅
> 77|7
INSERT INTO t (id, a) VALUES (1, 1), (2, 7) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a WHERE EXISTS (SELECT 1 FROM o WHERE o.t_id = t.id AND o.v > 250) RETURNING id, a;
> 2|7
INSERT INTO t (id, a) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET (a, s) = (SELECT v, 'z' FROM o WHERE o.id = EXCLUDED.id) RETURNING id, a, s;
> 1|100|z
INSERT INTO t (id, a) SELECT id, v FROM o WHERE id < 3 ON CONFLICT (id) DO UPDATE SET a = (SELECT min(v) FROM o WHERE t_id = t.id), s = (SELECT 'q') WHERE t.a < (SELECT 1000) RETURNING *;
> 1|100|q|1|200
> 2|300|q|2|600
INSERT INTO t (id, u, a) VALUES (9, 2, 9) ON CONFLICT (u) DO UPDATE SET s = (SELECT string_agg(v::text, '-' ORDER BY v) FROM o WHERE o.t_id = EXCLUDED.u), a = DEFAULT RETURNING id, s, a, (SELECT count(*) FROM o);
> 2|300|∅|3
INSERT INTO t (id, a) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET a = (SELECT max(x.a) + 1 FROM t x) RETURNING id, a = 301;
> 1|t
INSERT INTO t (id, a) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a + (SELECT 1), s = 'k' WHERE t.id IN (SELECT t_id FROM o) RETURNING id, a, s;
> 1|6|k
INSERT INTO t (id, a) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.twice + (SELECT count(*) FROM o WHERE v > EXCLUDED.twice) RETURNING id, a;
> 1|13
INSERT INTO one VALUES (7) ON CONFLICT (a) DO UPDATE SET a = (SELECT 70) + EXCLUDED.a RETURNING a;
> 77
INSERT INTO t (id, a) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET a = (SELECT v FROM o) RETURNING id;
> ERROR 21000
SELECT id, a, s, u FROM t ORDER BY id;
> 1|13|k|1
> 2|∅|300|2
> 4|40|∅|∅
> 5|∅|∅|∅
> 53|300|∅|∅
> 77|7|∅|∅
-- differs: a subquery of RETURNING that reads the changed table would see the rows from before
INSERT INTO t (id, a) VALUES (50, 1) RETURNING (SELECT count(*) FROM t);
> ERROR 0A000
INSERT INTO t (id, a) VALUES (1, 5), (2, 5) ON CONFLICT (id) DO UPDATE SET a = (SELECT max(x.a) FROM t x);
UPDATE t SET a = 1 RETURNING count(*);
> ERROR 42803
UPDATE t SET a = 1 RETURNING row_number() OVER ();
> ERROR 42P20
WITH c AS (UPDATE t SET a = o.v FROM o WHERE o.id = t.id RETURNING t.id, o.v) SELECT * FROM c ORDER BY id;
> 1|100
> 2|200
WITH c AS (INSERT INTO t (id, a) VALUES (60, 1) RETURNING id, (SELECT count(*) FROM o) AS n) SELECT n + 1 FROM c;
> 4
