-- Everyday forms: whole rows of changes, joins with a name, 'today' as a value, types before texts, frames of GROUPS.
CREATE TABLE t (id INT PRIMARY KEY, a INT, s TEXT);
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,10,NULL);
CREATE TABLE u (id INT, b INT);
INSERT INTO u VALUES (1, 5), (2, 6);
SELECT id, sum(a) OVER (ORDER BY a GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t ORDER BY id;
> 1|20
> 2|40
> 3|20
SELECT id, sum(a) OVER (ORDER BY a GROUPS CURRENT ROW) FROM t ORDER BY id;
> 1|20
> 2|20
> 3|20
SELECT id, sum(a) OVER (ORDER BY a GROUPS UNBOUNDED PRECEDING) FROM t ORDER BY id;
> 1|20
> 2|40
> 3|20
SELECT id, count(*) OVER (ORDER BY a GROUPS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE TIES) FROM t ORDER BY id;
> 1|2
> 2|1
> 3|2
INSERT INTO t VALUES (4, 1, 'q') RETURNING t;
> (4,1,q)
INSERT INTO t AS x VALUES (5, 1, 'q') RETURNING x, x.id, (x).a;
> (5,1,q)|5|1
UPDATE t SET a = 2 WHERE id = 4 RETURNING t, t.*;
> (4,2,q)|4|2|q
UPDATE t SET s = 'w' WHERE t IS NULL;
UPDATE t SET s = t::text WHERE id = 2 RETURNING s, *;
> (2,20,y)|2|20|(2,20,y)
DELETE FROM u WHERE u IS NULL RETURNING u;
UPDATE u SET b = b + 1 RETURNING ROW(id, b), u.id;
> (1,6)|1
> (2,7)|2
SELECT * FROM (t CROSS JOIN u) AS j ORDER BY 1, 4;
> 1|10|x|1|6
> 1|10|x|2|7
> 2|20|(2,20,y)|1|6
> 2|20|(2,20,y)|2|7
> 3|10|∅|1|6
> 3|10|∅|2|7
> 4|2|q|1|6
> 4|2|q|2|7
> 5|1|q|1|6
> 5|1|q|2|7
SELECT j.b FROM (t JOIN u USING (id)) AS j ORDER BY 1;
> 6
> 7
SELECT j.a FROM (t JOIN u ON t.id = u.id) j ORDER BY 1;
> 10
> 20
SELECT * FROM (t JOIN u USING (id)) AS j (x, y, z, w) ORDER BY 1;
> 1|10|x|6
> 2|20|(2,20,y)|7
SELECT * FROM (t LEFT JOIN u USING (id)) j JOIN u k ON k.id = j.id ORDER BY 1;
> 1|10|x|6|1|6
> 2|20|(2,20,y)|7|2|7
SELECT * FROM (t JOIN u USING (id)) ORDER BY 1;
> 1|10|x|6
> 2|20|(2,20,y)|7
SELECT * FROM u JOIN (t CROSS JOIN (SELECT 1 AS one) o) AS q ON q.id = u.id ORDER BY 1;
> 1|6|1|10|x|1
> 2|7|2|20|(2,20,y)|1
SELECT count(*) FROM (t JOIN u ON true) WHERE t.id > 1;
> 8
CREATE TABLE w (a DATE DEFAULT 'today', b TIMESTAMP DEFAULT 'now', c INT);
INSERT INTO w (c) VALUES (1);
SELECT a = CURRENT_DATE, b <= now(), c FROM w;
> t|t|1
INSERT INTO w VALUES ('tomorrow', 'yesterday', 2);
INSERT INTO w (a, c) VALUES ('today', 3), ('2020-01-01', 4);
SELECT a - CURRENT_DATE, b::date - CURRENT_DATE FROM w WHERE c = 2;
> 1|-1
UPDATE w SET a = 'yesterday' WHERE c = 1 RETURNING a - CURRENT_DATE;
> -1
SELECT count(*) FROM w WHERE a = 'today';
> 1
ALTER TABLE w ALTER COLUMN b SET DEFAULT 'today';
INSERT INTO w (c) VALUES (5);
SELECT b = CURRENT_DATE FROM w WHERE c = 5;
> t
SELECT trim_scale(1.500), trim_scale(10), trim_scale(0.00), trim_scale(100.0), trim_scale(NULL), trim_scale(-0.10);
> 1.5|10|0|100|∅|-0.1
SELECT ALL id FROM t ORDER BY id USING >;
> 5
> 4
> 3
> 2
> 1
SELECT id FROM t ORDER BY a USING <, id USING >;
> 5
> 4
> 3
> 1
> 2
SELECT CAST('1' AS int4), int8 '5', float8 '1.5', bool 'yes', text 'x', numeric '1.50', uuid 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', jsonb '{"a":1}', bytea '\x01', int2 '7', real '1.5';
> 1|5|1.5|t|x|1.50|a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11|{"a": 1}|\x01|7|1.5
SELECT boolean 'f' OR bool 't', integer '5' + 1, varchar 'x' || 'y';
> t|6|xy
SELECT int 'x';
> ERROR 22P02
