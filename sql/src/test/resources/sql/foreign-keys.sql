-- Foreign keys and ALTER TABLE.
CREATE TABLE shop (id INT PRIMARY KEY, name VARCHAR(10));
> done
CREATE TABLE sale (id INT PRIMARY KEY, shop_id INT REFERENCES shop (id), amount INT);
> done
CREATE TABLE part (id INT PRIMARY KEY, sale_id INT, CONSTRAINT of_sale FOREIGN KEY (sale_id) REFERENCES sale ON DELETE CASCADE);
> done
INSERT INTO shop VALUES (1, 'one');
> 1 rows
INSERT INTO sale VALUES (1, 1, 10), (2, NULL, 20);
> 2 rows
INSERT INTO sale VALUES (3, 7, 10);
> error 23503 Constraint "sale_shop_id_fkey" of table "sale": no row of table "shop" is meant by (shop_id) = (7).
INSERT INTO part VALUES (1, 1);
> 1 rows
DELETE FROM shop WHERE id = 1;
> error 23503 Constraint "sale_shop_id_fkey" of table "sale": rows there refer to (id) = (1) of table "shop".
DELETE FROM sale WHERE id = 1;
> 1 rows
SELECT COUNT(*) FROM part;
> 0
DELETE FROM shop WHERE id = 1;
> 1 rows
ALTER TABLE sale ADD COLUMN note VARCHAR(10) DEFAULT 'none';
> done
SELECT * FROM sale;
> 2 | null | 20 | none
INSERT INTO sale (id, amount) VALUES (5, 50);
> 1 rows
SELECT * FROM sale ORDER BY id;
> 2 | null | 20 | none
> 5 | null | 50 | none
ALTER TABLE sale RENAME COLUMN note TO remark;
> done
SELECT remark FROM sale WHERE id = 5;
> none
ALTER TABLE sale DROP COLUMN amount;
> done
SELECT * FROM sale;
> 2 | null | none
> 5 | null | none
ALTER TABLE sale ADD CONSTRAINT short CHECK (CHAR_LENGTH(remark) < 3);
> error 23514 Constraint "short" of table "sale" does not allow this row.
ALTER TABLE sale RENAME TO sales;
> done
SELECT COUNT(*) FROM sales;
> 2
SELECT * FROM sale;
> error 42P01 There is no table "sale" (line 1, column 15). Did you mean "sales"?
-- Rows that refer to each other go together: foreign keys are looked at when the statement ends.
CREATE TABLE person (id INT PRIMARY KEY, boss INT REFERENCES person, name VARCHAR(10));
> done
INSERT INTO person VALUES (1, NULL, 'Ann');
> 1 rows
INSERT INTO person VALUES (2, 1, 'Bob');
> 1 rows
INSERT INTO person VALUES (3, 2, 'Cid'), (4, 4, 'Dan');
> 2 rows
DELETE FROM person WHERE id = 1;
> error 23503 Constraint "person_boss_fkey" of table "person": rows there refer to (id) = (1) of table "person".
DELETE FROM person WHERE id IN (1, 2);
> error 23503 Constraint "person_boss_fkey" of table "person": rows there refer to (id) = (2) of table "person".
SELECT COUNT(*) FROM person;
> 4
DELETE FROM person WHERE id = 4;
> 1 rows
DELETE FROM person WHERE id > 1 RETURNING name;
> 2 rows
> Bob
> Cid
INSERT INTO person VALUES (2, 1, 'Bob');
> 1 rows
DELETE FROM person;
> 2 rows
SELECT COUNT(*) FROM person;
> 0
CREATE TABLE team (id INT PRIMARY KEY, head INT);
> done
CREATE TABLE member (id INT PRIMARY KEY, team INT NOT NULL REFERENCES team);
> done
ALTER TABLE team ADD CONSTRAINT led FOREIGN KEY (head) REFERENCES member;
> done
INSERT INTO team VALUES (1, NULL), (2, NULL);
> 2 rows
INSERT INTO member VALUES (10, 1), (11, 1), (20, 2);
> 3 rows
UPDATE team SET head = id * 10;
> 2 rows
DELETE FROM team;
> error 23503 Constraint "member_team_fkey" of table "member": rows there refer to (id) = (1) of table "team".
DELETE FROM member;
> error 23503 Constraint "led" of table "team": rows there refer to (id) = (10) of table "member".
SELECT (SELECT COUNT(*) FROM team), (SELECT COUNT(*) FROM member);
> 2 | 3
TRUNCATE team, member;
> 0 rows
SELECT (SELECT COUNT(*) FROM team), (SELECT COUNT(*) FROM member);
> 0 | 0
INSERT INTO team VALUES (1, NULL);
> 1 rows
INSERT INTO member VALUES (10, 1);
> 1 rows
UPDATE team SET head = 10;
> 1 rows
TRUNCATE member CASCADE;
> 0 rows
SELECT (SELECT COUNT(*) FROM team), (SELECT COUNT(*) FROM member);
> 0 | 0
