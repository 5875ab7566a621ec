-- COMMENT ON of every kind of object; a comment goes with what it speaks of.
CREATE SCHEMA shop;
> done
CREATE TABLE shop.item (id INT CONSTRAINT item_key PRIMARY KEY, code VARCHAR(9) CONSTRAINT one_code UNIQUE, n INT CONSTRAINT some CHECK (n > 0), up INT CONSTRAINT above REFERENCES shop.item);
> done
CREATE INDEX item_n ON shop.item (n);
> done
CREATE VIEW shop.cheap (id, price) AS SELECT id, n FROM shop.item;
> done
CREATE SEQUENCE shop.numbers;
> done
CREATE PROCEDURE shop.find (wanted INT) AS SELECT code FROM shop.item WHERE id = :wanted;
> done
COMMENT ON SCHEMA shop IS 'what is sold';
> done
COMMENT ON SCHEMA public IS 'all else';
> done
COMMENT ON TABLE shop.item IS 'one thing';
> done
COMMENT ON COLUMN shop.item.n IS 'how many';
> done
COMMENT ON INDEX shop.item_n IS 'by number';
> done
COMMENT ON VIEW shop.cheap IS 'for little';
> done
COMMENT ON COLUMN shop.cheap.price IS 'in cents';
> done
COMMENT ON SEQUENCE shop.numbers IS 'of bills';
> done
COMMENT ON PROCEDURE shop.find(INT) IS 'by its number';
> done
COMMENT ON CONSTRAINT item_key ON shop.item IS 'the key';
> done
COMMENT ON CONSTRAINT one_code ON shop.item IS 'no two';
> done
COMMENT ON CONSTRAINT some ON shop.item IS 'at least one';
> done
COMMENT ON CONSTRAINT above ON shop.item IS 'part of';
> done
SELECT schema_name, remarks FROM information_schema.schemata WHERE remarks IS NOT NULL ORDER BY 1;
> public | all else
> shop | what is sold
SELECT table_name, remarks FROM information_schema.tables WHERE table_schema = 'shop' ORDER BY 1;
> cheap | for little
> item | one thing
SELECT table_name, column_name, remarks FROM information_schema.columns WHERE remarks IS NOT NULL ORDER BY 1;
> cheap | price | in cents
> item | n | how many
SELECT index_name, remarks FROM information_schema.indexes WHERE remarks IS NOT NULL;
> item_n | by number
SELECT sequence_name, remarks FROM information_schema.sequences;
> numbers | of bills
SELECT routine_name, remarks FROM information_schema.routines;
> find | by its number
SELECT constraint_name, remarks FROM information_schema.table_constraints ORDER BY 1;
> above | part of
> item_key | the key
> one_code | no two
> some | at least one
-- Names change, and sequences begin anew: comments stay.
ALTER INDEX shop.item_n RENAME TO item_by_n;
> done
ALTER VIEW shop.cheap RENAME TO little;
> done
ALTER SEQUENCE shop.numbers RESTART WITH 5;
> done
ALTER TABLE shop.item RENAME CONSTRAINT some TO any_at_all;
> done
ALTER TABLE shop.item RENAME CONSTRAINT item_key TO the_key;
> done
CREATE OR REPLACE VIEW shop.little (id, price) AS SELECT id, n + 1 FROM shop.item;
> done
SELECT index_name, remarks FROM information_schema.indexes WHERE remarks IS NOT NULL;
> item_by_n | by number
SELECT table_name, remarks FROM information_schema.tables WHERE table_name = 'little';
> little | for little
SELECT sequence_name, remarks FROM information_schema.sequences;
> numbers | of bills
SELECT constraint_name, remarks FROM information_schema.table_constraints ORDER BY 1;
> above | part of
> any_at_all | at least one
> one_code | no two
> the_key | the key
-- Another text, and none.
COMMENT ON VIEW shop.little IS 'for less';
> done
COMMENT ON SEQUENCE shop.numbers IS NULL;
> done
COMMENT ON CONSTRAINT above ON shop.item IS NULL;
> done
COMMENT ON CONSTRAINT above ON shop.item IS NULL;
> done
SELECT table_name, remarks FROM information_schema.tables WHERE table_name = 'little';
> little | for less
SELECT sequence_name, remarks FROM information_schema.sequences;
> numbers | null
-- What is gone has no comment, and what is made anew has none of it.
ALTER TABLE shop.item DROP CONSTRAINT any_at_all;
> done
ALTER TABLE shop.item ADD CONSTRAINT any_at_all CHECK (n > 1);
> done
DROP INDEX shop.item_by_n;
> done
CREATE INDEX item_by_n ON shop.item (n);
> done
SELECT index_name, remarks FROM information_schema.indexes WHERE remarks IS NOT NULL;
> no rows
SELECT constraint_name, remarks FROM information_schema.table_constraints ORDER BY 1;
> above | null
> any_at_all | null
> one_code | no two
> the_key | the key
COMMENT ON INDEX nothing IS 'x';
> error 42704 There is no index "nothing".
COMMENT ON VIEW shop.item IS 'x';
> error 42704 There is no view "shop.item".
COMMENT ON SEQUENCE nothing IS 'x';
> error 42704 There is no sequence "nothing".
COMMENT ON SCHEMA nothing IS 'x';
> error 3F000 There is no schema "nothing".
COMMENT ON CONSTRAINT nothing ON shop.item IS 'x';
> error 42704 There is no constraint "nothing".
COMMENT ON CONSTRAINT item_by_n ON shop.item IS 'x';
> error 42704 There is no constraint "item_by_n".
COMMENT ON PROCEDURE nothing IS 'x';
> error 42704 There is no procedure "nothing".
COMMENT ON DATABASE thetis IS 'x';
> error 42601 Syntax error at line 1, column 12: "DATABASE" is not expected here; expected: TABLE, COLUMN, INDEX, VIEW, SEQUENCE, SCHEMA, CONSTRAINT, PROCEDURE.
DROP SCHEMA shop CASCADE;
> done
SELECT schema_name, remarks FROM information_schema.schemata WHERE remarks IS NOT NULL ORDER BY 1;
> public | all else
