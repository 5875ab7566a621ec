-- A text beside bytes or a UUID is read as such; functions of bytes.
CREATE TABLE o(k int, g int, t text, d float8, r real, n numeric, b bytea);
INSERT INTO o VALUES (1,1,'b',1,1,1.0,'\x0001'),(20,1,'a',1e308,3e38,1.00,'\x00'),(0,2,'b',1e308,3e38,2,'\x0200'),(NULL,2,NULL,NULL,NULL,NULL,NULL);
CREATE SEQUENCE s2;
SELECT trim('\x00'::bytea from b), btrim(b, '\x01'::bytea), ltrim(b, '\x00'::bytea), rtrim(b, '\x0001'::bytea), pg_typeof(trim('\x00'::bytea from b)) FROM o;
> \x01|\x00|\x01|\x|bytea
> \x02|\x0200|\x0200|\x02|bytea
> \x|\x00|\x|\x|bytea
> ∅|∅|∅|∅|bytea
SELECT trim(leading '\x00'::bytea from '\x00ab00'::bytea), trim(both from '  a '), trim(trailing '\x00'::bytea from '\x00ab00'::bytea), btrim('xax', 'x'), length(trim('\x00'::bytea from '\x00ab00'::bytea));
> \xab00|a|\x00ab|a|1
SELECT substring(b from 2), substring(b, 1, 1), overlay(b placing '\xff'::bytea from 1 for 1), position('\x01'::bytea in b), b || '\xee'::bytea, length(b), octet_length(b), reverse(encode(b, 'hex')) FROM o WHERE k = 1;
> \x01|\x00|\xff01|2|\x0001ee|2|2|1000
SELECT coalesce(b, '\x99'::bytea), CASE WHEN g = 1 THEN b END, nullif(b, '\x00'::bytea), greatest(b, '\x01'::bytea) FROM o ORDER BY b;
> \x00|\x00|∅|\x01
> \x0001|\x0001|\x0001|\x01
> \x0200|∅|\x0200|\x0200
> \x99|∅|∅|\x01
CREATE TABLE bt(id int primary key, b bytea, t text);
INSERT INTO bt VALUES (1,'\x00','a'),(2,'\x0001',NULL),(3,'\xff','c'),(4,NULL,'d');
SELECT id FROM bt WHERE b = '\x00' ORDER BY id;
> 1
SELECT id FROM bt WHERE b > '\x00' AND b < '\xff' ORDER BY id;
> 2
SELECT id FROM bt WHERE b IN ('\x00', '\xff') ORDER BY id;
> 1
> 3
SELECT id FROM bt WHERE b NOT IN ('\x00', '\xff') ORDER BY id;
> 2
SELECT id FROM bt WHERE b BETWEEN '\x00' AND '\x0f' ORDER BY id;
> 1
> 2
SELECT id FROM bt WHERE b NOT BETWEEN '\x00' AND '\x0f' ORDER BY id;
> 3
SELECT id, coalesce(b, '\x99'), nullif(b, '\x00'), greatest(b, '\x01'), least(b, '\x01'), CASE WHEN id = 1 THEN b ELSE '\x77' END FROM bt ORDER BY id;
> 1|\x00|∅|\x01|\x00|\x00
> 2|\x0001|\x0001|\x01|\x0001|\x77
> 3|\xff|\xff|\xff|\x01|\x77
> 4|\x99|∅|\x01|\x01|\x77
SELECT id FROM bt WHERE b <> '\x00' ORDER BY id;
> 2
> 3
SELECT id FROM bt WHERE b IS DISTINCT FROM '\x00' ORDER BY id;
> 2
> 3
> 4
SELECT id FROM bt WHERE b = 'a' ORDER BY id;
SELECT id FROM bt WHERE '\xff' <= b ORDER BY id;
> 3
UPDATE bt SET t = 'z' WHERE b = '\xff' RETURNING id;
> 3
DELETE FROM bt WHERE b IN ('\xff') RETURNING id;
> 3
SELECT substring(b from 1 for 1) = '\x00' FROM bt ORDER BY id;
> t
> t
> ∅
SELECT id, (id, b) = (1, '\x00') FROM bt ORDER BY id;
> 1|t
> 2|f
> 4|f
SELECT id FROM bt WHERE (id, b) IN ((1, '\x00'), (2, '\x0001')) ORDER BY id;
> 1
> 2
SELECT CASE b WHEN '\x00' THEN 'zero' ELSE 'other' END FROM bt ORDER BY id;
> zero
> other
> other
SELECT a.id FROM bt a JOIN (VALUES ('\x00'::bytea)) v(x) ON a.b = v.x;
> 1
CREATE INDEX ib ON bt (b);
SELECT id FROM bt WHERE b = '\x0001';
> 2
CREATE TABLE bk(b bytea primary key, v int);
INSERT INTO bk VALUES ('\x0a', 1), ('\x0b', 2);
SELECT v FROM bk WHERE b = '\x0a';
> 1
SELECT v FROM bk WHERE b IN ('\x0a', '\x0b') ORDER BY v;
> 1
> 2
UPDATE bk SET v = 9 WHERE b = '\x0b';
SELECT * FROM bk ORDER BY b;
> \x0a|1
> \x0b|9
INSERT INTO bk VALUES ('\x0a', 5) ON CONFLICT (b) DO UPDATE SET v = EXCLUDED.v WHERE bk.b = '\x0a';
SELECT * FROM bk ORDER BY b;
> \x0a|5
> \x0b|9
SELECT '2020-01-01'::date IN ('2020-1-1'), true IN ('yes', 'no'), 1 IN ('1', '2'), '2020-01-01'::timestamp BETWEEN '2019-1-1' AND '2021-1-1', '1a2b3c4d-0000-0000-0000-000000000001'::uuid IN ('1A2B3C4D-0000-0000-0000-000000000001');
> t|t|t|t|t
SELECT id, 2 + '3', '10' - id, id || 'x', id * '2', - '3'::int FROM bt ORDER BY id;
> 1|5|9|1x|2|-3
> 2|5|8|2x|4|-3
> 4|5|6|4x|8|-3
CREATE TABLE uu(id uuid primary key, g uuid, v int);
INSERT INTO uu VALUES ('1a2b3c4d-0000-0000-0000-000000000001', '1A2B3C4D-0000-0000-0000-00000000000A', 1), ('1a2b3c4d-0000-0000-0000-000000000002', NULL, 2);
SELECT v FROM uu WHERE id = '1A2B3C4D-0000-0000-0000-000000000001';
> 1
SELECT v FROM uu WHERE id = '{1a2b3c4d-0000-0000-0000-000000000001}';
> 1
SELECT v FROM uu WHERE id IN ('1A2B3C4D000000000000000000000001', '1a2b3c4d-0000-0000-0000-000000000002') ORDER BY v;
> 1
> 2
SELECT v FROM uu WHERE g = '1A2B3C4D-0000-0000-0000-00000000000A';
> 1
SELECT v FROM uu WHERE g = '1a2b3c4d-0000-0000-0000-00000000000a';
> 1
SELECT v FROM uu WHERE g <> '1A2B3C4D-0000-0000-0000-00000000000A';
SELECT v FROM uu WHERE id > '1A2B3C4D-0000-0000-0000-000000000001';
> 2
SELECT v FROM uu WHERE id BETWEEN '1A2B3C4D-0000-0000-0000-000000000001' AND '1A2B3C4D-0000-0000-0000-000000000001';
> 1
SELECT v FROM uu WHERE (id, v) IN (('1A2B3C4D-0000-0000-0000-000000000001', 1));
> 1
SELECT v FROM uu WHERE (id, v) = ('1A2B3C4D-0000-0000-0000-000000000001', 1);
> 1
SELECT v FROM uu WHERE id = 'x';
> ERROR 22P02
SELECT v FROM uu WHERE id::text = '1A2B3C4D-0000-0000-0000-000000000001';
SELECT v FROM uu WHERE g IS DISTINCT FROM '1A2B3C4D-0000-0000-0000-00000000000A';
> 2
UPDATE uu SET v = 5 WHERE g = '1A2B3C4D-0000-0000-0000-00000000000A' RETURNING v;
> 5
DELETE FROM uu WHERE id = '1A2B3C4D-0000-0000-0000-000000000001' RETURNING v;
> 5
SELECT coalesce(g, '1A2B3C4D-0000-0000-0000-000000000009'), CASE WHEN v = 1 THEN g ELSE '1A2B3C4D-0000-0000-0000-000000000009' END, nullif(id, '1A2B3C4D-0000-0000-0000-000000000001') FROM uu ORDER BY v;
> 1a2b3c4d-0000-0000-0000-000000000009|1a2b3c4d-0000-0000-0000-000000000009|1a2b3c4d-0000-0000-0000-000000000002
