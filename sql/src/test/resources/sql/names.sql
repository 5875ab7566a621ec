-- Names: folding, quotes, everyday words, information_schema.
CREATE TABLE Words (id INT PRIMARY KEY, value INT, "key" INT, name VARCHAR(5), date DATE, type INT, user INT, level INT, status INT, position INT, year INT, time TIME, text VARCHAR(5), count INT, language INT, state INT, data INT);
> done
INSERT INTO words (id, value, date, year, user) VALUES (1, 5, '2026-01-01', 2026, 9);
> 1 rows
SELECT value, date, year, user, time, "key", type, level, status, position, text, count, language, state, data FROM WORDS WHERE value = 5;
> 5 | 2026-01-01 | 2026 | 9 | null | null | null | null | null | null | null | null | null | null | null
UPDATE words SET value = value + 1, date = NULL WHERE user = 9;
> 1 rows
SELECT w.value, w.date FROM words AS w ORDER BY w.value;
> 6 | null
CREATE TABLE "Mixed" ("Id" INT PRIMARY KEY);
> done
SELECT * FROM Mixed;
> error 42P01 There is no table "mixed" (line 1, column 15). Did you mean "Mixed"?
SELECT "Id" FROM "Mixed";
> no rows
SELECT COUNT(*) FROM public.words;
> 1
SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1;
> Mixed | BASE TABLE
> words | BASE TABLE
SELECT column_name, is_nullable FROM information_schema.columns WHERE table_name = 'words' AND ordinal_position <= 2 ORDER BY ordinal_position;
> id | NO
> value | YES
CREATE SEQUENCE counter START WITH 10 INCREMENT BY 5;
> done
SELECT NEXT VALUE FOR counter;
> 10
SELECT NEXTVAL('counter');
> 15
INSERT INTO words (id) VALUES (NEXTVAL('counter'));
> 1 rows
SELECT id FROM words ORDER BY id;
> 1
> 20
