-- ORDER BY of subqueries and views, and names in ORDER BY.
CREATE TABLE ri (i int);
INSERT INTO ri VALUES (1),(2),(3);
CREATE TABLE so (id int primary key, g int, x int, s text);
INSERT INTO so VALUES (1,1,30,'c'),(2,1,10,'a'),(3,2,20,'b'),(4,2,NULL,'d');
CREATE INDEX so_x ON so (x);
CREATE VIEW vd AS SELECT i FROM ri ORDER BY i DESC;
CREATE VIEW vx AS SELECT id, s FROM so ORDER BY x DESC NULLS LAST;
CREATE VIEW vv AS SELECT * FROM vx;
SELECT string_agg(s, ',') FROM (SELECT i::text AS s FROM ri ORDER BY i DESC) q;
> 3,2,1
SELECT array_agg(i) FROM (SELECT i FROM ri ORDER BY i DESC) q;
> {3,2,1}
SELECT i FROM vd LIMIT 2;
> 2
> 3
SELECT i FROM (SELECT i FROM ri ORDER BY i DESC) q LIMIT 1;
> 3
SELECT array_agg(i) FROM vd WHERE i < 3;
> {2,1}
SELECT jsonb_agg(i) FROM (SELECT i FROM ri ORDER BY -i) q;
> [3, 2, 1]
WITH q AS (SELECT i FROM ri ORDER BY i DESC) SELECT i FROM q LIMIT 1;
> 3
WITH q AS (SELECT i FROM ri ORDER BY i DESC) SELECT string_agg(i::text, '') FROM q;
> 321
SELECT ARRAY(SELECT i FROM ri ORDER BY i DESC);
> {3,2,1}
SELECT (SELECT i FROM (SELECT i FROM ri ORDER BY i DESC) q LIMIT 1);
> 3
SELECT i % 2, array_agg(i) FROM (SELECT i FROM ri ORDER BY i DESC) q GROUP BY i % 2;
> 0|{2}
> 1|{3,1}
SELECT i, row_number() OVER () FROM (SELECT i FROM ri ORDER BY i DESC) q;
> 3|1
> 2|2
> 1|3
SELECT string_agg(i::text, ',') FROM (SELECT i FROM ri UNION ALL SELECT 9 ORDER BY i DESC) q;
> 9,3,2,1
SELECT string_agg(i::text, ',') FROM (SELECT i FROM ri ORDER BY i DESC LIMIT 2) q;
> 3,2
SELECT i FROM (SELECT i FROM ri ORDER BY i DESC) q WHERE i IN (SELECT i FROM ri ORDER BY i) LIMIT 1;
> 3
SELECT id FROM vx LIMIT 2;
> 1
> 3
SELECT id FROM vx OFFSET 1 LIMIT 1;
> 3
SELECT s FROM vv WHERE id <> 1 LIMIT 1;
> b
SELECT array_agg(s) FROM vv;
> {c,b,a,d}
SELECT g, string_agg(s, '') FROM (SELECT * FROM so ORDER BY s DESC) q GROUP BY g ORDER BY g;
> 1|ca
> 2|db
SELECT string_agg(s, '') FROM (SELECT s FROM so WHERE g = 1 ORDER BY id) q WHERE s > 'a';
> c
SELECT count(*), sum(x), max(s) FROM (SELECT * FROM so ORDER BY x) q;
> 4|60|d
SELECT o.i, (SELECT string_agg(q.s, '') FROM (SELECT s FROM so WHERE so.g = o.i ORDER BY s DESC) q) FROM ri o ORDER BY o.i;
> 1|ca
> 2|db
> 3|∅
SELECT o.i, q.s FROM ri o, LATERAL (SELECT s FROM (SELECT s, g FROM so ORDER BY s DESC) r WHERE r.g = o.i LIMIT 1) q ORDER BY o.i;
> 1|c
> 2|d
SELECT s FROM (SELECT s FROM (SELECT s, x FROM so ORDER BY x DESC NULLS LAST) a) b LIMIT 1;
> c
SELECT array_agg(s) FROM (SELECT DISTINCT s FROM so ORDER BY s DESC) q;
> {d,c,b,a}
SELECT array_agg(n) FROM (SELECT g AS n FROM so GROUP BY g ORDER BY g DESC) q;
> {2,1}
SELECT i FROM (SELECT i FROM ri ORDER BY i DESC) q ORDER BY i LIMIT 1;
> 1
SELECT EXISTS (SELECT 1 FROM ri ORDER BY i), 2 IN (SELECT i FROM ri ORDER BY i DESC);
> t|t
SELECT max(i) FROM (SELECT i FROM ri ORDER BY i LIMIT 2) q;
> 2
INSERT INTO ri SELECT i + 10 FROM (SELECT i FROM ri ORDER BY i DESC) q WHERE i = 3;
SELECT i FROM ri ORDER BY i;
> 1
> 2
> 3
> 13
DELETE FROM ri WHERE i = 13;
-- names in ORDER BY
SELECT -i AS i FROM ri ORDER BY i + 0;
> -1
> -2
> -3
SELECT -i AS i FROM ri ORDER BY i;
> -3
> -2
> -1
SELECT -i AS i FROM ri ORDER BY abs(i) DESC, i;
> -3
> -2
> -1
SELECT g, -x AS x FROM so ORDER BY g, x + 0;
> 1|-10
> 1|-30
> 2|-20
> 2|∅
SELECT DISTINCT -i AS i FROM ri ORDER BY -i;
> -3
> -2
> -1
SELECT -i AS i, count(*) FROM ri GROUP BY i ORDER BY i + 0;
> -1|1
> -2|1
> -3|1
SELECT -o.i AS i FROM ri o ORDER BY o.i, i + 0;
> -1
> -2
> -3
SELECT -i AS i FROM ri ORDER BY CASE WHEN i = 2 THEN 0 ELSE i END;
> -2
> -1
> -3
SELECT g, -sum(x) AS x FROM so GROUP BY g ORDER BY sum(x) + 0;
> 2|-20
> 1|-40
SELECT g AS x, sum(x) FROM so GROUP BY g ORDER BY x;
> 1|40
> 2|20
SELECT id AS x FROM so ORDER BY (x IS NULL), coalesce(x, 0) DESC;
> 1
> 3
> 2
> 4
SELECT s AS id, id AS s FROM so ORDER BY s || '' DESC;
> d|4
> c|1
> b|3
> a|2
SELECT id FROM so ORDER BY (SELECT -x), id;
> 1
> 3
> 2
> 4
SELECT x FROM so ORDER BY x + 1 DESC NULLS LAST LIMIT 2;
> 30
> 20
SELECT id AS g FROM so ORDER BY row_number() OVER (ORDER BY g DESC, id);
> 3
> 4
> 1
> 2
-- differs: an alias that no column has is found within an expression, too
SELECT -i AS j FROM ri ORDER BY j + 0;
> -3
> -2
> -1
