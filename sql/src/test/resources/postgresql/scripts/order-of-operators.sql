-- || and the other operators that are no arithmetic bind less than + and *, and all alike from the left.
CREATE TABLE t (a TEXT, n INT, j JSONB, l INT[]);
INSERT INTO t VALUES ('x', 3, '{"a": "q", "b": [1, 2]}', '{1,2}');
SELECT 'a' || 1 + 2;
> a3
SELECT 1 + 2 || 'a';
> 3a
SELECT 2 * 3 || 'a' || 4 - 1;
> 6a3
SELECT a || n + 1 FROM t;
> x4
SELECT n - 1 || a || n * 2 FROM t;
> 2x6
SELECT a || n + 1 = 'x4' FROM t;
> t
SELECT a || n * 2 IN ('x6', 'y') FROM t;
> t
SELECT a || n + 1 LIKE 'x_' FROM t;
> t
SELECT a || n + 1 BETWEEN 'x3' AND 'x' || 2 + 3 FROM t;
> t
SELECT 'a' || -n FROM t;
> a-3
SELECT 'a' || - n + 5 FROM t;
> a2
SELECT 7 % 4 || 'x';
> 3x
SELECT 'x' || 2 ^ 3;
> x8
SELECT 'x' || 7 / 2 || 'y';
> x3y
SELECT j -> 'a' || '"b"' FROM t;
> ["q", "b"]
SELECT j ->> 'a' || 'b' FROM t;
> qb
SELECT j ->> 'a' || n + 1 FROM t;
> q4
SELECT j -> 'b' ->> n - 2 FROM t;
> 2
SELECT j -> 'b' -> 1 - 1 FROM t;
> 1
SELECT j #>> '{b,0}' || 2 * 2 FROM t;
> 14
SELECT l || n + 1 FROM t;
> {1,2,4}
SELECT n + 1 || l FROM t;
> {4,1,2}
SELECT l || 5 @> ARRAY[5] FROM t;
> t
SELECT l @> ARRAY[n - 2] FROM t;
> t
SELECT 'd' || DATE '2024-01-31' + 1;
> d2024-02-01
SELECT 'd' || TIMESTAMP '2024-01-31 00:00:00' + INTERVAL '1 day' || 'e';
> d2024-02-01 00:00:00e
SELECT a || CASE WHEN n > 2 THEN 1 ELSE 2 END + 1 FROM t;
> x2
SELECT a || (SELECT 1) + 1 FROM t;
> x2
SELECT max(a || n + 1) OVER () FROM t;
> x4
SELECT a || count(*) + 1 FROM t GROUP BY a;
> x2
SELECT a FROM t WHERE a || n + 1 = 'x4' ORDER BY a || n + 1;
> x
SELECT 'a' || 1 + 2 || 'b' || 3 + 4 AS s, 5 - 1 || 'c' s2;
> a3b7|4c
SELECT NOT a || n + 1 = 'x4' FROM t;
> f
SELECT a || n + 1 IS NULL, a || NULL::text || n + 1 IS NULL FROM t;
> f|t
SELECT 'a' || 1::text || 2 + 3::int;
> a15
SELECT 'a' || n::text || l[1] + l[2] FROM t;
> a33
UPDATE t SET a = a || n + 1 || 'z' RETURNING a || n + 2;
> x4z5
INSERT INTO t VALUES ('i' || 1 + 1) RETURNING 'r' || 1 + 1;
> r2
DROP TABLE t;
