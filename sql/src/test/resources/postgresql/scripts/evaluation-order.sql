-- AND, OR, CASE and COALESCE stop where they may
CREATE TABLE t (id INT PRIMARY KEY, x INT, s TEXT, b BOOLEAN);
INSERT INTO t VALUES (1, 0, '12', true), (2, 5, 'ab', false), (3, 2, '7', NULL), (4, NULL, NULL, true), (5, 20, '', false);
CREATE TABLE ri (i INT);
INSERT INTO ri VALUES (1), (2), (3);
CREATE TABLE it (k INT, v INT);
INSERT INTO it VALUES (1, 10), (1, 11), (1, 12), (2, 20), (2, 21);

-- WHERE
SELECT id FROM t WHERE x <> 0 AND 10 / x > 1 ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE s ~ '^[0-9]+$' AND s::int > 3 ORDER BY id;
> 1
> 3
SELECT id FROM t WHERE x = 0 OR 10 / x > 1 ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE NOT (x = 0 OR 10 / x <= 1) ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE NOT (x <> 0 AND 10 / x > 1) ORDER BY id;
> 1
> 5
-- differs: PostgreSQL looks at what is cheaper first, not at what is written first
SELECT id FROM t WHERE x NOT IN (0, 11, 12, 13, 14, 15) AND 10 / x > 1 ORDER BY id;
> 2
> 3
-- differs: PostgreSQL looks at what is cheaper first, not at what is written first
SELECT id FROM t WHERE x IN (2, 5, 11, 12, 13, 14) AND 10 / x > 1 ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE x IN (0, 11, 12, 13, 14, 15) OR 10 / x > 1 ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE NOT b AND 10 / (x - 2) > 1 ORDER BY id;
> 2
SELECT id FROM t WHERE NOT b AND x <> 20 AND 10 / (x - 20) < 1 ORDER BY id;
> 2
SELECT id FROM t WHERE x IS NOT NULL AND x <> 0 AND 10 / x > 1 AND 10 % x = 0 ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE x > 0 AND x < 6 AND 10 / x > 1 AND (20 / x) BETWEEN 1 AND 8 ORDER BY id;
> 2
SELECT id FROM t WHERE (x <> 0 AND 10 / x > 1) OR (x = 0 AND id / (x + 1) = 1) ORDER BY id;
> 1
> 2
> 3
SELECT id FROM t WHERE x <> 0 AND (10 / x > 1 OR 10 / x = 0) ORDER BY id;
> 2
> 3
> 5
SELECT id FROM t WHERE (x <> 0 AND 10 / x > 1) IS TRUE ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE (x <> 0 AND 10 / x > 1) IS NOT TRUE ORDER BY id;
> 1
> 4
> 5
SELECT id FROM t WHERE length(s) > 0 AND s ~ '^[0-9]+$' AND CAST(s AS INTEGER) BETWEEN 1 AND 10 ORDER BY id;
> 3
SELECT id FROM t WHERE CASE WHEN x = 0 THEN false ELSE 10 / x > 1 END ORDER BY id;
> 2
> 3
SELECT id FROM t WHERE COALESCE(x, 1 / (id - 4)) > 1 AND id <> 4 ORDER BY id;
> 2
> 3
> 5
SELECT id FROM t WHERE id = 1 AND (x = 0 OR 10 / x > 1);
> 1
SELECT id FROM t WHERE id IN (1, 2, 3) AND x <> 0 AND 10 / x > 1 ORDER BY id;
> 2
> 3

-- select lists
SELECT id, x <> 0 AND 10 / x > 1, x = 0 OR 10 / x > 1 FROM t ORDER BY id;
> 1|f|t
> 2|t|t
> 3|t|t
> 4|∅|∅
> 5|f|f
SELECT id, NOT (x <> 0 AND 10 / x > 1) FROM t ORDER BY id;
> 1|t
> 2|f
> 3|f
> 4|∅
> 5|t
SELECT id, b AND (x = 0 OR 10 / x > 1) FROM t ORDER BY id;
> 1|t
> 2|f
> 3|∅
> 4|∅
> 5|f
SELECT id, (b AND x <> 0) AND 10 / x > 1 FROM t ORDER BY id;
> 1|f
> 2|f
> 3|∅
> 4|∅
> 5|f
SELECT id, b OR x = 0 OR 10 / x > 1 FROM t ORDER BY id;
> 1|t
> 2|t
> 3|t
> 4|t
> 5|f
SELECT id, CASE WHEN x <> 0 THEN 10 / x END FROM t ORDER BY id;
> 1|∅
> 2|2
> 3|5
> 4|∅
> 5|0
SELECT id, CASE x WHEN 0 THEN -1 ELSE 10 / x END FROM t ORDER BY id;
> 1|-1
> 2|2
> 3|5
> 4|∅
> 5|0
SELECT id, COALESCE(CASE WHEN s ~ '^[0-9]+$' THEN s END, '0')::int FROM t ORDER BY id;
> 1|12
> 2|0
> 3|7
> 4|0
> 5|0
SELECT id, COALESCE(NULLIF(x, 0), 1), 10 / NULLIF(x, 0) FROM t ORDER BY id;
> 1|1|∅
> 2|5|2
> 3|2|5
> 4|1|∅
> 5|20|0
SELECT id, CASE WHEN s ~ '^[0-9]+$' AND s::int > 3 THEN s::int * 2 ELSE -1 END FROM t ORDER BY id;
> 1|24
> 2|-1
> 3|14
> 4|-1
> 5|-1
SELECT (x <> 0 AND 10 / x > 1), count(*) FROM t GROUP BY 1 ORDER BY 1;
> f|2
> t|2
> ∅|1
SELECT id FROM t ORDER BY x <> 0 AND 10 / x > 1, id;
> 1
> 5
> 2
> 3
> 4
SELECT bool_or(x <> 0 AND 10 / x > 1), bool_and(x = 0 OR 10 / x >= 0) FROM t;
> t|t
SELECT sum(10 / x) FILTER (WHERE x <> 0) FROM t;
> 7
SELECT sum(s::int) FILTER (WHERE s ~ '^[0-9]+$') AS n, count(*) FROM t;
> 19|5
SELECT b, max(10 / x) FILTER (WHERE x <> 0) FROM t GROUP BY b ORDER BY b;
> f|2
> t|∅
> ∅|5
SELECT count(*) FILTER (WHERE x <> 0 AND 10 / x > 1) FROM t;
> 2

