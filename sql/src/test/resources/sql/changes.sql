-- INSERT, UPDATE, DELETE, UPSERT, ON CONFLICT, TRUNCATE.
CREATE TABLE account (id INT PRIMARY KEY, email VARCHAR(20) UNIQUE, balance BIGINT DEFAULT 0);
> done
INSERT INTO account VALUES (1, 'a@x', 10), (2, 'b@x', DEFAULT), (3, NULL, 5 * 6);
> 3 rows
INSERT INTO account (id) VALUES (4);
> 1 rows
INSERT INTO account (id, id) VALUES (5, 5);
> error 42000 A column is given twice in INSERT INTO account.
INSERT INTO account (id, nothing) VALUES (5, 5);
> error 42703 Table "account" has no column "nothing".
INSERT INTO account VALUES (5);
> 1 rows
INSERT INTO account (id, email) VALUES (6);
> error 42601 INSERT INTO account has 1 values for 2 columns.
INSERT INTO account VALUES (1, 'c@x', 0);
> error 23505 Constraint "account_pkey" of table "account": there is already a row with key (1).
INSERT INTO account VALUES (9, 'a@x', 0);
> error 23505 Constraint "account_email_key" of table "account": there is already (email) = ('a@x').
SELECT * FROM account;
> 1 | a@x | 10
> 2 | b@x | 0
> 3 | null | 30
> 4 | null | 0
> 5 | null | 0
INSERT INTO account (id, email) SELECT id + 100, 'copy' || email FROM account WHERE id < 3;
> 2 rows
SELECT id, email FROM account WHERE id > 100;
> 101 | copya@x
> 102 | copyb@x
UPDATE account SET balance = balance + 1 WHERE id = 1;
> 1 rows
UPDATE account SET balance = balance * 2, email = UPPER(email) WHERE id IN (1, 2);
> 2 rows
UPDATE account SET balance = 9223372036854775807 WHERE id = 4;
> 1 rows
UPDATE account SET balance = balance + 1 WHERE id = 4;
> error 22003 long overflow.
UPDATE account SET id = id + 1 WHERE id > 100;
> 2 rows
SELECT id, email, balance FROM account;
> 1 | A@X | 22
> 2 | B@X | 0
> 3 | null | 30
> 4 | null | 9223372036854775807
> 5 | null | 0
> 102 | copya@x | 0
> 103 | copyb@x | 0
UPDATE account SET id = 1 WHERE id = 2;
> error 23505 Constraint "account_pkey" of table "account": there is already a row with key (1).
UPDATE account SET email = 'A@X' WHERE id = 2;
> error 23505 Constraint "account_email_key" of table "account": there is already (email) = ('A@X').
UPDATE account SET id = NULL WHERE id = 2;
> error 23502 Column "id" of table "account" cannot be null.
UPDATE account SET nothing = 1;
> error 42703 Table "account" has no column "nothing".
UPDATE account SET balance = 1, balance = 2;
> error 42000 Column "balance" is set twice.
DELETE FROM account WHERE id = 999;
> 0 rows
DELETE FROM account WHERE id > 100;
> 2 rows
INSERT INTO account VALUES (1, 'z@x', 5) ON CONFLICT DO NOTHING;
> 0 rows
INSERT INTO account VALUES (1, 'z@x', 5), (7, 'n@x', 1) ON CONFLICT (id) DO UPDATE SET balance = account.balance + EXCLUDED.balance, email = EXCLUDED.email;
> 2 rows
INSERT INTO account VALUES (8, 'z@x', 100) ON CONFLICT (email) DO UPDATE SET balance = EXCLUDED.balance WHERE account.balance < 1000;
> 1 rows
INSERT INTO account VALUES (8, 'z@x', 100) ON CONFLICT (balance) DO NOTHING;
> error 42000 ON CONFLICT names no primary key and no unique index of table "account".
SELECT * FROM account;
> 1 | z@x | 100
> 2 | B@X | 0
> 3 | null | 30
> 4 | null | 9223372036854775807
> 5 | null | 0
> 7 | n@x | 1
UPSERT INTO account VALUES (7, 'up@x', 77), (8, 'new@x', 88);
> 2 rows
SELECT * FROM account WHERE id >= 7;
> 7 | up@x | 77
> 8 | new@x | 88
EXPLAIN SELECT * FROM account WHERE email = 'up@x';
> query, reads only
>   account by index account_email_key email = 'up@x'
> keys: found by a trial run on a snapshot
SELECT id FROM account WHERE email = 'up@x';
> 7
SELECT id FROM account WHERE email > 'm' ORDER BY email;
> 8
> 7
> 1
TRUNCATE TABLE account;
> 7 rows
SELECT COUNT(*) FROM account;
> 0
