-- Parameters whose types are told by what stands beside them, or by their values.
CREATE TABLE v1 (id INT PRIMARY KEY, title VARCHAR(40), n INT, price DECIMAL(10, 2), ts TIMESTAMP, d DATE, code VARCHAR(5) UNIQUE);
> done
INSERT INTO v1 VALUES (1, 'One', 5, 2.50, TIMESTAMP '2026-03-04 10:00:00', DATE '2026-03-04', 'a'), (2, 'Two', 6, 3.50, TIMESTAMP '2026-03-05 10:00:00', DATE '2026-03-05', 'b'), (3, NULL, NULL, NULL, NULL, NULL, NULL);
> 3 rows
@ 5
SELECT ?;
> 5
@ 'x'
SELECT ?;
> x
@ 2.5
SELECT ?;
> 2.5
@ 2.5, 3, 'a', date 2026-03-04, true, null
SELECT ?, ?, ?, ?, ?, ?;
> 2.5 | 3 | a | 2026-03-04 | true | null
@ 'ONE'
SELECT id FROM v1 WHERE lower(title) = lower(?);
> 1
@ 'abc'
SELECT upper(?);
> ABC
@ 'n'
SELECT id FROM v1 WHERE title LIKE '%' || ? || '%';
> 1
@ '!'
SELECT title || ? FROM v1 ORDER BY id;
> One!
> Two!
> null
@ 'a much longer text than the column could hold, so nothing may be cut off'
SELECT title || ? FROM v1 WHERE id = 1;
> Onea much longer text than the column could hold, so nothing may be cut off
@ 'none'
SELECT COALESCE(?, title) FROM v1 WHERE id = 1;
> none
@ null
SELECT COALESCE(?, title) FROM v1 WHERE id = 1;
> One
@ 'none'
SELECT COALESCE(title, ?) FROM v1 ORDER BY id;
> One
> Two
> none
@ 5
SELECT NULLIF(?, 5);
> null
@ 6
SELECT NULLIF(?, 5);
> 6
@ 9
SELECT id, GREATEST(n, ?) FROM v1 WHERE id < 3 ORDER BY id;
> 1 | 9
> 2 | 9
@ 5, 'five', 'other'
SELECT CASE WHEN n = ? THEN ? ELSE ? END FROM v1 ORDER BY id;
> five
> other
> other
@ 5, 10, 20
SELECT CASE WHEN n = ? THEN ? ELSE ? END FROM v1 ORDER BY id;
> 10
> 20
> 20
@ 1, 'first', 2, 'second'
SELECT CASE id WHEN ? THEN ? WHEN ? THEN ? ELSE 'more' END FROM v1 ORDER BY id;
> first
> second
> more
@ 1, 2
SELECT substring(title, ?, ?) FROM v1 ORDER BY id;
> On
> Tw
> null
@ 100
INSERT INTO v1 (id, title, n) SELECT id + ?, title, n FROM v1 WHERE id = 1;
> 1 rows
@ 7
INSERT INTO v1 (n, id) SELECT ?, id + 200 FROM v1 WHERE id = 1;
> 1 rows
@ 'copied'
INSERT INTO v1 (id, title) SELECT id + 300, ? FROM v1 WHERE id = 1;
> 1 rows
SELECT id, title, n FROM v1 WHERE id > 100 ORDER BY id;
> 101 | One | 5
> 201 | null | 7
> 301 | copied | null
@ 1, 'x'
(VALUES (?, ?));
> 1 | x
@ 1, 'x', 2
SELECT a + 1, b FROM (VALUES (?, ?), (?, 'y')) AS t (a, b) ORDER BY a;
> 2 | x
> 3 | y
@ 5
SELECT -?;
> -5
@ 5
SELECT id FROM v1 WHERE n = -(-?) ORDER BY id;
> 1
> 101
CREATE SEQUENCE s1 START WITH 7;
> done
@ 's1'
SELECT nextval(?);
> 7
@ 5, 5
SELECT id FROM v1 WHERE ? = ? AND id < 3 ORDER BY id;
> 1
> 2
@ 9, 10
SELECT id FROM v1 WHERE ? < ? AND id < 3 ORDER BY id;
> 1
> 2
@ 1, 6
SELECT id FROM v1 WHERE n + ? > ? AND id < 4 ORDER BY id;
> 2
@ 0.5, 6.2
SELECT id FROM v1 WHERE n + ? > ? AND id < 4 ORDER BY id;
> 2
@ 5.5
SELECT id FROM v1 WHERE n > ? AND id < 4;
> 2
@ 5000000000L
SELECT id FROM v1 WHERE n < ? AND id < 4 ORDER BY id;
> 1
> 2
@ 5000000000L
SELECT id FROM v1 WHERE id = ?;
> no rows
@ timestamp 2026-03-06T09:00:00
SELECT id FROM v1 WHERE ts > ? - INTERVAL '1' DAY;
> 2
@ 1, 'One', 2, 'no'
SELECT id FROM v1 WHERE (id, title) IN ((?, ?), (?, ?));
> 1
@ 5
SELECT id FROM v1 WHERE ? IN (n, id);
> 1
> 101
@ 5
SELECT id FROM v1 WHERE n IN (SELECT ? UNION SELECT id FROM v1 WHERE id > 400) AND id < 3;
> 1
@ 5, 6
SELECT id FROM v1 WHERE n BETWEEN ? AND ? AND id < 4 ORDER BY id;
> 1
> 2
@ 1.5
SELECT id, n * ? FROM v1 WHERE id = 1;
> 1 | 7.5
@ 1.5
UPDATE v1 SET n = n * ? WHERE id = 2;
> 1 rows
SELECT n FROM v1 WHERE id = 2;
> 9
@ 2
SELECT id FROM v1 ORDER BY id LIMIT ?;
> 1
> 2
@ 'a', 'b'
SELECT CONCAT(?, title, ?) FROM v1 WHERE id = 1;
> aOneb
@ -3
SELECT ABS(?);
> 3
@ 2.567, 1
SELECT ROUND(?, ?);
> 2.6
@ 'b'
SELECT id FROM v1 WHERE POSITION(? IN 'abc') = id;
> 2
@ 5, 'yes'
SELECT id FROM v1 WHERE CASE WHEN n = ? THEN 'yes' ELSE 'no' END = ? ORDER BY id;
> 1
> 101
@ 1
SELECT ? AS one UNION ALL SELECT 2;
> 1
> 2
@ 3, 'k'
SELECT COUNT(*) FROM v1 WHERE (? IS NULL OR n = 5) AND (title LIKE ? OR id = 1);
> 1
@ 1, 'One'
SELECT id FROM v1 WHERE id = ? AND (title = ?) IS TRUE;
> 1
@ 'x'
SELECT MAX(COALESCE(title, ?)) FROM v1;
> x
@ 2, 3
SELECT id FROM v1 WHERE id = ? + ?;
> no rows
-- Upserts with parameters on both sides.
@ 1, 'new', 'changed'
INSERT INTO v1 (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = ?;
> 1 rows
@ 50, 'new', 'changed'
INSERT INTO v1 (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = ?;
> 1 rows
SELECT id, title FROM v1 WHERE id IN (1, 50) ORDER BY id;
> 1 | changed
> 50 | new
@ 1, 9, 2
INSERT INTO v1 (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = v1.n + EXCLUDED.n + ?;
> 1 rows
@ 1, 9, 100, 16
INSERT INTO v1 (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = ? WHERE v1.n = ?;
> 1 rows
@ 1, 9, 200, 16
INSERT INTO v1 (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = ? WHERE v1.n = ?;
> 0 rows
SELECT n FROM v1 WHERE id = 1;
> 100
@ 1, 'z', 'o', 'p'
INSERT INTO v1 (id, title) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET title = lower(?) || EXCLUDED.title || ?;
> 1 rows
SELECT title FROM v1 WHERE id = 1;
> ozp
@ 1
INSERT INTO v1 (id, n) VALUES (?, 5) ON CONFLICT (id) DO UPDATE SET n = EXCLUDED.n;
> 1 rows
@ 60, 'a', 61
INSERT INTO v1 (id, code) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET n = ?;
> 1 rows
SELECT id, n FROM v1 WHERE code = 'a';
> 1 | 61
@ '2026-03-07', 100
INSERT INTO v1 (id, d) SELECT 400, ? FROM v1 WHERE id = 2 AND ? = 100;
> 1 rows
SELECT d FROM v1 WHERE id = 400;
> 2026-03-07
@ 5, 6
SELECT n FROM v1 WHERE n = ANY (SELECT ?) OR EXISTS (SELECT 1 FROM v1 x WHERE x.n = v1.n AND x.id = ?) ORDER BY n;
> 5
@ '2026-03-05'
SELECT id FROM v1 WHERE d >= ? ORDER BY id;
> 2
> 400
@ 3, 'a'
SELECT CAST(? AS INT), CAST(? AS VARCHAR(5));
> 3 | a
@ 1, 2
SELECT COUNT(*) FILTER (WHERE n > ?), SUM(n + ?) FROM v1;
> 4 | 90
@ 1
SELECT id, RANK() OVER (ORDER BY n + ?) FROM v1 WHERE id < 3 ORDER BY id;
> 1 | 2
> 2 | 1
@ 5
SELECT n, COUNT(*) FROM v1 GROUP BY n HAVING COUNT(*) > 0 AND n > ? ORDER BY n;
> 7 | 1
> 9 | 1
> 61 | 1
@ 'x', 'y'
SELECT a.id FROM v1 a JOIN v1 b ON a.id = b.id AND COALESCE(a.title, ?) = COALESCE(b.title, ?) WHERE a.id < 3;
> 1
> 2
@ 1, 1, 2
SELECT NOT (n = ?), ? + ? FROM v1 WHERE id = 1;
> true | 3
-- Long lists of values and of rows.
@ 5, 1, 2, 3, 4
SELECT id FROM v1 WHERE n IN (?, ?, ?, ?, ?) ORDER BY id;
> 101
@ 5, 7, 2, 3
SELECT id FROM v1 WHERE n NOT IN (?, ?, ?, ?) AND id < 4 ORDER BY id;
> 1
> 2
@ 5, 7, 2, null
SELECT id FROM v1 WHERE n NOT IN (?, ?, ?, ?);
> no rows
@ null
SELECT id, n IN (5, 1, 2, 3), price IN (2.5, 9, 8, 7), title IN ('Two', 'x', 'y', 'z'), title NOT IN ('Two', 'x', 'y', ?) FROM v1 WHERE id < 4 ORDER BY id;
> 1 | false | true | false | null
> 2 | false | false | true | false
> 3 | null | null | null | null
@ 2, 'Two', 1, 'Two', 3, null, 7, 'x', 8, 'x'
SELECT id FROM v1 WHERE (id, title) IN ((?, ?), (?, ?), (?, ?), (?, ?), (?, ?));
> 2
@ 2, 'Two', 1, 'Two', 3, null, 7, 'x', 8, 'x'
SELECT id FROM v1 WHERE (id, title) NOT IN ((?, ?), (?, ?), (?, ?), (?, ?), (?, ?)) AND id < 4 ORDER BY id;
> 1
@ 5, 1, 2, 3, 'One%'
SELECT id FROM v1 WHERE (n IN (?, ?, ?, ?) OR title LIKE ?) AND NOT (price IN (1, 2, 3, 4)) ORDER BY id;
> no rows
