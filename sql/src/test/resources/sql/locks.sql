-- FOR UPDATE with OF, NOWAIT, SKIP LOCKED; nobody else is here.
CREATE TABLE t (id INT PRIMARY KEY, n INT);
> done
INSERT INTO t VALUES (1, 5), (2, 6);
> 2 rows
SELECT id FROM t FOR UPDATE;
> 1
> 2
SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED;
> 1
SELECT id FROM t ORDER BY id FOR UPDATE OF t SKIP LOCKED LIMIT 1;
> 1
SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT;
> 1
SELECT id FROM t FOR NO KEY UPDATE OF public.t, t NOWAIT OFFSET 1;
> 2
SELECT id FROM t FOR UPDATE WAIT 5;
> error 42601 Syntax error at line 1, column 29: expected: NOWAIT, SKIP LOCKED, LIMIT or the end of the statement.
SELECT id FROM t FOR UPDATE SKIP;
> error 42601 Syntax error at line 1, column 29: expected: NOWAIT, SKIP LOCKED, LIMIT or the end of the statement.
SELECT id FROM t a JOIN t b USING (id) FOR UPDATE SKIP LOCKED;
> 1
> 2
-- Joins: the rows of all tables, or of those that OF names.
CREATE TABLE part (id INT PRIMARY KEY, t_id INT, label VARCHAR(10));
> done
INSERT INTO part VALUES (10, 1, 'a'), (11, 1, 'b'), (12, 2, 'c'), (13, NULL, 'd');
> 4 rows
SELECT t.id, part.id FROM t JOIN part ON part.t_id = t.id ORDER BY 2 FOR UPDATE;
> 1 | 10
> 1 | 11
> 2 | 12
SELECT a.*, b.label FROM t a, part b WHERE a.id = b.t_id AND b.id > 10 ORDER BY b.id FOR UPDATE OF b, a;
> 1 | 5 | b
> 2 | 6 | c
SELECT p.id, t.n FROM part p LEFT JOIN t ON p.t_id = t.id ORDER BY id FOR UPDATE OF p;
> 10 | 5
> 11 | 5
> 12 | 6
> 13 | null
SELECT p.id, t.n FROM part p LEFT JOIN t ON p.t_id = t.id FOR UPDATE;
> error 0A000 FOR UPDATE of "t", which an outer join may leave out, is not supported; OF names the tables that are meant.
SELECT p.id, t.n FROM part p LEFT JOIN t ON p.t_id = t.id FOR SHARE OF t;
> error 0A000 FOR SHARE of "t", which an outer join may leave out, is not supported; OF names the tables that are meant.
SELECT p.id FROM t RIGHT JOIN part p ON p.t_id = t.id WHERE p.id = 13 FOR UPDATE OF p NOWAIT;
> 13
SELECT id FROM t FOR UPDATE OF x;
> error 42P01 FOR UPDATE OF names "x", which is no table of the query.
SELECT id FROM t x FOR UPDATE OF t;
> error 42P01 FOR UPDATE OF names "t", which is no table of the query.
@ 6
SELECT x.id FROM t x(id, m) JOIN part ON part.t_id = x.id AND x.m = ? ORDER BY 1 FOR UPDATE OF x;
> 2
SELECT t.id, p.id FROM t JOIN part p ON p.t_id = t.id ORDER BY p.label DESC LIMIT 2 FOR UPDATE SKIP LOCKED;
> 2 | 12
> 1 | 11
SELECT t.id, p.id FROM t JOIN part p ON p.t_id = t.id ORDER BY p.label FOR UPDATE OF p SKIP LOCKED LIMIT 1 OFFSET 1;
> 1 | 11
SELECT t.id, p.id FROM t JOIN part p ON p.t_id = t.id ORDER BY p.label OFFSET 2 FOR UPDATE;
> 2 | 12
SELECT id FROM part WHERE t_id IN (SELECT id FROM t WHERE n = 5) ORDER BY id FOR UPDATE;
> 10
> 11
SELECT label FROM part ORDER BY length(label), id DESC LIMIT 2 FOR UPDATE SKIP LOCKED;
> d
> c
SELECT (SELECT COUNT(*) FROM part p WHERE p.t_id = t.id) AS parts FROM t ORDER BY id FOR UPDATE;
> 2
> 1
WITH c AS (SELECT * FROM t) SELECT c.id, p.id FROM c JOIN part p ON p.t_id = c.id ORDER BY 2 FOR UPDATE;
> 1 | 10
> 1 | 11
> 2 | 12
WITH c AS (SELECT * FROM t) SELECT c.id FROM c JOIN part p ON p.t_id = c.id FOR UPDATE OF c;
> error 0A000 FOR UPDATE of "c", which is no table, is not supported; OF names the tables that are meant.
SELECT s.id FROM (SELECT * FROM t) s ORDER BY 1 FOR UPDATE OF s;
> 1
> 2
SELECT s.id FROM (SELECT * FROM t) s JOIN part p ON p.t_id = s.id FOR UPDATE;
> error 0A000 FOR UPDATE of "s", which is no table, is not supported; OF names the tables that are meant.
SELECT s.id FROM (SELECT * FROM t) s JOIN part p ON p.t_id = s.id ORDER BY p.id FOR UPDATE OF p;
> 1
> 1
> 2
SELECT v.column1, t.n FROM (VALUES (1), (2)) AS v (column1) JOIN t ON t.id = v.column1 ORDER BY 1 FOR UPDATE;
> 1 | 5
> 2 | 6
SELECT 1 FOR UPDATE;
> 1
SELECT DISTINCT id FROM t FOR UPDATE;
> error 0A000 FOR UPDATE with DISTINCT is not supported.
SELECT id FROM t GROUP BY id FOR UPDATE;
> error 0A000 FOR UPDATE with GROUP BY or HAVING is not supported.
SELECT COUNT(*) FROM t JOIN part ON part.t_id = t.id FOR UPDATE;
> error 0A000 FOR UPDATE with aggregate functions is not supported.
SELECT RANK() OVER (ORDER BY id) FROM t FOR UPDATE;
> error 0A000 FOR UPDATE with window functions is not supported.
SELECT id FROM t UNION SELECT id FROM part FOR UPDATE;
> error 0A000 FOR UPDATE with UNION, INTERSECT, EXCEPT or VALUES is not supported.
VALUES (1) FOR UPDATE;
> error 0A000 FOR UPDATE with UNION, INTERSECT, EXCEPT or VALUES is not supported.
CREATE TABLE loose (t_id INT);
> done
INSERT INTO loose VALUES (1);
> 1 rows
SELECT t_id FROM loose FOR UPDATE;
> 1
SELECT t.n FROM loose JOIN t ON t.id = loose.t_id FOR UPDATE;
> error 0A000 FOR UPDATE of "loose", a table without a primary key, in a query of this form is not supported; OF names the tables that are meant.
SELECT t.n FROM loose JOIN t ON t.id = loose.t_id FOR UPDATE OF t;
> 5
EXPLAIN SELECT t.n FROM part p JOIN t ON t.id = p.t_id WHERE p.id = 10 FOR UPDATE OF t;
> query, writes
>   values [$3, $2]
>     for each row of the first, look up the second, inner
>       part by primary key id = 10
>       t by primary key id = $2
> keys: found by a trial run on a snapshot
