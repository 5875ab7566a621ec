-- Subqueries in ON that look at the rows that are joined.
CREATE TABLE ra (k int, x int);
CREATE TABLE rb (k int, y int);
CREATE TABLE rc (k int, z int);
CREATE TABLE ri (i int);
CREATE TABLE it (k int, v int);
INSERT INTO ra VALUES (1,10);
INSERT INTO rb VALUES (2,20);
INSERT INTO rc VALUES (2,200),(3,300);
INSERT INTO ri VALUES (1),(2),(3);
INSERT INTO it VALUES (1,10),(1,11),(1,12),(2,20),(2,21);
SELECT rb.k, rc.k FROM rb LEFT JOIN rc ON EXISTS (SELECT 1 FROM ra WHERE ra.k < rc.k AND rb.k = rc.k) ORDER BY 1,2;
> 2|2
SELECT * FROM rb JOIN rc ON rb.k = (SELECT max(k) FROM rb) AND rc.k IN (SELECT k FROM rb) ORDER BY 1,2,3;
> 2|20|2|200
SELECT a.i, b.v FROM ri a LEFT JOIN it b ON a.i = b.k AND b.v IN (SELECT max(v) FROM it c WHERE c.k = a.i) ORDER BY 1,2;
> 1|12
> 2|21
> 3|∅
SELECT a.i, b.v FROM ri a LEFT JOIN it b ON (SELECT a.i = b.k) ORDER BY 1,2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
> 3|∅
SELECT a.i, b.v FROM ri a FULL JOIN it b ON a.i = b.k AND b.v > (SELECT min(v) FROM it) ORDER BY 1,2;
> 1|11
> 1|12
> 2|20
> 2|21
> 3|∅
> ∅|10
SELECT a.i, b.v FROM ri a JOIN it b ON a.i = b.k AND NOT EXISTS (SELECT 1 FROM it c WHERE c.k = a.i AND c.v > b.v) ORDER BY 1,2;
> 1|12
> 2|21
SELECT a.i, b.v FROM ri a LEFT JOIN it b ON a.i = b.k AND NOT EXISTS (SELECT 1 FROM it c WHERE c.k = a.i AND c.v > b.v) ORDER BY 1,2;
> 1|12
> 2|21
> 3|∅
SELECT a.i, b.v FROM ri a RIGHT JOIN it b ON a.i = b.k AND EXISTS (SELECT 1 FROM it c WHERE c.k = b.k AND c.v > b.v) ORDER BY 1,2;
> 1|10
> 1|11
> 2|20
> ∅|12
> ∅|21
SELECT a.i, b.v FROM ri a LEFT JOIN it b ON a.i = b.k AND b.v = ALL (SELECT v FROM it c WHERE c.k = 9) ORDER BY 1,2;
> 1|10
> 1|11
> 1|12
> 2|20
> 2|21
> 3|∅
SELECT a.i, b.v, c.z FROM ri a LEFT JOIN it b ON a.i = b.k AND b.v > (SELECT avg(v) FROM it) LEFT JOIN rc c ON c.k = a.i AND EXISTS (SELECT 1 FROM ra WHERE ra.x < c.z) ORDER BY 1,2;
> 1|∅|∅
> 2|20|200
> 2|21|200
> 3|∅|300
SELECT a.i FROM ri a LEFT JOIN it b ON a.i IN (SELECT k FROM ra) OR b.k = a.i ORDER BY 1, b.v;
> 1
> 1
> 1
> 1
> 1
> 2
> 2
> 3
SELECT a.i, x.v, y.z FROM ri a LEFT JOIN it x ON x.k = a.i AND x.v = (SELECT max(v) FROM it m WHERE m.k = x.k) LEFT JOIN rc y ON y.k = a.i AND EXISTS (SELECT 1 FROM it m WHERE m.v < y.z AND m.k = a.i) ORDER BY 1, 2, 3;
> 1|12|∅
> 2|21|200
> 3|∅|∅
SELECT a.i, count(x.v) FROM ri a LEFT JOIN it x ON x.k = a.i AND NOT EXISTS (SELECT 1 FROM it m WHERE m.k = x.k AND m.v < x.v) GROUP BY a.i ORDER BY 1;
> 1|1
> 2|1
> 3|0
SELECT a.i, x.q FROM ri a LEFT JOIN (SELECT k, max(v) AS q FROM it GROUP BY k) x ON x.k = a.i AND x.q > (SELECT avg(v) FROM it m WHERE m.k = a.i) ORDER BY 1;
> 1|12
> 2|21
> 3|∅
WITH w AS (SELECT k, v FROM it WHERE v > 10) SELECT a.i, w.v FROM ri a LEFT JOIN w ON w.k IN (SELECT m.k FROM it m WHERE m.k = a.i) ORDER BY 1, 2;
> 1|11
> 1|12
> 2|20
> 2|21
> 3|∅
SELECT * FROM ri a LEFT JOIN it x ON x.k = a.i AND x.v IN (SELECT m.v FROM it m WHERE m.k = a.i AND m.v > 11) ORDER BY a.i, x.v;
> 1|1|12
> 2|2|20
> 2|2|21
> 3|∅|∅
SELECT a.i, x.p FROM ri a LEFT JOIN it AS x (o, p) ON x.o = a.i AND x.p >= ALL (SELECT m.v FROM it m WHERE m.k = x.o) ORDER BY 1;
> 1|12
> 2|21
> 3|∅
SELECT a.i FROM ri a LEFT JOIN it x ON x.k = a.i AND EXISTS (SELECT 1 FROM ra WHERE ra.k = x.k) WHERE x.v IS NULL ORDER BY 1;
> 2
> 3