-- subqueries and views around
SELECT id FROM (SELECT id, x FROM t WHERE x <> 0) q WHERE 10 / x > 1 ORDER BY id;
> 2
> 3
SELECT id, q FROM (SELECT id, 10 / x AS q FROM t WHERE x <> 0) z WHERE q > 1 ORDER BY id;
> 2|2
> 3|5
CREATE VIEW nz AS SELECT id, x FROM t WHERE x <> 0;
SELECT id, 10 / x FROM nz WHERE 10 / x > 1 ORDER BY id;
> 2|2
> 3|5
CREATE VIEW digits AS SELECT id, s::int AS n FROM t WHERE s ~ '^[0-9]+$';
SELECT id FROM digits WHERE n > 7 ORDER BY id;
> 1
SELECT d.id FROM digits d JOIN t ON t.id = d.id WHERE n > 7 ORDER BY d.id;
> 1
WITH q AS (SELECT id, x FROM t WHERE x <> 0) SELECT id FROM q WHERE 10 / x > 1 ORDER BY id;
> 2
> 3
SELECT x FROM (SELECT x FROM t WHERE x <> 0 UNION ALL SELECT v FROM it) q WHERE 10 / x > 0 ORDER BY x;
> 2
> 5
> 10
SELECT x FROM (SELECT DISTINCT x FROM t WHERE x <> 0) q WHERE 10 / x > 1 ORDER BY x;
> 2
> 5
SELECT x, n FROM (SELECT x, count(*) AS n FROM t WHERE x <> 0 GROUP BY x) q WHERE 10 / x > 1 ORDER BY x;
> 2|1
> 5|1
SELECT id FROM t WHERE id IN (SELECT id FROM t WHERE x <> 0 AND 10 / x > 1) ORDER BY id;
> 2
> 3
SELECT id FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.id = a.id AND b.x <> 0 AND 10 / b.x > 1) ORDER BY id;
> 2
> 3
SELECT id FROM t a WHERE a.x <> 0 AND EXISTS (SELECT 1 FROM ri WHERE i = 10 / a.x) ORDER BY id;
> 2
SELECT id FROM t a WHERE a.x <> 0 AND (SELECT count(*) FROM ri WHERE i > 10 / a.x) > 1 ORDER BY id;
> 5
SELECT id FROM t a WHERE a.x <> 0 AND 10 / a.x IN (SELECT i FROM ri) ORDER BY id;
> 2

-- HAVING
SELECT x, count(*) FROM t GROUP BY x HAVING x <> 0 AND 10 / x > 1 ORDER BY x;
> 2|1
> 5|1
SELECT b, sum(x) FROM t GROUP BY b HAVING sum(x) <> 0 AND 100 / sum(x) > 3 ORDER BY b;
> f|25
> ∅|2
SELECT b FROM t GROUP BY b HAVING count(x) = 0 OR 10 / count(x) > 4 ORDER BY b;
> f
> t
> ∅

