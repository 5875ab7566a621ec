-- Rows of a table that are counted, as such and where an outer join leaves them out.
CREATE TABLE o(k int, g int, t text, d float8, r real, n numeric, b bytea);
INSERT INTO o VALUES (1,1,'b',1,1,1.0,'\x0001'),(20,1,'a',1e308,3e38,1.00,'\x00'),(0,2,'b',1e308,3e38,2,'\x0200'),(NULL,2,NULL,NULL,NULL,NULL,NULL);
CREATE SEQUENCE s2;
SELECT count(DISTINCT t.*) FROM o t;
> 4
SELECT count(DISTINCT t) FROM (SELECT g FROM o) t;
> 2
SELECT count(DISTINCT t), count(t), count(t.*) FROM (SELECT g, k FROM o) t;
> 4|4|4
CREATE TABLE p2(a int, b int, PRIMARY KEY (a, b));
INSERT INTO p2 VALUES (1,1),(1,2),(2,1);
SELECT count(DISTINCT p2), count(DISTINCT p2.*), count(p2) FROM p2;
> 3|3|3
SELECT count(p2), count(x), count(x.*), count(DISTINCT x) FROM p2 LEFT JOIN (SELECT k, g FROM o) x ON x.k = p2.b + 19;
> 3|2|2|1
SELECT count(o), count(o.*), count(DISTINCT o) FROM p2 LEFT JOIN o ON o.k = p2.b + 18;
> 1|1|1
