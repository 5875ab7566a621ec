-- DEFAULT of sequences and of anything that looks at no row.
CREATE SCHEMA shop;
> done
CREATE SEQUENCE numbers START WITH 10;
> done
CREATE SEQUENCE shop.numbers START WITH 500;
> done
CREATE SEQUENCE "Odd one" INCREMENT BY 2;
> done
CREATE TABLE bill (id INT DEFAULT nextval('numbers') PRIMARY KEY, code VARCHAR(20) DEFAULT 'no-' || nextval('shop.numbers'::regclass), odd BIGINT DEFAULT NEXT VALUE FOR "Odd one", made DATE DEFAULT CURRENT_DATE, at TIMESTAMP DEFAULT now(), u UUID DEFAULT gen_random_uuid(), price DECIMAL(9, 2) DEFAULT '1.50'::decimal(9, 2) * 2, tags JSONB DEFAULT '{"new": true}', state VARCHAR(9) DEFAULT upper('new'), days INT[] DEFAULT '{1,2}', span INT DEFAULT CAST('7' AS INT) + 1);
> done
INSERT INTO bill DEFAULT VALUES;
> 1 rows
INSERT INTO bill (id) VALUES (DEFAULT), (1);
> 2 rows
INSERT INTO bill (code) VALUES ('x') RETURNING id, odd;
> 1 rows
> 12 | 7
INSERT INTO bill (state) SELECT 's' || n FROM (VALUES (1), (2)) AS v (n);
> 2 rows
SELECT id, code, odd, price, tags, state, days, span, made = CURRENT_DATE, at IS NOT NULL, u IS NOT NULL FROM bill ORDER BY id;
> 1 | no-502 | 5 | 3.00 | {"new": true} | NEW | [1, 2] | 8 | true | true | true
> 10 | no-500 | 1 | 3.00 | {"new": true} | NEW | [1, 2] | 8 | true | true | true
> 11 | no-501 | 3 | 3.00 | {"new": true} | NEW | [1, 2] | 8 | true | true | true
> 12 | x | 7 | 3.00 | {"new": true} | NEW | [1, 2] | 8 | true | true | true
> 13 | no-503 | 9 | 3.00 | {"new": true} | s1 | [1, 2] | 8 | true | true | true
> 14 | no-504 | 11 | 3.00 | {"new": true} | s2 | [1, 2] | 8 | true | true | true
SELECT COUNT(*), COUNT(DISTINCT u), COUNT(DISTINCT odd) FROM bill;
> 6 | 6 | 6
SELECT column_name, column_default, is_identity FROM information_schema.columns WHERE table_name = 'bill' AND column_name IN ('id', 'code', 'odd') ORDER BY ordinal_position;
> id | nextval('numbers') | NO
> code | 'no-' || nextval('shop.numbers') | NO
> odd | nextval('"Odd one"') | NO
-- The names mean what they meant when the table was made.
SET search_path TO shop, public;
> done
INSERT INTO bill (state) VALUES ('p') RETURNING id, code;
> 1 rows
> 15 | no-505
CREATE TABLE inner_bill (id INT DEFAULT nextval('numbers') PRIMARY KEY);
> done
SET search_path TO public;
> done
INSERT INTO shop.inner_bill DEFAULT VALUES;
> 1 rows
SELECT id FROM shop.inner_bill;
> 506
-- A sequence that a DEFAULT names cannot go or get another name; one of a like name can.
DROP SEQUENCE numbers;
> error 2BP01 The DEFAULT of column "id" of table "bill" uses sequence "numbers"; drop it first.
ALTER SEQUENCE shop.numbers RENAME TO others;
> error 2BP01 The DEFAULT of column "code" of table "bill" uses sequence "shop.numbers"; drop it first.
CREATE SEQUENCE num;
> done
DROP SEQUENCE num;
> done
ALTER TABLE bill ALTER COLUMN id DROP DEFAULT;
> done
DROP SEQUENCE numbers;
> done
CREATE SEQUENCE numbers START WITH 90;
> done
ALTER TABLE bill ALTER COLUMN id SET DEFAULT nextval('numbers') + 1;
> done
INSERT INTO bill DEFAULT VALUES RETURNING id;
> 1 rows
> 91
UPSERT INTO bill (code) VALUES ('y') RETURNING id;
> 1 rows
> 92
MERGE INTO bill b USING (VALUES (1000)) AS s (id) ON b.id = s.id WHEN NOT MATCHED THEN INSERT (code) VALUES ('m');
> 1 rows
SELECT id FROM bill WHERE code = 'm';
> 93
CREATE TABLE bad (id INT DEFAULT nextval('nothing') PRIMARY KEY);
> error 42704 There is no sequence "nothing".
ALTER TABLE bill ALTER COLUMN span SET DEFAULT nextval('nothing');
> error 42704 There is no sequence "nothing".
ALTER TABLE bill ADD COLUMN more INT DEFAULT nextval('numbers');
> error 0A000 A column whose DEFAULT is of a sequence for a table that is there (add it, then SET DEFAULT) is not supported.
CREATE TABLE bad (a INT, b INT DEFAULT a + 1);
> error 42703 There is no column "a" here (line 1, column 1).
CREATE TABLE bad (a INT DEFAULT 'x');
> error 22P02 "x" is no INTEGER, for DEFAULT.
-- INSERT with a name for its table.
CREATE TABLE hit (id INT PRIMARY KEY, n INT DEFAULT 1);
> done
INSERT INTO hit AS h (id) VALUES (1), (2);
> 2 rows
INSERT INTO hit AS h (id, n) VALUES (1, 5), (3, 6) ON CONFLICT (id) DO UPDATE SET n = h.n + excluded.n WHERE h.n < 9 RETURNING h.id, h.n;
> 2 rows
> 1 | 6
> 3 | 6
@ 1, 7
INSERT INTO public.hit AS "H x" (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = "H x".n + excluded.n RETURNING "H x".*;
> 1 rows
> 1 | 13
INSERT INTO hit AS h SELECT id + 10, n FROM hit;
> 3 rows
SELECT * FROM hit ORDER BY id;
> 1 | 13
> 2 | 1
> 3 | 6
> 11 | 13
> 12 | 1
> 13 | 6
INSERT INTO hit AS h (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET n = hit.n;
> error 42P01 There is no table "hit" (line 1, column 22). Did you mean "hit"?
INSERT INTO hit AS h (id) VALUES (9) RETURNING hit.id;
> error 42P01 There is no table "hit" (line 1, column 8). Did you mean "hit"?
CREATE TABLE only_defaults (id INT GENERATED ALWAYS AS IDENTITY, n INT DEFAULT 4);
> done
INSERT INTO only_defaults AS o DEFAULT VALUES RETURNING o.id, o.n;
> 1 rows
> 1 | 4
INSERT INTO public.only_defaults DEFAULT VALUES;
> 1 rows
-- The catalog in front.
SELECT thetis.public.hit.id FROM thetis.public.hit WHERE thetis.public.hit.n > 12;
> 1
> 11
SELECT thetis.public.hit.* FROM Thetis.public.hit WHERE "thetis".public.hit.id = 2;
> 2 | 1
INSERT INTO thetis.public.hit AS h VALUES (20, 2) RETURNING h.id;
> 1 rows
> 20
UPDATE thetis.public.hit SET n = 3 WHERE id = 20;
> 1 rows
DELETE FROM thetis.public.hit WHERE id = 20;
> 1 rows
CREATE TABLE thetis.shop.far (id INT PRIMARY KEY, up INT REFERENCES thetis.shop.far);
> done
CREATE INDEX far_up ON thetis.shop.far (up);
> done
ALTER TABLE thetis.shop.far ADD COLUMN more INT;
> done
COMMENT ON COLUMN thetis.shop.far.more IS 'x';
> done
SELECT table_schema, table_name FROM thetis.information_schema.tables WHERE table_name = 'far';
> shop | far
SELECT 'thetis.public.hit' AS t;
> thetis.public.hit
SELECT id FROM thetis.public.nothing;
> error 42P01 There is no table "nothing" (line 1, column 23).
SELECT id FROM other.public.hit;
> error 42P01 There is no table "other" (line 1, column 16).
DROP TABLE thetis.shop.far;
> done
CREATE TABLE thetis (public INT PRIMARY KEY);
> done
SELECT thetis.public FROM thetis;
> no rows
SELECT public.thetis.public FROM public.thetis;
> no rows
