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
> error 0A000 FOR UPDATE of more than a choice of rows of one table is not supported.
