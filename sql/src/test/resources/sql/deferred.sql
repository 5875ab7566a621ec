-- Foreign keys that are checked later, RESTRICT beside NO ACTION, SET DEFAULT.
CREATE TABLE a (id INT PRIMARY KEY, b INT, later INT CONSTRAINT a_self REFERENCES a DEFERRABLE INITIALLY DEFERRED);
> done
CREATE TABLE b (id INT PRIMARY KEY, a INT NOT NULL REFERENCES a INITIALLY DEFERRED);
> done
ALTER TABLE a ADD CONSTRAINT a_b FOREIGN KEY (b) REFERENCES b DEFERRABLE;
> done
SELECT constraint_name, is_deferrable, initially_deferred FROM information_schema.table_constraints WHERE constraint_type = 'FOREIGN KEY' ORDER BY constraint_name;
> a_b | YES | NO
> a_self | YES | YES
> b_a_fkey | YES | YES
-- a statement with auto-commit ends with its transaction
INSERT INTO b VALUES (1, 9);
> error 23503 Constraint "b_a_fkey" of table "b": no row of table "a" is meant by (a) = (9).
INSERT INTO a VALUES (1, NULL, 2), (2, NULL, 1);
> 2 rows
INSERT INTO a VALUES (3, NULL, 4);
> error 23503 Constraint "a_self" of table "a": no row of table "a" is meant by (later) = (4).
DELETE FROM a WHERE id = 1;
> error 23503 Constraint "a_self" of table "a": no row of table "a" is meant by (later) = (1).
DELETE FROM a WHERE id < 9;
> 2 rows
INSERT INTO a VALUES (1, NULL, 1), (2, NULL, 1);
> 2 rows
UPDATE a SET id = id + 1;
> error 23503 Constraint "a_self" of table "a": no row of table "a" is meant by (later) = (1).
UPDATE a SET id = id + 1, later = 2;
> 2 rows
SELECT id, later FROM a ORDER BY id;
> 2 | 2
> 3 | 2
SET CONSTRAINTS ALL DEFERRED;
> 0 rows
SET CONSTRAINTS a_self, a_b IMMEDIATE;
> 0 rows
SET CONSTRAINTS nothing DEFERRED;
> error 42704 There is no foreign key "nothing".
SET CONSTRAINTS ALL;
> error 42601 Syntax error at line 1, column 20: ";" is not expected here; expected: DEFERRED or IMMEDIATE.
CREATE TABLE c (id INT PRIMARY KEY DEFERRABLE);
> error 0A000 DEFERRABLE for anything but foreign keys is not supported.
CREATE TABLE c (id INT PRIMARY KEY, u INT UNIQUE INITIALLY DEFERRED);
> error 0A000 DEFERRABLE for anything but foreign keys is not supported.
CREATE TABLE c (id INT PRIMARY KEY NOT DEFERRABLE, a INT REFERENCES a NOT DEFERRABLE INITIALLY DEFERRED);
> error 42000 A constraint that is INITIALLY DEFERRED cannot be NOT DEFERRABLE.
-- RESTRICT does not wait for the end of the statement
CREATE TABLE tree (id INT PRIMARY KEY, up INT REFERENCES tree ON DELETE RESTRICT ON UPDATE RESTRICT);
> done
INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2);
> 3 rows
DELETE FROM tree;
> error 23503 Constraint "tree_up_fkey" of table "tree": rows there refer to (id) = (1) of table "tree".
UPDATE tree SET id = id + 1;
> error 23503 Constraint "tree_up_fkey" of table "tree": rows there refer to (id) = (1) of table "tree".
CREATE TABLE bush (id INT PRIMARY KEY, up INT REFERENCES bush ON DELETE NO ACTION);
> done
INSERT INTO bush VALUES (1, NULL), (2, 1), (3, 2);
> 3 rows
UPDATE bush SET id = id + 1 WHERE id = 3;
> 1 rows
DELETE FROM bush;
> 3 rows
-- SET DEFAULT
CREATE TABLE owner (id INT PRIMARY KEY);
> done
INSERT INTO owner VALUES (1), (2), (3);
> 3 rows
CREATE TABLE pet (id INT PRIMARY KEY, owner INT DEFAULT 0 + 1 REFERENCES owner ON DELETE SET DEFAULT ON UPDATE SET DEFAULT, n INT REFERENCES owner ON DELETE SET DEFAULT);
> done
INSERT INTO pet VALUES (1, 2, 2), (2, 3, 3), (3, DEFAULT, NULL);
> 3 rows
DELETE FROM owner WHERE id = 2;
> 1 rows
SELECT id, owner, n FROM pet ORDER BY id;
> 1 | 1 | null
> 2 | 3 | 3
> 3 | 1 | null
UPDATE pet SET n = NULL;
> 3 rows
UPDATE owner SET id = 4 WHERE id = 3;
> 1 rows
SELECT id, owner, n FROM pet ORDER BY id;
> 1 | 1 | null
> 2 | 1 | null
> 3 | 1 | null
DELETE FROM owner WHERE id = 1;
> error 23503 Constraint "pet_owner_fkey" of table "pet": no row of table "owner" is meant by (owner) = (1).
UPDATE owner SET id = 9 WHERE id = 1;
> error 23503 Constraint "pet_owner_fkey" of table "pet": rows there refer to (id) = (1) of table "owner".
CREATE TABLE q (id INT PRIMARY KEY, o INT NOT NULL REFERENCES owner ON DELETE SET DEFAULT);
> error 42000 Foreign key "q_o_fkey" says SET DEFAULT, but column "o" has none.
CREATE TABLE q (id INT PRIMARY KEY, t TIMESTAMP DEFAULT NOW() REFERENCES owner ON DELETE SET DEFAULT);
> error 42804 Foreign key "q_t_fkey": column "t" is TIMESTAMP, but "id" of table "owner" is INTEGER.
SELECT delete_rule, update_rule, constraint_name FROM information_schema.referential_constraints ORDER BY constraint_name;
> NO ACTION | NO ACTION | a_b
> NO ACTION | NO ACTION | a_self
> NO ACTION | NO ACTION | b_a_fkey
> NO ACTION | NO ACTION | bush_up_fkey
> SET DEFAULT | NO ACTION | pet_n_fkey
> SET DEFAULT | SET DEFAULT | pet_owner_fkey
> RESTRICT | RESTRICT | tree_up_fkey
