-- Schemas, and the path along which names are looked for.
CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(20) UNIQUE);
> done
CREATE SCHEMA shop;
> done
CREATE SCHEMA shop;
> error 42P06 There is already a schema "shop".
CREATE SCHEMA IF NOT EXISTS shop AUTHORIZATION somebody;
> error 42704 There is no role "somebody".
CREATE SCHEMA IF NOT EXISTS shop;
> done
CREATE SCHEMA public;
> error 42P06 There is already a schema "public".
CREATE SCHEMA IF NOT EXISTS public;
> done
CREATE SCHEMA information_schema;
> error 42P06 There is already a schema "information_schema".
CREATE SCHEMA "a.b";
> error 42000 The name of a schema has no dot; "a.b" has one.
CREATE TABLE shop.customer (id INT PRIMARY KEY, name VARCHAR(20) UNIQUE, n INT CHECK (customer.n > 0));
> done
CREATE TABLE nowhere.customer (id INT PRIMARY KEY);
> error 3F000 There is no schema "nowhere".
-- two tables of one name
INSERT INTO customer VALUES (1, 'public one');
> 1 rows
INSERT INTO shop.customer VALUES (1, 'shop one', 5), (2, 'shop two', 6);
> 2 rows
SELECT name FROM customer;
> public one
SELECT name FROM public.customer;
> public one
SELECT name FROM shop.customer ORDER BY id;
> shop one
> shop two
SELECT c.name, s.name FROM customer c JOIN shop.customer s ON c.id = s.id;
> public one | shop one
SELECT shop.customer.name FROM shop.customer WHERE shop.customer.id = 2;
> shop two
SELECT name FROM shop.customer WHERE id = 1;
> shop one
@ 2
SELECT name FROM shop.customer WHERE id = ?;
> shop two
INSERT INTO shop.customer VALUES (3, 'shop one', 1);
> error 23505 Constraint "shop.customer_name_key" of table "shop.customer": there is already (name) = ('shop one').
INSERT INTO shop.customer VALUES (3, 'shop three', 0);
> error 23514 Constraint "customer_n_check" of table "shop.customer" does not allow this row.
UPDATE shop.customer SET name = 'shop 1' WHERE id = 1;
> 1 rows
UPDATE shop.customer SET n = customer.n + 1 WHERE customer.id IN (SELECT id FROM public.customer) RETURNING customer.name, n;
> 1 rows
> shop 1 | 6
DELETE FROM shop.customer WHERE id = 2 AND customer.n = 6 RETURNING id, name;
> 1 rows
> 2 | shop two
SELECT COUNT(*) FROM nowhere.customer;
> error 42P01 There is no table "nowhere" (line 1, column 22).
SELECT * FROM shop.custmer;
> error 42P01 There is no table "shop.custmer" (line 1, column 15). Did you mean "shop.customer"?
-- what stands beside a table is in its schema
CREATE INDEX by_n ON shop.customer (n);
> done
CREATE INDEX ON shop.customer (n, id);
> done
SELECT table_schema, table_name, index_name FROM information_schema.indexes WHERE table_schema = 'shop' ORDER BY index_name;
> shop | customer | by_n
> shop | customer | customer_n_id_idx
> shop | customer | customer_n_id_idx
> shop | customer | customer_name_key
> shop | customer | customer_pkey
CREATE INDEX shop.by_n_id ON shop.customer (n, id);
> done
DROP INDEX shop.by_n_id;
> done
CREATE INDEX public.by_n_id ON shop.customer (n, id);
> error 0A000 "by_n_id" has to be in the schema of "shop.customer", not in "public".
ALTER TABLE shop.customer RENAME TO public.client;
> error 0A000 "client" has to be in the schema of "shop.customer", not in "public".
ALTER TABLE shop.customer RENAME TO shop.client;
> done
ALTER TABLE shop.client RENAME TO customer;
> done
DROP INDEX by_n;
> error 42704 There is no index "by_n".
DROP INDEX shop.by_n;
> done
ALTER TABLE shop.customer ADD CONSTRAINT small CHECK (n < 100);
> done
ALTER TABLE shop.customer DROP CONSTRAINT customer_name_key;
> done
ALTER TABLE shop.customer ADD CONSTRAINT one_name UNIQUE (name);
> done
INSERT INTO shop.customer VALUES (9, 'shop 1', 9) ON CONFLICT ON CONSTRAINT one_name DO UPDATE SET n = EXCLUDED.n RETURNING customer.id, n;
> 1 rows
> 1 | 9
INSERT INTO shop.customer VALUES (1, 'x', 9) ON CONFLICT (id) DO UPDATE SET n = customer.n + EXCLUDED.n;
> 1 rows
SELECT id, n FROM shop.customer;
> 1 | 18
-- sequences
CREATE SEQUENCE shop.numbers START WITH 7;
> done
SELECT nextval('shop.numbers'), NEXT VALUE FOR shop.numbers;
> 7 | 8
SELECT currval('"shop"."numbers"');
> 8
SELECT nextval('numbers');
> error 42704 There is no sequence "numbers".
ALTER SEQUENCE shop.numbers RENAME TO digits;
> done
SELECT setval('shop.digits', 40);
> 40 | true
CREATE TABLE shop.item (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer INT REFERENCES shop.customer, other INT REFERENCES customer (id));
> done
INSERT INTO shop.item (customer, other) VALUES (1, 1) RETURNING id;
> 1 rows
> 1
INSERT INTO shop.item (customer, other) VALUES (2, 1);
> error 23503 Constraint "item_customer_fkey" of table "shop.item": no row of table "shop.customer" is meant by (customer) = (2).
SELECT sequence_schema, sequence_name FROM information_schema.sequences ORDER BY sequence_name;
> shop | digits
> shop | item_id_seq
SELECT constraint_schema, table_name, unique_constraint_schema, unique_constraint_name, referenced_table_name FROM information_schema.referential_constraints ORDER BY constraint_name;
> shop | item | shop | customer_pkey | customer
> shop | item | public | customer_pkey | customer
SELECT column_name, ordinal_position FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 'item' ORDER BY ordinal_position;
> id | 1
> customer | 2
> other | 3
COMMENT ON TABLE shop.item IS 'what is sold';
> done
COMMENT ON COLUMN shop.item.other IS 'somebody';
> done
SELECT table_schema, remarks FROM information_schema.tables WHERE table_name = 'item';
> shop | what is sold
-- the path
SHOW search_path;
> public
SELECT CURRENT_SCHEMA;
> public
SET search_path TO shop, public;
> done
SHOW search_path;
> shop, public
SELECT current_schema();
> shop
SELECT name FROM customer;
> shop 1
SELECT name FROM public.customer;
> public one
SELECT nextval('digits');
> 41
INSERT INTO customer (id, name, n) VALUES (5, 'five', 5);
> 1 rows
UPDATE customer SET n = 6 WHERE id = 5;
> 1 rows
SELECT n FROM customer WHERE id = 5 FOR UPDATE;
> 6
SELECT c.n FROM customer c JOIN item i ON i.customer = c.id FOR UPDATE OF c;
> 18
MERGE INTO customer USING (VALUES (5, 'FIVE')) AS v (id, name) ON customer.id = v.id WHEN MATCHED THEN UPDATE SET name = v.name;
> 1 rows
MERGE INTO public.customer USING shop.customer s ON customer.id = s.id WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name);
> 1 rows
SELECT id, name FROM public.customer ORDER BY id;
> 1 | public one
> 5 | FIVE
CREATE TABLE things (id INT PRIMARY KEY);
> done
CREATE VIEW seen AS SELECT c.name, i.id FROM customer c JOIN item i ON i.customer = c.id;
> done
CREATE PROCEDURE named (who INT) AS SELECT name FROM customer WHERE id = :who;
> done
CREATE TABLE copied AS SELECT id, n FROM customer;
> done
SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY table_schema, table_name;
> public | customer | BASE TABLE
> shop | copied | BASE TABLE
> shop | customer | BASE TABLE
> shop | item | BASE TABLE
> shop | seen | VIEW
> shop | things | BASE TABLE
ALTER TABLE things RENAME TO objects;
> done
SET search_path TO public;
> done
SELECT * FROM shop.seen;
> shop 1 | 1
CALL shop.named(5);
> FIVE
SELECT * FROM shop.copied ORDER BY id;
> 1 | 18
> 5 | 6
SELECT table_schema, table_name, view_definition FROM information_schema.views WHERE table_name = 'seen';
> shop | seen | SELECT c.name, i.id FROM customer c JOIN item i ON i.customer = c.id
SELECT routine_schema, routine_name, routine_definition FROM information_schema.routines;
> shop | named | SELECT name FROM customer WHERE id = :who
SELECT COUNT(*) FROM shop.objects;
> 0
TRUNCATE shop.copied;
> 0 rows
SELECT COUNT(*) FROM shop.copied;
> 0
EXPLAIN SELECT name FROM shop.customer WHERE name = 'x';
> query, reads only
>   shop.customer by index shop.one_name name = 'x'
> keys: found by a trial run on a snapshot
SET search_path TO nowhere;
> done
SELECT CURRENT_SCHEMA;
> null
SELECT name FROM customer;
> error 42P01 There is no table "customer" (line 1, column 18). Did you mean "customer"?
CREATE TABLE lost (id INT);
> error 3F000 None of the schemas of the search path is there (nowhere); name one, or create it.
SET search_path TO public;
> done
-- names with a dot of their own
CREATE TABLE "shop.customer" (id INT PRIMARY KEY, "v.w" INT UNIQUE);
> done
INSERT INTO "shop.customer" VALUES (77, 1);
> 1 rows
SELECT id FROM "shop.customer";
> 77
SELECT id FROM public."shop.customer" WHERE id = 77;
> 77
SELECT table_schema, table_name FROM information_schema.tables WHERE table_name = 'shop.customer';
> public | shop.customer
DROP TABLE "shop.customer";
> done
-- the end of a schema
CREATE TABLE referrer (id INT PRIMARY KEY, item BIGINT REFERENCES shop.item);
> done
CREATE VIEW over_shop AS SELECT id FROM shop.item;
> done
DROP SCHEMA shop;
> error 2BP01 Schema "shop" holds "shop.copied"; drop it first, or use CASCADE.
DROP SCHEMA IF EXISTS nowhere;
> done
DROP SCHEMA nowhere;
> error 3F000 There is no schema "nowhere".
DROP SCHEMA public CASCADE;
> error 2BP01 Schema "public" is always there.
DROP SCHEMA shop CASCADE;
> done
SELECT schema_name FROM information_schema.schemata ORDER BY schema_name;
> information_schema
> pg_catalog
> public
SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY table_name;
> public | customer
> public | referrer
SELECT COUNT(*) FROM information_schema.sequences;
> 0
INSERT INTO referrer VALUES (1, 12345);
> 1 rows
SELECT name FROM shop.customer;
> error 42P01 There is no table "shop" (line 1, column 18).
CREATE SCHEMA shop;
> done
CREATE TABLE shop.customer (id INT PRIMARY KEY);
> done
SELECT COUNT(*) FROM shop.customer;
> 0
