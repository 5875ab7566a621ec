-- FILTER with arguments that may fail, DISTINCT in its own order, sums beyond their range, ORDER BY in correlated aggregates.
CREATE TABLE o(k int, g int, t text, d float8, r real, n numeric, b bytea);
INSERT INTO o VALUES (1,1,'b',1,1,1.0,'\x0001'),(20,1,'a',1e308,3e38,1.00,'\x00'),(0,2,'b',1e308,3e38,2,'\x0200'),(NULL,2,NULL,NULL,NULL,NULL,NULL);
CREATE SEQUENCE s2;
SELECT array_agg(DISTINCT k ORDER BY k) FILTER (WHERE k > 10) FROM o;
> {20}
SELECT g, array_agg(DISTINCT k ORDER BY k) FILTER (WHERE k > 10) FROM o GROUP BY g ORDER BY g;
> 1|{20}
> 2|∅
SELECT g, array_agg(DISTINCT k ORDER BY k DESC) FILTER (WHERE g = 2), count(DISTINCT k) FILTER (WHERE g = 1) FROM o GROUP BY g ORDER BY g;
> 1|∅|2
> 2|{NULL,0}|0
SELECT jsonb_agg(DISTINCT k) FILTER (WHERE k > 0), jsonb_agg(DISTINCT t), array_agg(DISTINCT t), string_agg(DISTINCT t, ','), array_agg(DISTINCT g) FROM o;
> [1, 20]|["a", "b", null]|{a,b,NULL}|a,b|{1,2}
SELECT string_agg(DISTINCT t, ',' ORDER BY t DESC), string_agg(DISTINCT k::text, '-') FILTER (WHERE g = 1) FROM o;
> b,a|1-20
SELECT jsonb_agg(DISTINCT t ORDER BY t DESC), json_agg(DISTINCT k ORDER BY k) FROM o;
> [null, "b", "a"]|[0, 1, 20, null]
SELECT jsonb_agg(DISTINCT n), jsonb_agg(DISTINCT k > 0), jsonb_agg(DISTINCT '2020-01-01'::date + g) FROM o;
> [1.0, 2, null]|[false, true, null]|["2020-01-02", "2020-01-03"]
SELECT string_agg((10/k)::text, ',') FILTER (WHERE k<>0) FROM o;
> 10,0
SELECT array_agg(10/k) FILTER (WHERE k<>0), jsonb_agg(10/k) FILTER (WHERE k<>0), array_agg(10/k ORDER BY k DESC) FILTER (WHERE k<>0) FROM o;
> {10,0}|[10, 0]|{0,10}
SELECT g, array_agg(10/k ORDER BY k) FILTER (WHERE k<>0), sum(10/k) FILTER (WHERE k<>0), max(10/k) FILTER (WHERE k <> 0), bool_and(10/k > 1) FILTER (WHERE k <> 0), avg(10/k) FILTER (WHERE k <> 0), count(10/k) FILTER (WHERE k <> 0) FROM o GROUP BY g ORDER BY g;
> 1|{10,0}|10|10|f|5.0000000000000000|2
> 2|∅|∅|∅|∅|∅|0
SELECT g, array_agg(10/x) FILTER (WHERE x<>0), sum(10/x) FILTER (WHERE x<>0), string_agg((10/x)::text, ',') FILTER (WHERE x<>0), jsonb_agg(10/x) FILTER (WHERE x<>0), max((x || '0')::int) FILTER (WHERE x <> 0) FROM (VALUES (1,0),(1,5),(2,0)) t(g,x) GROUP BY g ORDER BY g;
> 1|{2}|2|2|[2]|50
> 2|∅|∅|∅|∅|∅
SELECT array_agg(x::int) FILTER (WHERE x ~ '^[0-9]+$'), max(x::date) FILTER (WHERE x LIKE '20%') FROM (VALUES ('a'),('7'),('2020-01-01')) t(x);
> {7}|2020-01-01
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY 10/x) FILTER (WHERE x <> 0), mode() WITHIN GROUP (ORDER BY 10/x) FILTER (WHERE x <> 0) FROM (VALUES (0),(5)) t(x);
> 2|2
SELECT sum(d) FROM o;
> ERROR 22003
SELECT sum(r) FROM o;
> ERROR 22003
SELECT avg(d) FROM o;
> ERROR 22003
SELECT avg(r) FROM o;
> 2.0000000036651706e+38
SELECT k, (sum(r) OVER (PARTITION BY k))::text, sum(d) OVER (PARTITION BY k), avg(d) OVER (PARTITION BY k) FROM o ORDER BY k;
> 0|3e+38|1e+308|1e+308
> 1|1|1|1
> 20|3e+38|1e+308|1e+308
> ∅|∅|∅|∅
SELECT k, sum(d) OVER (ORDER BY k) FROM o ORDER BY k;
> ERROR 22003
SELECT k, sum(d) OVER (ORDER BY k ROWS BETWEEN CURRENT ROW AND CURRENT ROW) FROM o ORDER BY k;
> 0|1e+308
> 1|1
> 20|1e+308
> ∅|∅
SELECT sum(x) FROM (VALUES ('Infinity'::float8),(1)) t(x);
> Infinity
SELECT sum(x), avg(x) FROM (VALUES ('NaN'::float8),(1)) t(x);
> NaN|NaN
SELECT stddev(d) FROM o;
> ERROR 22003
SELECT sum(DISTINCT d) FROM o;
> 1e+308
SELECT sum(-d) FROM o;
> ERROR 22003
SELECT sum(r * 10) FROM o WHERE k = 20;
> 3.000000005497756e+39
SELECT (SELECT sum(i.d) FROM o i WHERE i.g = o.g AND i.k = 0) FROM o;
> 1e+308
> 1e+308
> ∅
> ∅
SELECT g, (SELECT string_agg(DISTINCT CAST(k AS VARCHAR), ',' ORDER BY CAST(k AS VARCHAR)) FROM o i WHERE i.g = o.g) FROM o;
> 1|1,20
> 1|1,20
> 2|0
> 2|0
SELECT g, (SELECT array_agg(k ORDER BY d DESC, k) FROM o i WHERE i.g = o.g) FROM o;
> 1|{20,1}
> 1|{20,1}
> 2|{NULL,0}
> 2|{NULL,0}
SELECT g, (SELECT count(*) FILTER (WHERE k > 1) FROM o i WHERE i.g = o.g), (SELECT string_agg(t, ',' ORDER BY k DESC) FROM o i WHERE i.g = o.g) FROM o;
> 1|1|a,b
> 1|1|a,b
> 2|0|b
> 2|0|b
SELECT q.g, x.a FROM (SELECT DISTINCT g FROM o) q, LATERAL (SELECT jsonb_agg(k ORDER BY k) a FROM o i WHERE i.g = q.g) x ORDER BY 1;
> 1|[1, 20]
> 2|[0, null]
SELECT array_agg(10/x) FILTER (WHERE x<>0), sum(10/x) FILTER (WHERE x<>0), string_agg((10/x)::text, ',') FILTER (WHERE x<>0), jsonb_agg(10/x) FILTER (WHERE x<>0), max(10.0/x) FILTER (WHERE x<>0), min(10/x::float8) FILTER (WHERE x<>0), jsonb_object_agg(x, 10/x) FILTER (WHERE x<>0) FROM (VALUES (0),(5)) t(x);
> {2}|2|2|[2]|2.0000000000000000|2|{"5": 2}
SELECT sum(d) FILTER (WHERE g = 1), (sum(r) FILTER (WHERE k = 0))::text, sum(d) FILTER (WHERE k = 99) FROM o;
> 1e+308|3e+38|∅
SELECT g, sum(d), sum(r)::text FROM o GROUP BY g ORDER BY g;
> 1|1e+308|3e+38
> 2|1e+308|3e+38
