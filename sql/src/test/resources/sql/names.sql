-- Names: folding, quotes, everyday words, information_schema.
CREATE TABLE Words (id INT PRIMARY KEY, value INT, "key" INT, name VARCHAR(5), date DATE, type INT, user INT, level INT, status INT, position INT, year INT, time TIME, text VARCHAR(5), count INT, language INT, state INT, data INT);
INSERT INTO words (id, value, date, year, user) VALUES (1, 5, '2026-01-01', 2026, 9);
SELECT value, date, year, user, time, "key", type, level, status, position, text, count, language, state, data FROM WORDS WHERE value = 5;
UPDATE words SET value = value + 1, date = NULL WHERE user = 9;
SELECT w.value, w.date FROM words AS w ORDER BY w.value;
CREATE TABLE "Mixed" ("Id" INT PRIMARY KEY);
SELECT * FROM Mixed;
SELECT "Id" FROM "Mixed";
SELECT COUNT(*) FROM public.words;
SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1;
SELECT column_name, is_nullable FROM information_schema.columns WHERE table_name = 'words' AND ordinal_position <= 2 ORDER BY ordinal_position;
CREATE SEQUENCE counter START WITH 10 INCREMENT BY 5;
SELECT NEXT VALUE FOR counter;
SELECT NEXTVAL('counter');
INSERT INTO words (id) VALUES (NEXTVAL('counter'));
SELECT id FROM words ORDER BY id;
