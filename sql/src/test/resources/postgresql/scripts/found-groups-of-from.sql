-- Groups of FROM, and subqueries beside them, under WITH and HAVING, with columns renamed.
CREATE TABLE pairs (a integer NOT NULL, b integer NOT NULL);
INSERT INTO pairs VALUES (1, 10), (2, 20), (10, 1), (20, 3);
SELECT z.p, z.q FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM pairs x WHERE x.a = z.p AND x.b >= z.q) ORDER BY 1;
> 1|10
> 10|1
> 20|2
SELECT z.p, z.q FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM pairs x WHERE x.b = z.p AND x.a = z.q) ORDER BY 1;
> 1|10
> 3|20
> 10|1
> 20|2
SELECT z.p, (SELECT count(*) FROM pairs x WHERE x.b = z.p AND x.a = z.q) FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) ORDER BY 1;
> 1|1
> 3|1
> 10|1
> 20|1
SELECT z.p, (SELECT max(x.b) FROM pairs x WHERE x.a = z.p) FROM (SELECT b, a FROM pairs GROUP BY b, a) AS z (p, q) ORDER BY 1;
> 1|10
> 3|∅
> 10|1
> 20|3
SELECT z.p, (SELECT max(x.b) FROM pairs x WHERE x.a = z.p AND z.q > 0) FROM (SELECT b, a FROM pairs GROUP BY b, a HAVING a > 1) AS z (p, q) ORDER BY 1;
> 1|10
> 3|∅
> 20|3
SELECT z.p FROM (SELECT b, a FROM pairs GROUP BY b, a HAVING a > 1) AS z (p, q) WHERE z.p IN (SELECT x.b FROM pairs x WHERE x.a = z.q) ORDER BY 1;
> 1
> 3
> 20
SELECT count(*), z.q FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM pairs x WHERE x.a = z.q AND x.b = z.p) GROUP BY z.q ORDER BY 2;
> 1|1
> 1|2
> 1|10
> 1|20
SELECT z.q, (SELECT sum(x.b) FROM pairs x WHERE x.a = z.q AND x.b = z.p) FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) GROUP BY z.q, z.p ORDER BY 1;
> 1|10
> 2|20
> 10|1
> 20|3
SELECT z.p FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) GROUP BY z.p, z.q HAVING (SELECT count(*) FROM pairs x WHERE x.a = z.q AND x.b = z.p) = 1 ORDER BY 1;
> 1
> 3
> 10
> 20
SELECT z.p FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) ORDER BY (SELECT x.b FROM pairs x WHERE x.a = z.q), 1;
> 1
> 3
> 10
> 20
WITH z (p, q) AS (SELECT b, a FROM pairs UNION SELECT b, a FROM pairs) SELECT z.p, (SELECT x.b FROM pairs x WHERE x.a = z.q) FROM z ORDER BY 1;
> 1|1
> 3|3
> 10|10
> 20|20
SELECT z.p, z.q FROM (SELECT b, a FROM pairs GROUP BY ROLLUP (b, a)) AS z (p, q) WHERE EXISTS (SELECT 1 FROM pairs x WHERE x.a = z.q AND x.b = z.p) ORDER BY 1;
> 1|10
> 3|20
> 10|1
> 20|2
SELECT z.p FROM (SELECT DISTINCT b, a FROM pairs) AS z (p, q) JOIN pairs y ON y.a = z.q WHERE EXISTS (SELECT 1 FROM pairs x WHERE x.a = z.q AND x.b = z.p AND y.b = x.b) ORDER BY 1;
> 1
> 3
> 10
> 20
CREATE TABLE keyed_pairs (a integer PRIMARY KEY, b integer NOT NULL);
INSERT INTO keyed_pairs VALUES (1, 10), (2, 20), (10, 1), (20, 3);
SELECT z.p, z.q FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM keyed_pairs x WHERE x.a = z.p AND x.b >= z.q) ORDER BY 1;
> 1|10
> 10|1
> 20|2
SELECT z.p, z.q FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM keyed_pairs x WHERE x.b = z.p AND x.a = z.q) ORDER BY 1;
> 1|10
> 3|20
> 10|1
> 20|2
SELECT z.p, (SELECT count(*) FROM keyed_pairs x WHERE x.b = z.p AND x.a = z.q) FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) ORDER BY 1;
> 1|1
> 3|1
> 10|1
> 20|1
SELECT z.p, (SELECT max(x.b) FROM keyed_pairs x WHERE x.a = z.p) FROM (SELECT b, a FROM keyed_pairs GROUP BY b, a) AS z (p, q) ORDER BY 1;
> 1|10
> 3|∅
> 10|1
> 20|3
SELECT z.p, (SELECT max(x.b) FROM keyed_pairs x WHERE x.a = z.p AND z.q > 0) FROM (SELECT b, a FROM keyed_pairs GROUP BY b, a HAVING a > 1) AS z (p, q) ORDER BY 1;
> 1|10
> 3|∅
> 20|3
SELECT z.p FROM (SELECT b, a FROM keyed_pairs GROUP BY b, a HAVING a > 1) AS z (p, q) WHERE z.p IN (SELECT x.b FROM keyed_pairs x WHERE x.a = z.q) ORDER BY 1;
> 1
> 3
> 20
SELECT count(*), z.q FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) WHERE EXISTS (SELECT 1 FROM keyed_pairs x WHERE x.a = z.q AND x.b = z.p) GROUP BY z.q ORDER BY 2;
> 1|1
> 1|2
> 1|10
> 1|20
SELECT z.q, (SELECT sum(x.b) FROM keyed_pairs x WHERE x.a = z.q AND x.b = z.p) FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) GROUP BY z.q, z.p ORDER BY 1;
> 1|10
> 2|20
> 10|1
> 20|3
SELECT z.p FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) GROUP BY z.p, z.q HAVING (SELECT count(*) FROM keyed_pairs x WHERE x.a = z.q AND x.b = z.p) = 1 ORDER BY 1;
> 1
> 3
> 10
> 20
SELECT z.p FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) ORDER BY (SELECT x.b FROM keyed_pairs x WHERE x.a = z.q), 1;
> 1
> 3
> 10
> 20
WITH z (p, q) AS (SELECT b, a FROM keyed_pairs UNION SELECT b, a FROM keyed_pairs) SELECT z.p, (SELECT x.b FROM keyed_pairs x WHERE x.a = z.q) FROM z ORDER BY 1;
> 1|1
> 3|3
> 10|10
> 20|20
SELECT z.p, z.q FROM (SELECT b, a FROM keyed_pairs GROUP BY ROLLUP (b, a)) AS z (p, q) WHERE EXISTS (SELECT 1 FROM keyed_pairs x WHERE x.a = z.q AND x.b = z.p) ORDER BY 1;
> 1|10
> 3|20
> 10|1
> 20|2
SELECT z.p FROM (SELECT DISTINCT b, a FROM keyed_pairs) AS z (p, q) JOIN keyed_pairs y ON y.a = z.q WHERE EXISTS (SELECT 1 FROM keyed_pairs x WHERE x.a = z.q AND x.b = z.p AND y.b = x.b) ORDER BY 1;
> 1
> 3
> 10
> 20
