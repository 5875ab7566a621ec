-- Subqueries that look at rows around them, over one level or more.
CREATE TABLE ri (i int);
CREATE TABLE it (k int, v int);
INSERT INTO ri VALUES (1), (2), (3);
INSERT INTO it VALUES (1, 10), (1, 11), (1, 12), (2, 20), (2, 21);
SELECT o.i, (SELECT (SELECT max(v) FROM it WHERE k = o.i)) FROM ri o ORDER BY 1;
> 1|12
> 2|21
> 3|∅
SELECT o.i, (SELECT (SELECT (SELECT max(v) FROM it WHERE k = o.i))) FROM ri o ORDER BY 1;
> 1|12
> 2|21
> 3|∅
SELECT o.i, (SELECT max(p.i + (SELECT count(*) FROM it WHERE k = o.i)) FROM ri p WHERE p.i <= o.i) FROM ri o ORDER BY 1;
> 1|4
> 2|4
> 3|3
SELECT o.i, x.m FROM ri o, LATERAL (SELECT (SELECT max(v) FROM it WHERE k = o.i) AS m) x ORDER BY 1;
> 1|12
> 2|21
> 3|∅
SELECT o.i, CASE WHEN (SELECT count(*) FROM it WHERE k = o.i) = 0 THEN 'none' ELSE (SELECT 'some' || (SELECT count(*) FROM it WHERE k = o.i)) END FROM ri o ORDER BY 1;
> 1|some3
> 2|some2
> 3|none
SELECT i, (SELECT min(j.i) FROM ri j WHERE j.i >= o.i) IN (SELECT j.i FROM ri j WHERE j.i >= o.i) FROM ri o ORDER BY 1;
> 1|t
> 2|t
> 3|t
SELECT i FROM ri o WHERE EXISTS (SELECT 1 FROM it a WHERE a.k = o.i AND NOT EXISTS (SELECT 1 FROM it b WHERE b.k = o.i AND b.v > a.v + 1)) ORDER BY 1;
> 1
> 2
SELECT i FROM ri o WHERE NOT EXISTS (SELECT 1 FROM it a WHERE a.k = o.i AND NOT EXISTS (SELECT 1 FROM it b WHERE b.k = o.i AND b.v > a.v)) ORDER BY 1;
> 3
SELECT o.i, x.s FROM ri o, LATERAL (SELECT sum(y.v) AS s FROM ri r, LATERAL (SELECT v FROM it b WHERE b.k = o.i AND b.v > r.i) y) x ORDER BY 1;
> 1|99
> 2|123
> 3|∅
SELECT i, (SELECT row_number() OVER (ORDER BY j.i) FROM ri j WHERE j.i = o.i) FROM ri o ORDER BY 1;
> 1|1
> 2|1
> 3|1
SELECT o.i, b.v, b.r FROM ri o, LATERAL (SELECT v, row_number() OVER (ORDER BY v DESC) AS r FROM it WHERE k = o.i) b ORDER BY 1, 2;
> 1|10|3
> 1|11|2
> 1|12|1
> 2|20|2
> 2|21|1
SELECT o.i, t.v FROM ri o, LATERAL (SELECT v FROM it WHERE k = o.i ORDER BY v DESC LIMIT 2) t ORDER BY 1, 2;
> 1|11
> 1|12
> 2|20
> 2|21
SELECT o.i, t.v FROM ri o LEFT JOIN LATERAL (SELECT v FROM it WHERE k = o.i ORDER BY v LIMIT 1) t ON true ORDER BY 1;
> 1|10
> 2|20
> 3|∅
SELECT i, (SELECT count(*) FROM it WHERE k = o.i), (SELECT sum(v) FROM it WHERE k = o.i) FROM ri o ORDER BY 1;
> 1|3|33
> 2|2|41
> 3|0|∅
SELECT i FROM ri o WHERE (SELECT count(*) FROM it WHERE k = o.i) = 0;
> 3
CREATE TABLE o (k int, g int);
CREATE TABLE i (k int, g int, x int);
INSERT INTO o VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO i VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, 2, 40);
SELECT k, (SELECT x FROM i WHERE i.g = o.g) FROM o WHERE g > 2;
> 3|∅
SELECT k, (SELECT x FROM i WHERE i.g = o.g) FROM o;
> ERROR 21000
SELECT o.k, b.k, b.r FROM o, LATERAL (SELECT k, row_number() OVER (ORDER BY k DESC) AS r FROM i WHERE i.g = o.g) b ORDER BY 1, 2;
> 1|1|2
> 1|2|1
> 2|3|2
> 2|4|1
CREATE TABLE ra (k int, x int, y int);
CREATE TABLE rb (k int, x int, y int);
INSERT INTO ra VALUES (1, NULL, 3), (2, 4, NULL), (3, 9, 9), (4, NULL, NULL);
INSERT INTO rb VALUES (1, 2, 3);
SELECT k, EXISTS (SELECT 1 FROM rb r WHERE r.x = ra.x), EXISTS (SELECT 1 FROM rb r WHERE r.x = ra.x OR ra.x IS NULL) FROM ra ORDER BY 1;
> 1|f|t
> 2|f|f
> 3|f|f
> 4|f|t
SELECT k FROM ra WHERE (x, y) NOT IN (SELECT x, y FROM rb) ORDER BY 1;
> 2
> 3
SELECT k FROM ra WHERE (x, y) IN (SELECT x, y + 0 FROM rb) ORDER BY 1;
SELECT k FROM ra WHERE x NOT IN (SELECT x FROM rb WHERE rb.y = ra.y) ORDER BY 1;
> 2
> 3
> 4
SELECT k, x IN (SELECT x FROM rb WHERE rb.y = ra.y) FROM ra ORDER BY 1;
> 1|∅
> 2|f
> 3|f
> 4|f
SELECT k, (SELECT count(*) FROM rb WHERE rb.x IS NOT DISTINCT FROM ra.x) FROM ra ORDER BY 1;
> 1|0
> 2|0
> 3|0
> 4|0
SELECT k, (SELECT max(rb.k) FROM rb WHERE coalesce(rb.x, 0) > coalesce(ra.x, 0)) FROM ra ORDER BY 1;
> 1|1
> 2|∅
> 3|∅
> 4|1
SELECT a.k FROM ra a WHERE a.k = (SELECT max(b.k) FROM ra b WHERE b.x = a.x OR (b.x IS NULL AND a.x IS NULL)) ORDER BY 1;
> 2
> 3
> 4
SELECT count(*) FROM ra a WHERE EXISTS (SELECT 1 FROM ra b WHERE b.k <> a.k AND EXISTS (SELECT 1 FROM ra c WHERE c.k = b.k AND c.x IS NULL AND a.x IS NULL));
> 2
CREATE TABLE uk (k int PRIMARY KEY, y int);
INSERT INTO uk VALUES (1, 3), (2, NULL), (3, 9);
UPDATE uk SET y = (SELECT max(i.x) FROM i WHERE i.g = uk.k) WHERE k < 3;
SELECT k, y FROM uk ORDER BY k;
> 1|20
> 2|40
> 3|9
CREATE TABLE un (k int PRIMARY KEY, u int UNIQUE, x int);
INSERT INTO un VALUES (1, 3, 3), (2, NULL, 30), (3, NULL, 10), (4, NULL, 20);
SELECT u, x FROM un ORDER BY u, x LIMIT 3;
> 3|3
> ∅|10
> ∅|20
SELECT u, x FROM un ORDER BY u DESC, x DESC LIMIT 3;
> ∅|30
> ∅|20
> ∅|10
SELECT u, x FROM un WHERE u IS NULL ORDER BY u, x LIMIT 2;
> ∅|10
> ∅|20
CREATE TABLE ws (v varchar(5), c char(5));
INSERT INTO ws (v) VALUES ('abcde' || E'\n');
> ERROR 22001
INSERT INTO ws (c) VALUES (E'ab\t');
INSERT INTO ws (v) VALUES ('abcde   ');
SELECT v, length(c) FROM ws ORDER BY v;
> abcde|∅
> ∅|3
SELECT 2.5::float8::int, (-2.5)::float8::int, 0.5::float8::int, 3.5::float8::bigint, 2.5::numeric::int;
> 2|-2|0|4|3
INSERT INTO ri VALUES (2.5::float8);
SELECT i FROM ri WHERE i = 2;
> 2
> 2
