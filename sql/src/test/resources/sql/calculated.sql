-- Columns that are calculated from others, and comments.
CREATE TABLE item (id INT PRIMARY KEY, price DECIMAL(9, 2), amount INT DEFAULT 1, total DECIMAL(11, 2) GENERATED ALWAYS AS (price * amount) STORED, label VARCHAR(20) NOT NULL GENERATED ALWAYS AS ('#' || CAST(id AS VARCHAR)) STORED UNIQUE);
> done
INSERT INTO item (id, price, amount) VALUES (1, 2.50, 4), (2, 1.25, DEFAULT), (3, NULL, 2);
> 3 rows
INSERT INTO item VALUES (4, 1, 1, DEFAULT, DEFAULT) RETURNING *;
> 1 rows
> 4 | 1.00 | 1 | 1.00 | #4
SELECT * FROM item ORDER BY id;
> 1 | 2.50 | 4 | 10.00 | #1
> 2 | 1.25 | 1 | 1.25 | #2
> 3 | null | 2 | null | #3
> 4 | 1.00 | 1 | 1.00 | #4
SELECT id FROM item WHERE label = '#2';
> 2
INSERT INTO item (id, total) VALUES (5, 1);
> error 428C9 Column "total" is GENERATED ALWAYS; leave it out or write DEFAULT.
INSERT INTO item VALUES (5, 1, 1, 1);
> error 428C9 Column "total" is GENERATED ALWAYS; leave it out or write DEFAULT.
UPDATE item SET amount = amount + 1 WHERE id = 1 RETURNING total;
> 1 rows
> 12.50
@ 10, 2
UPDATE item SET price = ? WHERE id = ?;
> 1 rows
UPDATE item SET total = DEFAULT WHERE id = 3;
> 1 rows
UPDATE item SET total = 1 WHERE id = 3;
> error 428C9 Column "total" is calculated; it can only be set to DEFAULT.
@ 7, 3
UPDATE item SET total = ? WHERE id = ?;
> error 428C9 Column "total" is calculated; it can only be set to DEFAULT.
UPDATE item SET id = id + 10 WHERE id < 3;
> 2 rows
INSERT INTO item (id, price) VALUES (4, 9) ON CONFLICT (id) DO UPDATE SET price = EXCLUDED.price;
> 1 rows
SELECT id, total, label FROM item ORDER BY id;
> 3 | null | #3
> 4 | 9.00 | #4
> 11 | 12.50 | #11
> 12 | 10.00 | #12
SELECT id FROM item WHERE label = '#12';
> 12
SELECT id FROM item WHERE label = '#2';
> no rows
CREATE INDEX by_total ON item (total);
> done
SELECT id FROM item WHERE total = 9;
> 4
DELETE FROM item WHERE label = '#12';
> 1 rows
INSERT INTO item (id, price, amount) VALUES (6, 9999999.99, 2000000000);
> error 22003 19999999980000000.00 is out of range for column "total" of type DECIMAL(11, 2).
ALTER TABLE item DROP COLUMN price;
> error 2BP01 Column "total" is calculated from column "price"; drop it first.
ALTER TABLE item RENAME COLUMN amount TO pieces;
> error 2BP01 Column "total" is calculated from column "amount"; drop it first.
ALTER TABLE item ALTER COLUMN total SET DEFAULT 1;
> error 42000 Column "total" is calculated; it has no DEFAULT.
ALTER TABLE item DROP COLUMN total;
> done
ALTER TABLE item DROP COLUMN price;
> done
SELECT * FROM item ORDER BY id;
> 3 | 2 | #3
> 4 | 1 | #4
> 11 | 5 | #11
ALTER TABLE item ADD COLUMN twice INT GENERATED ALWAYS AS (amount * 2) STORED;
> done
ALTER TABLE item DROP COLUMN twice;
> done
CREATE TABLE bad (a INT, b INT GENERATED ALWAYS AS (c) STORED);
> error 42703 There is no column "c" here (line 1, column 1).
CREATE TABLE bad (a INT, b INT GENERATED ALWAYS AS (a) STORED, c INT GENERATED ALWAYS AS (b) STORED);
> error 42P17 Column "c" cannot be calculated from column "b", which is calculated itself.
CREATE TABLE bad (a INT GENERATED ALWAYS AS (1) STORED PRIMARY KEY);
> error 42000 Column "a" is calculated, and cannot be in the primary key.
CREATE TABLE bad (a INT, b DOUBLE GENERATED ALWAYS AS (RANDOM()) STORED);
> error 42P17 Column "b" cannot be calculated from time, randomness or sequences.
CREATE TABLE bad (a INT, b TIMESTAMP GENERATED ALWAYS AS (NOW()) STORED);
> error 42P17 Column "b" cannot be calculated from time, randomness or sequences.
CREATE TABLE bad (a INT, b BIGINT GENERATED ALWAYS AS ((SELECT COUNT(*) FROM item)) STORED);
> error 42P01 There is no table "item" (line 1, column 23).
CREATE TABLE bad (a INT, b INT DEFAULT 1 GENERATED ALWAYS AS (a) STORED);
> error 42000 Column "b" is calculated, and has no DEFAULT or sequence.
CREATE TABLE bad (a INT, b INT GENERATED ALWAYS AS (a));
> error 42601 Syntax error at line 1, column 55: ")" is not expected here; expected: STORED.
SELECT column_name, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'item' ORDER BY ordinal_position;
> id | NEVER | null
> amount | NEVER | null
> label | ALWAYS | '#' || CAST(id AS VARCHAR)
COMMENT ON TABLE item IS 'What can''t be bought';
> done
COMMENT ON COLUMN item.amount IS 'how many';
> done
COMMENT ON COLUMN public.item.label IS 'gone soon';
> done
SELECT remarks FROM information_schema.tables WHERE table_name = 'item';
> What can't be bought
SELECT column_name, remarks FROM information_schema.columns WHERE table_name = 'item' ORDER BY ordinal_position;
> id | null
> amount | how many
> label | gone soon
COMMENT ON TABLE item IS NULL;
> done
COMMENT ON COLUMN item.label IS NULL;
> done
ALTER TABLE item RENAME COLUMN amount TO pieces;
> done
SELECT remarks FROM information_schema.tables WHERE table_name = 'item';
> null
SELECT column_name, remarks FROM information_schema.columns WHERE table_name = 'item' ORDER BY ordinal_position;
> id | null
> pieces | how many
> label | null
COMMENT ON TABLE nothing IS 'x';
> error 42P01 There is no table "nothing".
COMMENT ON COLUMN item.nothing IS 'x';
> error 42703 Table "item" has no column "nothing". It has id, pieces, label.
COMMENT ON VIEW item IS 'x';
> error 42704 There is no view "item".
