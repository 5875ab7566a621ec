-- 1.0 and 1.00 are one value, as constants of set operations, too.
CREATE TABLE o(k int, g int, t text, d float8, r real, n numeric, b bytea);
INSERT INTO o VALUES (1,1,'b',1,1,1.0,'\x0001'),(20,1,'a',1e308,3e38,1.00,'\x00'),(0,2,'b',1e308,3e38,2,'\x0200'),(NULL,2,NULL,NULL,NULL,NULL,NULL);
CREATE SEQUENCE s2;
SELECT 1.0 UNION SELECT 1.00;
> 1.0
SELECT 1.0 UNION SELECT 1.00 UNION SELECT 1;
> 1.0
SELECT 1.0, 'a' UNION SELECT 1.00, 'a' UNION ALL SELECT 1, 'a';
> 1.0|a
> 1|a
SELECT n FROM o UNION SELECT 1.000 ORDER BY 1;
> 1.0
> 2
> ∅
VALUES (1.0), (2) UNION VALUES (1.00), (2.0);
> 1.0
> 2
SELECT DISTINCT * FROM (VALUES (1.0, 2), (1.00, 2)) t(a, b);
> 1.0|2
SELECT 'a' UNION SELECT 'a';
> a
SELECT interval '1 day' UNION SELECT interval '24 hours';
> 1 day
SELECT '{"a":1.0}'::jsonb UNION SELECT '{"a":1.00}'::jsonb;
> {"a": 1.0}
SELECT NULL UNION SELECT NULL;
> ∅
SELECT 1.0 WHERE 1.0 IN (SELECT 1.00 UNION SELECT 2);
> 1.0
SELECT count(*) FROM (SELECT 1.0 UNION SELECT 1.00) q;
> 1
SELECT x, count(*) FROM (SELECT 1.0 AS x UNION ALL SELECT 1.00) q GROUP BY x;
> 1.0|2
SELECT count(DISTINCT x), sum(DISTINCT x), array_agg(DISTINCT x) FROM (VALUES (1.0),(1.00)) t(x);
> 1|1.0|{1.0}
SELECT 1e0::float8 UNION SELECT 1.0::float8 UNION SELECT 0::float8 ORDER BY 1;
> 0
> 1
