-- UPDATE … FROM, DELETE … USING, MERGE.
CREATE TABLE stock (id INT PRIMARY KEY, name VARCHAR(10), amount INT, seen BOOLEAN DEFAULT FALSE);
> done
CREATE TABLE delivery (nr INT PRIMARY KEY, item INT, amount INT, note VARCHAR(10));
> done
CREATE TABLE bare (a INT, b INT);
> done
INSERT INTO stock (id, name, amount) VALUES (1, 'nail', 10), (2, 'bolt', 0), (3, 'nut', 5);
> 3 rows
INSERT INTO delivery VALUES (1, 1, 7, 'a'), (2, 3, 2, 'b'), (3, 4, 9, NULL);
> 3 rows
-- a change with a join
UPDATE stock SET amount = stock.amount + d.amount, name = 'x' || name FROM delivery AS d WHERE d.item = stock.id;
> 2 rows
SELECT * FROM stock;
> 1 | xnail | 17 | false
> 2 | bolt | 0 | false
> 3 | xnut | 7 | false
@ 100, 'b', 50
UPDATE stock AS s SET amount = s.amount + ? FROM (SELECT item FROM delivery WHERE note = ?) AS d WHERE d.item = s.id AND s.amount < ? RETURNING s.id, s.amount;
> 1 rows
> 3 | 107
UPDATE stock SET seen = TRUE FROM delivery d JOIN stock o ON o.id = d.item WHERE stock.id = o.id - 1 RETURNING stock.id, stock.seen;
> 1 rows
> 2 | true
UPDATE stock SET name = v.n FROM (VALUES (1, 'pin'), (2, 'cog')) AS v(id, n) WHERE v.id = stock.id;
> 2 rows
SELECT id, name FROM stock;
> 1 | pin
> 2 | cog
> 3 | xnut
-- several partners: one of them is taken, and the row counts once
UPDATE stock SET amount = 0 FROM delivery WHERE stock.id = 1;
> 1 rows
UPDATE stock SET id = stock.id + 10 FROM delivery WHERE delivery.item = stock.id;
> 2 rows
SELECT id, amount FROM stock;
> 2 | 0
> 11 | 0
> 13 | 107
UPDATE stock SET amount = 1 FROM delivery d WHERE d.item = stock.id RETURNING *;
> 0 rows
UPDATE stock SET amount = 1 FROM delivery d WHERE d.item = stock.id ORDER BY 1;
> error 42000 Behind FROM or USING come tables and WHERE, and nothing else.
UPDATE stock SET amount = 1 FROM stock WHERE stock.id = 1;
> error 42712 Duplicate relation name 'stock' in FROM clause (line 1, column 34).
UPDATE stock SET amount = CASE WHEN name IS DISTINCT FROM 'pin' THEN 3 ELSE 4 END WHERE id = 2;
> 1 rows
UPDATE bare SET a = d.amount FROM delivery d WHERE d.nr = bare.b;
> 0 rows
EXPLAIN UPDATE stock SET amount = d.amount FROM delivery d WHERE d.item = stock.id AND d.nr = 3;
> change of rows, writes
>   values [$0, $3]
>     values [$3, $0, $1, $2]
>       for each row of the first, look up the second, inner
>         delivery by primary key nr = 3
>         stock by primary key id = $4
> keys: found by a trial run on a snapshot
DELETE FROM stock USING delivery d WHERE d.item = stock.id - 10 AND d.note = 'a' RETURNING stock.id;
> 1 rows
> 11
@ 'b'
DELETE FROM stock AS s USING delivery d JOIN delivery e USING (nr) WHERE d.item = s.id - 10 AND e.note = ?;
> 1 rows
SELECT id, name, amount FROM stock;
> 2 | cog | 3
DELETE FROM stock USING nothing WHERE nothing.id = stock.id;
> error 42P01 There is no table "nothing" (line 1, column 25).
-- MERGE
MERGE INTO stock AS s USING delivery d ON s.id = d.item WHEN MATCHED THEN UPDATE SET amount = s.amount + d.amount WHEN NOT MATCHED THEN INSERT (id, name, amount) VALUES (d.item, COALESCE(d.note, '?'), d.amount);
> 3 rows
SELECT * FROM stock;
> 1 | a | 7 | false
> 2 | cog | 3 | true
> 3 | b | 2 | false
> 4 | ? | 9 | false
MERGE INTO stock s USING delivery d ON s.id = d.item WHEN MATCHED AND d.note = 'a' THEN DELETE WHEN MATCHED AND d.note IS NULL THEN DO NOTHING WHEN MATCHED THEN UPDATE SET name = CASE WHEN s.amount > 1 THEN 'many' ELSE 'few' END, seen = NULL RETURNING s.id, s.name;
> 2 rows
> 1 | a
> 3 | many
SELECT * FROM stock;
> 2 | cog | 3 | true
> 3 | many | 2 | null
> 4 | ? | 9 | false
@ 2, 'wheel', 6, 'key', 8
MERGE INTO stock USING (VALUES (?, ?), (?, ?)) AS v(id, name) ON stock.id = v.id WHEN MATCHED THEN UPDATE SET name = v.name, amount = ? WHEN NOT MATCHED THEN INSERT (id, name) VALUES (v.id, v.name);
> 2 rows
@ 7, 'axe', 1, 2
MERGE INTO "stock" "t" USING (SELECT CAST(? AS INT) AS id, CAST(? AS VARCHAR) AS name) AS s ON ("t"."id" = s.id AND 0 < ?) WHEN NOT MATCHED AND s.id > ? THEN INSERT (id, name) VALUES (s.id, UPPER(s.name));
> 1 rows
SELECT id, name, amount FROM stock;
> 2 | wheel | 8
> 3 | many | 2
> 4 | ? | 9
> 6 | key | null
> 7 | AXE | null
-- a key may be changed
MERGE INTO stock s USING (SELECT 7 AS id) v ON s.id = v.id WHEN MATCHED THEN UPDATE SET id = s.id + 1;
> 1 rows
MERGE INTO stock s USING (SELECT 8 AS id) v ON s.id = v.id WHEN MATCHED THEN UPDATE SET id = 6;
> error 23505 Constraint "stock_pkey" of table "stock": there is already (id) = (6).
MERGE INTO stock s USING (VALUES (8), (8)) v(id) ON s.id = v.id WHEN MATCHED THEN UPDATE SET amount = 1;
> error 21000 MERGE would change the row with key (8) of table "stock" twice: several rows of the source match it.
MERGE INTO stock s USING (VALUES (20), (20)) v(id) ON s.id = v.id WHEN NOT MATCHED THEN INSERT (id) VALUES (v.id);
> error 23505 Constraint "stock_pkey" of table "stock": there is already a row with key (20).
MERGE INTO stock s USING (VALUES (20)) v(id) ON s.id = v.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id);
> error 42000 WHEN NOT MATCHED looks at columns of "stock", but there is no row of it.
MERGE INTO stock s USING (VALUES (20)) v(id) ON s.id = v.id WHEN NOT MATCHED THEN INSERT (id) VALUES ((SELECT 5));
> 1 rows
MERGE INTO stock s USING (VALUES (8)) v(id) ON s.id = v.id WHEN MATCHED THEN UPDATE SET amount = 1 WHERE s.id = 8;
> error 42000 An UPDATE of MERGE has no WHERE; write WHEN MATCHED AND.
MERGE INTO stock s USING (VALUES (8)) v(id) ON s.id = v.id WHEN MATCHED THEN INSERT (id) VALUES (1);
> error 42601 Syntax error at line 1, column 78: "INSERT" is not expected here; expected: UPDATE, DELETE or DO NOTHING.
MERGE INTO stock s USING (VALUES (8)) v(id) ON s.id = v.id WHEN NOT MATCHED BY SOURCE THEN DELETE;
> error 0A000 WHEN NOT MATCHED BY SOURCE is not supported.
MERGE INTO stock s USING (VALUES (8)) v(id) WHEN MATCHED THEN DELETE;
> error 42601 Syntax error at line 1, column 45: "WHEN" is not expected here; expected: ON and a condition.
MERGE INTO stock s USING (VALUES (8)) v(id) ON s.id = v.id;
> error 42601 Syntax error at line 1, column 59: ";" is not expected here; expected: WHEN MATCHED or WHEN NOT MATCHED.
MERGE INTO bare s USING (VALUES (8)) v(id) ON s.a = v.id WHEN MATCHED THEN DELETE;
> 0 rows
EXPLAIN MERGE INTO stock s USING delivery d ON s.id = d.item WHEN MATCHED THEN DELETE;
> change of rows, writes
>   for each row of the first, look up the second, left
>     delivery by primary key, whole table
>     stock by primary key id = $4
> keys: found by a trial run on a snapshot
SELECT id, name, amount FROM stock;
> 2 | wheel | 8
> 3 | many | 2
> 4 | ? | 9
> 5 | null | null
> 6 | key | null
> 8 | AXE | null
