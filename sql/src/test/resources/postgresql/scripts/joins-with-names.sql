-- Names of joins: of the columns that USING merges, and of the whole.
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
CREATE TABLE c (k INT, x INT, z INT);
INSERT INTO a VALUES (1, 10), (2, 20);
INSERT INTO b VALUES (2, 200), (3, 300);
INSERT INTO c VALUES (2, 20, 9), (3, 30, 8);
SELECT j.k, a.x, b.y FROM a JOIN b USING (k) AS j;
> 2|20|200
SELECT j.* FROM a FULL JOIN b USING (k) AS j ORDER BY k;
> 1
> 2
> 3
SELECT j.k, a.k, b.k FROM a FULL JOIN b USING (k) AS j ORDER BY j.k;
> 1|1|∅
> 2|2|2
> 3|∅|3
SELECT * FROM a JOIN b USING (k) AS j WHERE j.k = 2;
> 2|20|200
SELECT j.k, count(*) FROM a LEFT JOIN b USING (k) AS j GROUP BY j.k ORDER BY j.k;
> 1|1
> 2|1
SELECT j.k, i.x FROM a JOIN b USING (k) AS j JOIN c USING (k) AS i;
> ERROR 42703
SELECT i.* FROM a JOIN c USING (k, x) AS i;
> 2|20
SELECT j.x FROM a JOIN b USING (k) AS j;
> ERROR 42703
SELECT j.k FROM a RIGHT JOIN b USING (k) AS j ORDER BY j.k DESC;
> 3
> 2
SELECT sum(j.k) OVER () FROM a JOIN b USING (k) AS j;
> 2
SELECT (SELECT j.k + 1) FROM a JOIN b USING (k) AS j;
> 3
SELECT "J".k FROM a JOIN b USING (k) AS "J";
> 2
SELECT j.k FROM (a JOIN b USING (k) AS j) JOIN c ON c.k = j.k;
> 2
SELECT x.c1, x.c2, x.c3 FROM (a JOIN b USING (k)) AS x(c1, c2, c3);
> 2|20|200
SELECT x.k, x.x, x.y FROM (a JOIN b USING (k)) AS x;
> 2|20|200
SELECT * FROM (a JOIN b USING (k)) AS x(c1, c2);
> 2|20|200
SELECT c1 FROM (a NATURAL JOIN c) AS n(c1, c2) WHERE c2 = 20;
> 2
SELECT * FROM (a LEFT JOIN b ON a.k = b.k) AS x(c1, c2, c3, c4) ORDER BY c1;
> 1|10|∅|∅
> 2|20|2|200
SELECT x.* FROM (a CROSS JOIN b) AS x(k1, x1, k2, y2) ORDER BY 1, 3;
> 1|10|2|200
> 1|10|3|300
> 2|20|2|200
> 2|20|3|300
SELECT q.k FROM (a FULL JOIN b USING (k)) q ORDER BY q.k;
> 1
> 2
> 3
SELECT q.k, c.z FROM (a FULL JOIN b USING (k)) q JOIN c USING (k) ORDER BY q.k;
> 2|9
> 3|8
SELECT a.x FROM (a JOIN b USING (k)) AS x;
> ERROR 42P01
SELECT k FROM (a JOIN b USING (k)) AS x(c1);
> ERROR 42703
DROP TABLE c, b, a;
