-- Foreign keys whose children follow when their parents change.
CREATE TABLE owner (id INT PRIMARY KEY, code VARCHAR(9) UNIQUE);
> done
CREATE TABLE dog (id INT PRIMARY KEY, owner INT REFERENCES owner ON UPDATE CASCADE ON DELETE CASCADE, name VARCHAR(9));
> done
CREATE TABLE tag (code VARCHAR(9) REFERENCES owner (code) ON UPDATE CASCADE, n INT, PRIMARY KEY (code, n));
> done
CREATE TABLE cat (id INT PRIMARY KEY, owner INT REFERENCES owner ON UPDATE SET NULL);
> done
INSERT INTO owner VALUES (1, 'one'), (2, 'two'), (3, 'three');
> 3 rows
INSERT INTO dog VALUES (10, 1, 'Rex'), (11, 1, 'Bo'), (12, 2, 'Ali'), (13, NULL, 'Stray');
> 4 rows
INSERT INTO tag VALUES ('one', 1), ('one', 2), ('two', 1);
> 3 rows
INSERT INTO cat VALUES (20, 1), (21, 2);
> 2 rows
UPDATE owner SET id = 7 WHERE id = 1;
> 1 rows
SELECT * FROM dog ORDER BY id;
> 10 | 7 | Rex
> 11 | 7 | Bo
> 12 | 2 | Ali
> 13 | null | Stray
SELECT * FROM cat ORDER BY id;
> 20 | null
> 21 | 2
-- Keys may be shifted: each child stays with its parent.
UPDATE owner SET id = id + 1;
> 3 rows
SELECT * FROM owner ORDER BY id;
> 3 | two
> 4 | three
> 8 | one
SELECT * FROM dog ORDER BY id;
> 10 | 8 | Rex
> 11 | 8 | Bo
> 12 | 3 | Ali
> 13 | null | Stray
SELECT * FROM cat ORDER BY id;
> 20 | null
> 21 | null
-- Children whose own key is part of it move.
UPDATE owner SET code = 'uno' WHERE code = 'one';
> 1 rows
SELECT * FROM tag ORDER BY code, n;
> two | 1
> uno | 1
> uno | 2
UPDATE owner SET code = NULL WHERE code = 'two';
> error 23502 Column "code" of table "tag" cannot be null.
SELECT * FROM tag ORDER BY code, n;
> two | 1
> uno | 1
> uno | 2
UPDATE owner SET code = 'trois' WHERE code = 'three' RETURNING id, code;
> 1 rows
> 4 | trois
DELETE FROM owner WHERE id = 8;
> error 23503 Constraint "tag_code_fkey" of table "tag": rows there refer to (code) = ('uno') of table "owner".
DELETE FROM tag WHERE code = 'uno';
> 2 rows
DELETE FROM owner WHERE id = 8;
> 1 rows
SELECT * FROM dog ORDER BY id;
> 12 | 3 | Ali
> 13 | null | Stray
-- Nothing follows without a word of it; a deletion's rule is not meant.
CREATE TABLE room (id INT PRIMARY KEY);
> done
CREATE TABLE chair (id INT PRIMARY KEY, room INT REFERENCES room ON DELETE CASCADE ON UPDATE NO ACTION);
> done
INSERT INTO room VALUES (1), (2);
> 2 rows
INSERT INTO chair VALUES (1, 1), (2, 2);
> 2 rows
UPDATE room SET id = 5 WHERE id = 1;
> error 23503 Constraint "chair_room_fkey" of table "chair": rows there refer to (id) = (1) of table "room".
SELECT COUNT(*) FROM chair;
> 2
UPDATE room SET id = 3 - id;
> 2 rows
SELECT * FROM chair ORDER BY id;
> 1 | 1
> 2 | 2
UPDATE room SET id = id WHERE id = 1;
> 1 rows
UPDATE chair SET room = 3 WHERE id = 1;
> error 23503 Constraint "chair_room_fkey" of table "chair": no row of table "room" is meant by (room) = (3).
-- From table to table, and within one.
CREATE TABLE a (id INT PRIMARY KEY, parent INT REFERENCES a ON UPDATE CASCADE);
> done
CREATE TABLE b (id INT PRIMARY KEY REFERENCES a ON UPDATE CASCADE);
> done
CREATE TABLE c (id INT REFERENCES b ON UPDATE CASCADE, PRIMARY KEY (id));
> done
INSERT INTO a VALUES (1, NULL), (2, 1), (3, 1);
> 3 rows
INSERT INTO b VALUES (1), (2);
> 2 rows
INSERT INTO c VALUES (1), (2);
> 2 rows
UPDATE a SET id = 9 WHERE id = 1;
> 1 rows
SELECT id, parent FROM a ORDER BY id;
> 2 | 9
> 3 | 9
> 9 | null
SELECT b.id, c.id FROM b LEFT JOIN c ON b.id = c.id ORDER BY 1;
> 2 | 2
> 9 | 9
UPDATE a SET id = 2 WHERE id = 9;
> error 23505 Constraint "a_pkey" of table "a": there is already (id) = (2).
SELECT constraint_name, update_rule, delete_rule FROM information_schema.referential_constraints ORDER BY constraint_name;
> a_parent_fkey | CASCADE | NO ACTION
> b_id_fkey | CASCADE | NO ACTION
> c_id_fkey | CASCADE | NO ACTION
> cat_owner_fkey | SET NULL | NO ACTION
> chair_room_fkey | NO ACTION | CASCADE
> dog_owner_fkey | CASCADE | CASCADE
> tag_code_fkey | CASCADE | NO ACTION
CREATE TABLE bad (id INT PRIMARY KEY REFERENCES a ON UPDATE SET NULL);
> error 42000 Foreign key "bad_id_fkey" says SET NULL, but (id) cannot be null.
CREATE TABLE bad (id INT PRIMARY KEY REFERENCES a ON UPDATE SET DEFAULT);
> error 42000 Foreign key "bad_id_fkey" says SET DEFAULT, but column "id" has none.
-- MERGE moves, too.
MERGE INTO room USING (VALUES (1, 8)) AS v(o, n) ON room.id = v.o WHEN MATCHED THEN UPDATE SET id = v.n;
> error 23503 Constraint "chair_room_fkey" of table "chair": rows there refer to (id) = (1) of table "room".
MERGE INTO owner USING (VALUES (3, 30)) AS v(o, n) ON owner.id = v.o WHEN MATCHED THEN UPDATE SET id = v.n;
> 1 rows
SELECT owner FROM dog ORDER BY owner;
> 30
> null
