-- SET of several columns to one query keeps its groups, its order and its one row.
CREATE TABLE w (id int PRIMARY KEY, k int, v int, s text);
INSERT INTO w VALUES (1, 1, 10, 'a'), (2, 1, 20, 'b'), (3, 2, 30, 'c'), (4, NULL, 40, 'd');
CREATE TABLE x (k int, v int, s text);
INSERT INTO x VALUES (1, 5, 'p'), (1, 6, 'q'), (2, 7, 'r');
UPDATE w SET (k, v) = (SELECT 5, max(x.v) FROM x WHERE x.k = w.k) WHERE id < 3 RETURNING *;
> 1|5|6|a
> 2|5|6|b
UPDATE w SET (v, s) = (SELECT count(*), max(x.s) FROM x WHERE x.k = w.k) RETURNING *;
> 1|5|0|∅
> 2|5|0|∅
> 3|2|1|r
> 4|∅|0|∅
UPDATE w SET (v, s) = (SELECT x.v, x.s FROM x ORDER BY x.v DESC LIMIT 1) WHERE id = 1 RETURNING *;
> 1|5|7|r
UPDATE w SET (v, s) = (SELECT DISTINCT x.k, 'd' FROM x WHERE x.k = 1) WHERE id = 2 RETURNING *;
> 2|5|1|d
UPDATE w SET (v, s) = (SELECT 1, 'u' WHERE false UNION SELECT 2, 'z') WHERE id = 2 RETURNING *;
> 2|5|2|z
UPDATE w SET (v, s) = (SELECT x.v, x.s FROM x WHERE x.k = 1) WHERE id = 2;
> ERROR 21000
UPDATE w SET (v, s) = (SELECT x.v, x.s FROM x WHERE x.k = 99) WHERE id = 2 RETURNING *;
> 2|5|∅|∅
UPDATE w SET (v, s) = (SELECT max(x.v) + w.id, coalesce(w.s, min(x.s)) FROM x), k = 9 WHERE id IN (2, 3) RETURNING *;
> 2|9|9|p
> 3|9|10|r
UPDATE w SET (v, s) = (SELECT w.id, w.s || '!') WHERE id = 3 RETURNING *;
> 3|9|3|r!
UPDATE w SET (v, k) = (SELECT sum(q.v), min(q.id) FROM w q WHERE q.id <= w.id) RETURNING *;
> 1|1|7|r
> 2|1|16|p
> 3|1|19|r!
> 4|1|19|∅
INSERT INTO w VALUES (1, 0, 0, ''), (7, 0, 0, '') ON CONFLICT (id) DO UPDATE SET (k, v) = (SELECT EXCLUDED.id, count(*) FROM x) RETURNING *;
> 1|1|3|r
> 7|0|0|
UPDATE w SET (v, s) = (SELECT 1, 'a', 2) WHERE id = 1;
> ERROR 42601
UPDATE w SET (s, k, v) = (SELECT x.s, count(*), max(x.v) FROM x GROUP BY x.s HAVING x.s = 'q') WHERE id = 1 RETURNING *;
> 1|1|6|q
UPDATE w SET (k, v) = ROW(3, 4) WHERE id = 1 RETURNING *;
> 1|3|4|q
SELECT * FROM w ORDER BY id;
> 1|3|4|q
> 2|1|16|p
> 3|1|19|r!
> 4|1|19|∅
> 7|0|0|
