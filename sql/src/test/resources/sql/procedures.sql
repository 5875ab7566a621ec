-- CREATE PROCEDURE of one statement, CALL, DROP PROCEDURE.
CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(20), balance DECIMAL(10, 2));
> done
INSERT INTO account VALUES (1, 'ann', 10.00), (2, 'bob', 20.00);
> 2 rows
CREATE PROCEDURE pay_in (account INT, amount DECIMAL(10, 2)) AS UPDATE account SET balance = balance + :amount WHERE id = :account;
> done
CALL pay_in(1, 2.5);
> 1 rows
CALL PAY_IN(3, 2.5);
> 0 rows
CREATE PROCEDURE of_owner (owner VARCHAR(20)) AS SELECT id, balance FROM account WHERE owner = :owner OR :owner = 'all' ORDER BY id;
> done
CALL of_owner('ann');
> 1 | 12.50
CALL of_owner('all');
> 1 | 12.50
> 2 | 20.00
CALL pay_in(1);
> error 42000 Procedure "pay_in" takes 2 arguments, but 1 were given.
CALL pay_in(1, 'much');
> error 22P02 "much" is no DECIMAL(10, 2), for parameter "amount".
CREATE PROCEDURE pay_in (account INT) AS DELETE FROM account WHERE id = :account;
> error 42P07 There is already a procedure "pay_in".
CREATE OR REPLACE PROCEDURE pay_in (account INT) AS DELETE FROM account WHERE id = :account;
> done
CALL pay_in(2);
> 1 rows
CREATE PROCEDURE bad (a INT) AS SELECT :b FROM account;
> error 42601 Syntax error at line 1, column 9: the procedure has no parameter of this name.
CREATE PROCEDURE bad (a INT) AS SELECT balance FROM acount WHERE id = :a;
> error 42P01 There is no table "acount" (line 1, column 21). Did you mean "account"?
CREATE PROCEDURE bad (a INT) AS SELECT balance FROM account WHERE id = ?;
> error 42601 Syntax error at line 1, column 40: a procedure's statement names its parameters, as :name.
CREATE PROCEDURE bad (a INT, a INT) AS SELECT balance FROM account WHERE id = :a;
> error 42000 Two parameters of procedure "bad" have one name.
CREATE PROCEDURE bad (a INT) AS CALL of_owner('ann');
> error 42000 Procedure "bad" must be one query, INSERT, UPDATE or DELETE.
CREATE PROCEDURE bad (a INT) AS DROP TABLE account;
> error 42000 Procedure "bad" must be one query, INSERT, UPDATE or DELETE.
SELECT routine_name, routine_type FROM information_schema.routines ORDER BY routine_name;
> of_owner | PROCEDURE
> pay_in | PROCEDURE
ALTER TABLE account RENAME COLUMN owner TO holder;
> done
CALL of_owner('ann');
> error 42703 There is no column "owner" here (line 1, column 39).
DROP PROCEDURE of_owner;
> done
DROP PROCEDURE of_owner;
> error 42704 There is no procedure "of_owner".
DROP PROCEDURE IF EXISTS of_owner;
> done
