-- What stands before the colons of a cast.
SELECT CASE WHEN true THEN 1 END::text;
> 1
SELECT CASE WHEN CASE WHEN true THEN false END THEN 1 ELSE 2 END::numeric(4, 2);
> 2.00
SELECT count(*) OVER ()::int FROM (VALUES (1)) t(a);
> 1
SELECT sum(a) FILTER (WHERE a > 1)::int FROM (VALUES (1), (2)) t(a);
> 2
SELECT sum(a) FILTER (WHERE a > 1) OVER (ORDER BY a)::text FROM (VALUES (1), (2)) t(a);
> ∅
> 2
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY a)::text FROM (VALUES (1)) t(a);
> 1
SELECT DISTINCT (a)::text FROM (VALUES (1)) t(a);
> 1
SELECT 1 BETWEEN (0)::int AND (2)::int;
> t
SELECT 'a' LIKE ('a')::text;
> t
SELECT 1 IS DISTINCT FROM (2)::int;
> t
SELECT substring('abc' FROM (2)::int FOR (1)::int);
> b
SELECT string_agg(a, ',' ORDER BY (a)::text) FROM (VALUES ('x')) t(a);
> x
SELECT CASE (1)::int WHEN (1)::int THEN (2)::int ELSE (3)::int END;
> 2
SELECT max(a) FROM (VALUES (1)) t(a) HAVING (max(a))::text = '1';
> 1
SELECT (SELECT 1)::text, upper('a')::varchar(1), ('1' || '2')::int;
> 1|A|12
