-- Commas, USING and NATURAL.
CREATE TABLE ra (k int, x int);
CREATE TABLE rb (k int, y int);
CREATE TABLE rc (k int, z int);
INSERT INTO ra VALUES (1, 10);
INSERT INTO rb VALUES (2, 20);
INSERT INTO rc VALUES (2, 200), (3, 300);
SELECT x, y, z FROM ra, rb RIGHT JOIN rc ON rb.k = rc.k;
> 10|20|200
> 10|∅|300
SELECT ra.x, b2.y, c2.z FROM ra, rb b2 JOIN rc c2 USING (k);
> 10|20|200
SELECT * FROM ra FULL JOIN rb USING (k) FULL JOIN rc USING (k);
> 1|10|∅|∅
> 2|∅|20|200
> 3|∅|∅|300
SELECT k FROM ra LEFT JOIN rb USING (k) RIGHT JOIN rc USING (k);
> 2
> 3
SELECT k, x, y, z FROM ra FULL JOIN rb USING (k) LEFT JOIN rc USING (k) ORDER BY k;
> 1|10|∅|∅
> 2|∅|20|200
SELECT * FROM ra NATURAL FULL JOIN rb;
> 1|10|∅
> 2|∅|20
SELECT * FROM ra NATURAL FULL JOIN rb NATURAL FULL JOIN rc;
> 1|10|∅|∅
> 2|∅|20|200
> 3|∅|∅|300
SELECT k FROM ra NATURAL FULL JOIN rb WHERE k > 1;
> 2
SELECT * FROM rb JOIN rc USING (k) WHERE k > 0;
> 2|20|200
SELECT rb.k, rc.k, k FROM rb RIGHT JOIN rc USING (k) ORDER BY k DESC;
> ERROR 42702
SELECT rb.k, rc.k FROM rb JOIN rc USING (k) WHERE k = 2 ORDER BY k, y + z;
> ERROR 42702
SELECT max(k) FROM ra FULL JOIN rb USING (k) FULL JOIN rc USING (k);
> 3
SELECT k, count(*) FROM ra FULL JOIN rb USING (k) FULL JOIN rc USING (k) GROUP BY k ORDER BY k;
> 1|1
> 2|1
> 3|1
SELECT x FROM ra, rb NATURAL JOIN rc;
> 10
SELECT a.x, b.y, c.z FROM ra a, rb b FULL JOIN rc c ON b.k = c.k ORDER BY c.k;
> 10|20|200
> 10|∅|300
SELECT a.x, b.y, c.z FROM ra a, rb b LEFT JOIN rc c ON b.k = c.k, rc d WHERE d.k = 3;
> 10|20|200
SELECT ra.k FROM ra, rb JOIN rc ON ra.k = rc.k;
> ERROR 42P01
SELECT s.k FROM (SELECT * FROM rb JOIN rc USING (k)) s WHERE s.k > 0;
> 2
SELECT k + 1 AS n FROM rb JOIN rc USING (k) GROUP BY k HAVING k > 1 ORDER BY k;
> 3
SELECT k FROM rb LEFT JOIN rc USING (k) WHERE EXISTS (SELECT 1 FROM rc c WHERE c.k = rb.k) AND k IN (1, 2);
> 2
SELECT a.x FROM ra a, LATERAL (SELECT a.x + y AS s FROM rb) l JOIN rc ON rc.z = l.s * 10 - 100;
> 10
SELECT k, a.x, b.y FROM ra a FULL JOIN rb b USING (k) ORDER BY k DESC NULLS LAST LIMIT 1;
> 2|∅|20
SELECT CASE WHEN k > 1 THEN 'big' ELSE 'small' END FROM ra FULL JOIN rb USING (k) ORDER BY k;
> small
> big
SELECT sum(k) OVER (ORDER BY k) FROM ra FULL JOIN rb USING (k) ORDER BY 1;
> 1
> 3
UPDATE rc SET z = z + 1 FROM ra, rb JOIN rc c2 USING (k) WHERE rc.k = c2.k;
> ERROR 42702
SELECT * FROM rc ORDER BY k;
> 2|200
> 3|300
SELECT * FROM ra JOIN (SELECT k, y FROM rb) q USING (k);
SELECT * FROM (SELECT 2 AS k, 5 AS w) q FULL JOIN rb USING (k) FULL JOIN (SELECT k, z FROM rc) s USING (k) ORDER BY k;
> 2|5|20|200
> 3|∅|∅|300
WITH q AS (SELECT k, y FROM rb) SELECT * FROM ra FULL JOIN q USING (k) ORDER BY 1;
> 1|10|∅
> 2|∅|20
WITH q AS (SELECT k, y FROM rb), s AS (SELECT * FROM q FULL JOIN rc USING (k)) SELECT k, y, z FROM s ORDER BY k;
> 2|20|200
> 3|∅|300
SELECT a.*, k FROM ra a FULL JOIN rb b USING (k) ORDER BY k;
> ERROR 42702
SELECT count(*) FROM ra NATURAL JOIN (SELECT 7 AS w) q;
> 1
CREATE VIEW jv AS SELECT * FROM ra FULL JOIN rb USING (k) FULL JOIN rc USING (k);
SELECT k, x, y, z FROM jv ORDER BY k;
> 1|10|∅|∅
> 2|∅|20|200
> 3|∅|∅|300
SELECT k FROM ra FULL JOIN rb USING (k), rc WHERE z = 300 ORDER BY ra.k;
> ERROR 42702
SELECT k FROM ra, rb WHERE ra.k < rb.k;
> ERROR 42702
SELECT * FROM ra a JOIN ra b USING (k, x);
> 1|10
SELECT k FROM (SELECT k FROM ra FULL JOIN rb USING (k)) q FULL JOIN rc USING (k) ORDER BY k DESC;
> 3
> 2
> 1
SELECT max(z) FILTER (WHERE k > 2) FROM rb RIGHT JOIN rc USING (k);
> 300
SELECT k, row_number() OVER (PARTITION BY k ORDER BY z) FROM rb RIGHT JOIN rc USING (k) ORDER BY k;
> 2|1
> 3|1
SELECT (SELECT max(y) FROM rb WHERE rb.k = rc.k) FROM ra RIGHT JOIN rc USING (k) ORDER BY k;
> 20
> ∅
-- Rows that stay alone are told apart though they look alike.
CREATE TABLE empty_side (a INT);
CREATE TABLE other_side (b INT);
INSERT INTO other_side VALUES (1), (2), (3);
SELECT count(*) FROM empty_side FULL JOIN other_side ON true;
> 3
SELECT count(*) FROM empty_side RIGHT JOIN (SELECT 1 FROM other_side) q ON false;
> 3
INSERT INTO empty_side VALUES (1), (1), (7);
SELECT count(*) FROM (SELECT 1 FROM empty_side) x FULL JOIN (SELECT 1 FROM other_side) y ON false;
> 6
SELECT count(*) FROM (SELECT 1 FROM empty_side) x FULL JOIN (SELECT 1 FROM other_side) y ON true;
> 9
SELECT count(*), sum(v.x) FROM empty_side RIGHT JOIN (VALUES (1), (1), (2)) v(x) ON a > x + 5;
> 3|4
SELECT count(*), sum(v.x) FROM empty_side RIGHT JOIN (VALUES (1), (1), (2)) v(x) ON a < x - 5;
> 3|4
