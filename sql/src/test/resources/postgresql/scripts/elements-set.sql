-- Single elements of arrays that are set, and EXISTS of a query without columns
CREATE TABLE t (id INT PRIMARY KEY, a INT[], s TEXT[], d DATE[], n INT);
INSERT INTO t VALUES (1, '{1,2,3}', '{x,y}', '{2024-01-01}', 2), (2, NULL, NULL, NULL, 1), (3, '{}', '{}', '{}', 3);
-- differs: PostgreSQL has arrays that begin with 2
UPDATE t SET a[2] = 9 RETURNING id, a;
> ERROR 0A000
UPDATE t SET a[2] = 9 WHERE id = 1 RETURNING id, a;
> 1|{1,9,3}
UPDATE t SET a[1] = 8 WHERE id > 1 RETURNING id, a;
> 2|{8}
> 3|{8}
UPDATE t SET s[1] = 'q', n = n + 1 WHERE id = 1 RETURNING s, n;
> {q,y}|3
UPDATE t SET n = 1, d[2] = '2024-02-29' WHERE id < 2 RETURNING id, d, n;
> 1|{2024-01-01,2024-02-29}|1
UPDATE t SET a[n] = (SELECT max(id) FROM t), s[1] = upper(coalesce(s[1], 'none')) || 'z' RETURNING id, a, s;
> 1|{3,9,3}|{Qz,y}
> 2|{3}|{NONEz}
> 3|{8,NULL,3}|{NONEz}
UPDATE t AS x SET a[1] = CASE WHEN id = 1 THEN 5 END RETURNING a;
> {5,9,3}
> {NULL,NULL,3}
> {NULL}
UPDATE t SET a[1] = NULL WHERE id = 1 RETURNING a;
> {NULL,9,3}
UPDATE t SET a[NULL] = 1 WHERE id = 1;
> ERROR 22004
UPDATE t SET a[5] = 5 FROM (VALUES (1)) AS v (k) WHERE v.k = t.id RETURNING a;
> {NULL,9,3,NULL,5}
UPDATE t SET a[1] = 'x';
> ERROR 22P02
SELECT EXISTS (SELECT FROM t WHERE id = 1), EXISTS (SELECT FROM t WHERE id = 9), NOT EXISTS (SELECT WHERE false);
> t|f|t
SELECT id FROM t WHERE EXISTS (SELECT FROM t x WHERE x.id = t.id + 1) ORDER BY id;
> 1
> 2
