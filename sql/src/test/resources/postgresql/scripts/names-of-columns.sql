-- Columns that a query gives no name.
CREATE TABLE ri (i int PRIMARY KEY, s text);
INSERT INTO ri VALUES (1, 'b'), (2, 'a'), (3, 'b');
SELECT max FROM (SELECT max(i) FROM ri) q;
> 3
WITH q AS (SELECT sum(i) FROM ri) SELECT sum FROM q;
> 6
SELECT s, count(*) FROM ri GROUP BY s ORDER BY count;
> a|1
> b|2
SELECT s, count(*), max(i) FROM ri GROUP BY s ORDER BY count DESC, max;
> b|2|3
> a|1|2
SELECT column1 FROM (VALUES (1), (2)) t ORDER BY column1;
> 1
> 2
SELECT t.column2 FROM (VALUES (1, 'x'), (2, 'y')) AS t ORDER BY 1;
> x
> y
WITH v AS (VALUES (1, 2)) SELECT column1 + column2 FROM v;
> 3
SELECT upper FROM (SELECT upper(s) FROM ri) q ORDER BY upper;
> A
> B
> B
SELECT q.coalesce, "case" FROM (SELECT coalesce(s, 'x'), CASE WHEN i > 1 THEN 1 ELSE 0 END FROM ri) q ORDER BY 1, 2;
> a|1
> b|0
> b|1
SELECT int4, text FROM (SELECT '1'::int4, 1::text) q;
> 1|1
SELECT count FROM (SELECT count(*) FROM ri UNION ALL SELECT 7) q ORDER BY count;
> 3
> 7
SELECT a.count + b.count FROM (SELECT count(*) FROM ri) a, (SELECT count(*) FROM ri WHERE i > 1) b;
> 5
SELECT * FROM (SELECT count(*), sum(i) FROM ri) q WHERE count > 2;
> 3|6
CREATE VIEW vc AS SELECT s, count(*), max(i) FROM ri GROUP BY s;
SELECT s, count, max FROM vc ORDER BY count;
> a|1|2
> b|2|3
SELECT row_number FROM (SELECT row_number() OVER (ORDER BY i DESC) FROM ri) q ORDER BY row_number;
> 1
> 2
> 3
SELECT length, i FROM (SELECT length(s), i FROM ri) q WHERE length = 1 ORDER BY i;
> 1|1
> 1|2
> 1|3
SELECT i FROM ri r WHERE (SELECT count FROM (SELECT count(*) FROM ri x WHERE x.i <= r.i) q) = 2;
> 2
SELECT l.max FROM ri, LATERAL (SELECT max(x.i) FROM ri x WHERE x.i < ri.i) l ORDER BY ri.i;
> ∅
> 1
> 2
CREATE TABLE cc (count int, max int);
INSERT INTO cc VALUES (5, 6), (5, 1), (4, 2);
SELECT count FROM (SELECT count, count(*) AS n FROM cc GROUP BY count) q ORDER BY count;
> 4
> 5
SELECT max FROM (SELECT max(max) FROM cc) q;
> 6
SELECT sum(n) FROM (SELECT count(*) AS n FROM cc GROUP BY count HAVING max(max) > 1) q;
> 3
SELECT lower(s) FROM ri GROUP BY lower(s) ORDER BY lower(s);
> a
> b
SELECT DISTINCT upper(s) FROM ri ORDER BY upper(s);
> A
> B
SELECT sum(count) FROM (SELECT s, count(*) FROM ri GROUP BY s) AS q;
> 3
