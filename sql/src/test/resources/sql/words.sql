-- Words that Calcite's grammar reserves, and PostgreSQL leaves to names.
CREATE TABLE period (id INT PRIMARY KEY, start INT, range VARCHAR, rows INT, row INT, current BOOLEAN, partition INT, over INT, set INT, minus INT, "interval" INT, method VARCHAR, language VARCHAR, result INT, condition VARCHAR, match INT, open INT, close INT, old INT, new INT, next INT, percent INT, rank INT, values INT, function VARCHAR, parameter VARCHAR, month INT, year INT, uuid VARCHAR, contains VARCHAR, begin INT, call INT, position INT, day INT, value INT, int INT);
> done
CREATE INDEX period_start ON period (start, rows);
> done
INSERT INTO period (id, start, range, rows, row, current, partition, over, set, minus, interval, method, language, result, condition, match, open, close, old, new, next, percent, rank, values, function, parameter, month, year, uuid, contains, begin, call, position, day, value, int) VALUES (1, 2, 'r', 3, 4, TRUE, 5, 6, 7, 8, 9, 'GET', 'en', 10, 'c', 11, 12, 13, 14, 15, 16, 17, 18, 19, 'f', 'p', 20, 21, 'u', 'k', 22, 23, 24, 25, 26, 27);
> 1 rows
INSERT INTO period (month, id, start) VALUES (1, 2, 3);
> 1 rows
SELECT start, range, rows, row, current, partition, over, set, minus, interval, method, language FROM period WHERE id = 1;
> 2 | r | 3 | 4 | true | 5 | 6 | 7 | 8 | 9 | GET | en
SELECT result, condition, match, open, close, old, new, next, percent, rank, values, function, parameter, month, year, uuid, contains FROM period ORDER BY start, rows LIMIT 1;
> 10 | c | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | f | p | 20 | 21 | u | k
SELECT p.start, p.range, p.set, p.values, p.interval, p.uuid, p.int, p.day FROM period p WHERE p.row = 4 AND p.current AND p.start BETWEEN 1 AND 2;
> 2 | r | 7 | 19 | 9 | u | 27 | 25
SELECT start + rows AS row, -minus AS minus, (partition) AS partition, start::int AS int, CAST(start AS INT) AS start FROM period WHERE range = 'r' AND NOT current IS NULL;
> 5 | -8 | 5 | 2 | 2
SELECT start AS end, rows AS limit, row AS order, id AS table FROM period WHERE start = 2;
> 2 | 3 | 4 | 1
SELECT language, COUNT(*), MAX(start) AS max, MIN(rows) FROM period GROUP BY language HAVING COUNT(*) > 0 ORDER BY language;
> en | 1 | 2 | 3
> null | 1 | 3 | null
SELECT SUM(start) OVER (PARTITION BY partition ORDER BY rows ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS over FROM period WHERE current;
> 2
SELECT COUNT(*) OVER (ORDER BY start RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM period ORDER BY start;
> 1
> 2
SELECT CASE WHEN current THEN open ELSE close END, CASE match WHEN 11 THEN old ELSE new END FROM period WHERE id = 1;
> 12 | 14
WITH next AS (SELECT start FROM period), row AS (SELECT start FROM next) SELECT row.start, next.start FROM row JOIN next ON row.start = next.start ORDER BY row.start;
> 2 | 2
> 3 | 3
WITH new AS (SELECT id FROM period WHERE start = 2), monday AS (SELECT id FROM new) SELECT * FROM monday;
> 1
SELECT * FROM (SELECT start, rows FROM period) AS range WHERE range.rows = 3;
> 2 | 3
UPDATE period SET start = start + 1, range = 'x', row = rows, set = 5, values = values + 1 WHERE open = 12 RETURNING start, range, row, set, values;
> 1 rows
> 3 | x | 3 | 5 | 20
INSERT INTO period (id, start) VALUES (1, 4) ON CONFLICT (id) DO UPDATE SET start = EXCLUDED.start, next = period.next + 1 RETURNING start, next;
> 1 rows
> 4 | 17
SELECT EXTRACT(YEAR FROM TIMESTAMP '2026-01-02 03:04:05'), TIMESTAMPADD(DAY, 1, DATE '2026-01-02'), INTERVAL '1' DAY;
> 2026 | 2026-01-03 | 1 day
SELECT id FROM period WHERE (current AND start > 0) IS NOT UNKNOWN AND current IS NOT UNKNOWN ORDER BY id OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY;
> 1
SELECT * FROM (VALUES (1, 2)) AS v (start, rows);
> 1 | 2
DELETE FROM period WHERE partition = 5 RETURNING partition;
> 1 rows
> 5
