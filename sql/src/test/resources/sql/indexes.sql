-- Secondary indexes, made on a filled table and used.
CREATE TABLE person (id INT PRIMARY KEY, last VARCHAR(20), first VARCHAR(20), born INT);
> done
INSERT INTO person VALUES (1,'Kay','Ada',1990),(2,'Kay','Bea',1985),(3,'Lee','Ada',NULL),(4,NULL,'Dan',1970),(5,'Orr','Eve',1985);
> 5 rows
CREATE INDEX by_name ON person (last, first);
> done
CREATE INDEX by_birth ON person (born);
> done
SELECT id FROM person WHERE last = 'Kay' ORDER BY id;
> 1
> 2
SELECT id FROM person WHERE last = 'Kay' AND first = 'Bea';
> 2
SELECT id FROM person WHERE born > 1980 ORDER BY id;
> 1
> 2
> 5
SELECT id FROM person WHERE born <= 1985 ORDER BY id;
> 2
> 4
> 5
SELECT id, born FROM person ORDER BY born LIMIT 3;
> 4 | 1970
> 2 | 1985
> 5 | 1985
SELECT id FROM person WHERE last IN ('Lee', 'Orr') ORDER BY id;
> 3
> 5
EXPLAIN SELECT id FROM person WHERE last = 'Kay' AND first = 'Bea';
> query, reads only
>   person by index by_name last = 'Kay', first = 'Bea'
> keys: found by a trial run on a snapshot
EXPLAIN SELECT id FROM person WHERE born BETWEEN 1980 AND 1986;
> query, reads only
>   person by index by_birth born >= 1980, born <= 1986
> keys: found by a trial run on a snapshot
UPDATE person SET last = 'Zoe' WHERE id = 1;
> 1 rows
SELECT id FROM person WHERE last = 'Kay';
> 2
SELECT id FROM person WHERE last = 'Zoe';
> 1
DELETE FROM person WHERE last = 'Orr';
> 1 rows
SELECT id FROM person WHERE born = 1985;
> 2
CREATE UNIQUE INDEX one_first ON person (first);
> error 23505 Constraint "one_first" of table "person": there is already (first) = ('Ada').
CREATE UNIQUE INDEX one_last ON person (last);
> done
INSERT INTO person (id, last) VALUES (9, 'Lee');
> error 23505 Constraint "one_last" of table "person": there is already (last) = ('Lee').
DROP INDEX by_birth;
> done
EXPLAIN SELECT id FROM person WHERE born = 1985;
> query, reads only
>   person by primary key, whole table; filter =(born, 1985)
> keys: known from the arguments
DROP INDEX by_birth;
> error 42704 There is no index "by_birth".