-- ON
SELECT a.id, c.i FROM t a JOIN ri c ON a.x <> 0 AND 10 / a.x = c.i ORDER BY a.id, c.i;
> 2|2
SELECT a.id, c.i FROM t a JOIN ri c ON a.x <> 0 AND c.i < 10 / a.x ORDER BY a.id, c.i;
> 2|1
> 3|1
> 3|2
> 3|3
SELECT a.id, c.i FROM t a LEFT JOIN ri c ON a.x <> 0 AND c.i < 10 / a.x ORDER BY a.id, c.i;
> 1|∅
> 2|1
> 3|1
> 3|2
> 3|3
> 4|∅
> 5|∅
SELECT a.id, c.i FROM ri c RIGHT JOIN t a ON a.x <> 0 AND c.i < 10 / a.x ORDER BY a.id, c.i;
> 1|∅
> 2|1
> 3|1
> 3|2
> 3|3
> 4|∅
> 5|∅
SELECT a.id, c.i FROM t a FULL JOIN ri c ON a.id = c.i AND a.x <> 0 AND 10 / a.x > 1 ORDER BY a.id, c.i;
> 1|∅
> 2|2
> 3|3
> 4|∅
> 5|∅
> ∅|1
SELECT a.id, c.i FROM t a LEFT JOIN ri c ON a.id = c.i AND (a.x = 0 OR 10 / a.x > 1) ORDER BY a.id, c.i;
> 1|1
> 2|2
> 3|3
> 4|∅
> 5|∅
SELECT a.id, c.i FROM t a, ri c WHERE a.x - c.i <> 0 AND 10 / (a.x - c.i) > 1 ORDER BY a.id, c.i;
> 2|1
> 2|2
> 2|3
> 3|1
SELECT a.id, c.id FROM t a JOIN t c ON a.id = c.id WHERE a.s ~ '^[0-9]+$' AND a.s::int > c.x ORDER BY a.id;
> 1|1
> 3|3
SELECT a.id, q.n FROM t a LEFT JOIN LATERAL (SELECT count(*) AS n FROM ri WHERE i < 10 / a.x) q ON true WHERE a.x <> 0 ORDER BY a.id;
> 2|1
> 3|3
> 5|0

UPDATE t SET x = 10 / x WHERE x <> 0 AND 10 / x = 0 RETURNING id, x;
> 5|0
UPDATE t SET x = 20 WHERE id = 5;
DELETE FROM t WHERE x = 20 AND 10 / x > 3;
INSERT INTO it SELECT 9, 10 / x FROM t WHERE x <> 0 AND 10 / x > 1;
SELECT * FROM it WHERE k = 9 ORDER BY v;
> 9|2
> 9|5

-- CHECK, indexes
CREATE TABLE c (a INT CHECK (a = 0 OR 10 / a > 1), b INT, CHECK (b IS NULL OR b = 0 OR a / b < 5));
INSERT INTO c VALUES (0, 0);
INSERT INTO c VALUES (2, 0), (3, NULL), (4, 1);
INSERT INTO c VALUES (20, 1);
> ERROR 23514
INSERT INTO c VALUES (4, 0);
CREATE INDEX nonzero ON t ((10 / x)) WHERE x <> 0;
SELECT id FROM t WHERE x <> 0 AND 10 / x = 5 ORDER BY id;
> 3
INSERT INTO t VALUES (6, 0, 'q', false), (7, 4, '4', true);
SELECT id FROM t WHERE x <> 0 AND 10 / x = 2 ORDER BY id;
> 2
> 7
CREATE INDEX parts ON t (id) WHERE x <> 0 AND 10 / x > 1;
INSERT INTO t VALUES (8, 0, 'q', false), (9, 1, '4', true);
CREATE TABLE g (a INT, q INT GENERATED ALWAYS AS (CASE WHEN a <> 0 THEN 10 / a END) STORED);
INSERT INTO g VALUES (0), (3);
SELECT a, q FROM g ORDER BY a;
> 0|∅
> 3|3
INSERT INTO g VALUES (5) RETURNING a <> 0 AND 10 / a > 1, a = 5 OR 1 / (a - 5) > 0;
> t|t

-- texts that are no numbers, dates, arrays and documents
CREATE TABLE kv (kind TEXT, val TEXT);
INSERT INTO kv VALUES ('int', '42'), ('date', '2024-02-03'), ('json', '{"a": 1}'), ('text', 'x{'), ('bool', 'true');
SELECT val FROM kv WHERE kind = 'int' AND val::int = 42;
> 42
SELECT val FROM kv WHERE kind = 'date' AND val::date > DATE '2024-01-01';
> 2024-02-03
SELECT val FROM kv WHERE kind = 'json' AND val::jsonb ->> 'a' = '1';
> {"a": 1}
SELECT val FROM kv WHERE kind = 'bool' AND val::boolean;
> true
SELECT kind FROM kv WHERE kind <> 'int' OR val::int > 40 ORDER BY kind;
> bool
> date
> int
> json
> text
SELECT kind, CASE kind WHEN 'int' THEN val::int + 1 WHEN 'date' THEN EXTRACT(year FROM val::date)::int END FROM kv ORDER BY kind;
> bool|∅
> date|2024
> int|43
> json|∅
> text|∅
SELECT kind FROM kv WHERE length(val) = 2 AND kind = 'int' AND substr(val, 1, length(val) - 1)::int = 4;
> int
SELECT v FROM it WHERE v < 2000 AND v::smallint > 11 AND sqrt(v - 10) > 1 ORDER BY v;
> 12
> 20
> 21
SELECT v FROM it WHERE v > 10 AND ln(v - 10) > 1 ORDER BY v;
> 20
> 21
