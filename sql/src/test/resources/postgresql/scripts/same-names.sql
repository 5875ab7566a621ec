-- Columns of the same name, and names of elements
CREATE TABLE t (id INT PRIMARY KEY, a INT, l INT[]);
CREATE TABLE o (id INT PRIMARY KEY, v INT);
INSERT INTO t VALUES (1, 2, '{7}');
INSERT INTO o VALUES (1, 5);
SELECT * FROM t, o;
> 1|2|{7}|1|5
SELECT * FROM (SELECT t.*, o.* FROM t, o) q;
> 1|2|{7}|1|5
SELECT q.* FROM (SELECT t.id, o.id FROM t, o) q;
> 1|1
WITH q AS (SELECT t.id, o.id FROM t, o), r AS (SELECT * FROM q) SELECT * FROM r;
> 1|1
SELECT x.* FROM (SELECT t.id, o.id, o.id FROM t, o) x, t;
> 1|1|1
SELECT * FROM (SELECT 1 AS a, 2 AS a) q;
> 1|2
SELECT * FROM (SELECT count(*), count(id), max(id), max(a) FROM t) q;
> 1|1|1|2
SELECT to_jsonb(q) FROM (SELECT t.id, o.id, v FROM t, o) q;
> {"v": 5, "id": 1}
SELECT id FROM (SELECT t.id, o.v FROM t, o) q;
> 1
SELECT v FROM (SELECT t.id, o.id, o.v FROM t, o) q WHERE v > 1 ORDER BY v;
> 5
SELECT * FROM (SELECT a.*, b.*, row_number() OVER (ORDER BY a.id) AS rn FROM t a JOIN o b ON a.id = b.id) q WHERE rn <= 10;
> 1|2|{7}|1|5|1
SELECT q.* FROM (SELECT * FROM t x, t y) q ORDER BY 3;
> 1|2|{7}|1|2|{7}
CREATE VIEW v AS SELECT * FROM t, o;
> ERROR 42701
CREATE VIEW v AS SELECT t.id, o.id FROM t, o;
> ERROR 42701
CREATE VIEW v (a, b, a) AS SELECT 1, 2, 3;
> ERROR 42701
CREATE TABLE ct AS SELECT * FROM t, o;
> ERROR 42701
CREATE VIEW v AS SELECT t.id, o.id AS other FROM t, o;
SELECT * FROM v;
> 1|1
-- differs: 42702 in PostgreSQL, but here nobody knows the name
SELECT id FROM (SELECT t.id, o.id FROM t, o) q;
> ERROR 42703
SELECT q, to_jsonb(q) FROM (SELECT * FROM t, o, (SELECT 9 AS id) x) q;
> (1,2,{7},1,5,9)|{"a": 2, "l": [7], "v": 5, "id": 9}
SELECT q FROM (SELECT o.*, t.* FROM t, o, (SELECT 9 AS id) x WHERE o.id < x.id) q;
> (1,5,1,2,{7})
SELECT l FROM (SELECT l[1] FROM t) q;
> 7
SELECT t FROM t;
> (1,2,{7})
SELECT t, ROW(l, ARRAY[true, NULL]), format('%s|%L', l, l) FROM t;
> (1,2,{7})|({7},"{t,NULL}")|{7}|'{7}'
SELECT q FROM (SELECT l, ARRAY['a b', 'c'] AS w FROM t) q;
> ({7},"{""a b"",c}")
UPDATE t SET l = '{8,NULL}' RETURNING t;
> (1,2,"{8,NULL}")
SELECT quote_literal(l), quote_nullable(NULL::int[]) FROM t;
> '{8,NULL}'|NULL
