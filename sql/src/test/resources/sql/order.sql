-- Orders of columns that no key and no index gives.
CREATE TABLE job (id INT PRIMARY KEY, urgency INT, made TIMESTAMP, cost DECIMAL(8,2), name VARCHAR(10), tag UUID, data VARBINARY(4));
> done
INSERT INTO job VALUES (1, 2, '2026-01-01 00:00:00.000002', 10.50, 'b', '80000000-0000-0000-0000-000000000000', x'01'),
 (2, NULL, '2026-01-01 00:00:00.000001', 9.5, 'a', '00000000-0000-0000-0000-000000000001', x'ff'),
 (3, 1, NULL, 10.5, 'B', NULL, NULL), (4, 2, '2025-12-31 23:59:59', NULL, NULL, '7fffffff-0000-0000-0000-000000000000', x'7f00');
> 4 rows
SELECT id FROM job ORDER BY urgency, id DESC;
> 3
> 4
> 1
> 2
SELECT id FROM job ORDER BY urgency DESC LIMIT 1;
> 2
SELECT id, urgency FROM job ORDER BY urgency DESC NULLS LAST;
> 1 | 2
> 4 | 2
> 3 | 1
> 2 | null
SELECT id FROM job ORDER BY urgency NULLS FIRST, made LIMIT 2 OFFSET 1;
> 3
> 4
SELECT id FROM job ORDER BY made;
> 4
> 2
> 1
> 3
SELECT id + 1 FROM job WHERE id <> 4 ORDER BY cost, name;
> 3
> 4
> 2
SELECT id FROM job ORDER BY tag DESC NULLS LAST;
> 1
> 4
> 2
> 3
SELECT id FROM job ORDER BY data OFFSET 2;
> 2
> 3
SELECT id FROM job ORDER BY name LIMIT 0;
> no rows
@ 2, 1
SELECT id FROM job ORDER BY urgency LIMIT ? OFFSET ?;
> 1
> 4
SELECT id FROM job WHERE urgency > 0 ORDER BY urgency DESC, made LIMIT 2 FOR UPDATE;
> 4
> 1
SELECT id FROM job ORDER BY urgency LIMIT 1 FOR UPDATE SKIP LOCKED;
> 3
SELECT id FROM job ORDER BY urgency + 1 LIMIT 1 FOR UPDATE;
> 3
EXPLAIN SELECT id FROM job ORDER BY urgency LIMIT 1;
> query, reads only
>   values [$0]
>     sort by [1], limit
>       job by primary key, whole table
> keys: known from the arguments
