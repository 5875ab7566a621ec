-- Numbers of a sequence that nobody looks at are taken all the same.
CREATE TABLE o(k int, g int, t text, d float8, r real, n numeric, b bytea);
INSERT INTO o VALUES (1,1,'b',1,1,1.0,'\x0001'),(20,1,'a',1e308,3e38,1.00,'\x00'),(0,2,'b',1e308,3e38,2,'\x0200'),(NULL,2,NULL,NULL,NULL,NULL,NULL);
CREATE SEQUENCE s2;
SELECT count(*) FROM (SELECT nextval('s2') FROM o) q;
> 4
SELECT nextval('s2');
> 5
SELECT count(*) FROM (SELECT k, nextval('s2') AS n FROM o) q WHERE k = 1;
> 1
SELECT nextval('s2');
> 7
SELECT g, count(*) FROM (SELECT g, nextval('s2') AS n FROM o) q GROUP BY g;
> 1|2
> 2|2
SELECT nextval('s2');
> 12
SELECT max(k) FROM (SELECT k, nextval('s2') AS n FROM o) q;
> 20
SELECT nextval('s2');
> 17
SELECT 1 FROM (SELECT nextval('s2') AS n FROM o) q;
> 1
> 1
> 1
> 1
SELECT nextval('s2');
> 22
SELECT EXISTS (SELECT nextval('s2') FROM o);
> t
