-- ALTER COLUMN … TYPE: to a wider type at once, to a narrower one if all values are of it.
CREATE TABLE t (id INT PRIMARY KEY, s VARCHAR(9), n INT, d DECIMAL(9, 2), l BIGINT, b VARBINARY(9));
> done
CREATE INDEX t_s ON t (s);
> done
INSERT INTO t VALUES (1, 'abc', 100, 12.50, 5, x'0102'), (2, 'abcdef', 300, 1234.56, 70000, NULL), (3, NULL, NULL, NULL, NULL, NULL);
> 3 rows
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(20);
> done
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(6) USING s::varchar(6);
> done
INSERT INTO t (id, s) VALUES (4, 'abcdefg');
> error 22001 The text of 7 characters is too long for column "s" of type VARCHAR(6).
ALTER TABLE t ALTER COLUMN s SET DATA TYPE VARCHAR(5);
> error 22001 The text of 6 characters is too long for column "s" of type VARCHAR(5).
INSERT INTO t (id, s) VALUES (4, 'abcdef');
> 1 rows
SELECT character_maximum_length FROM information_schema.columns WHERE table_name = 't' AND column_name = 's';
> 6
SELECT id FROM t WHERE s = 'abcdef' ORDER BY id;
> 2
> 4
ALTER TABLE t ALTER COLUMN s TYPE TEXT USING CAST(s AS TEXT);
> done
ALTER TABLE t ALTER COLUMN n TYPE SMALLINT USING n;
> done
ALTER TABLE t ALTER COLUMN n TYPE TINYINT;
> error 22003 300 is out of range for column "n" of type TINYINT.
INSERT INTO t (id, n) VALUES (5, 40000);
> error 22003 40000 is out of range for column "n" of type SMALLINT.
ALTER TABLE t ALTER COLUMN n TYPE INT;
> done
INSERT INTO t (id, n) VALUES (5, 40000);
> 1 rows
ALTER TABLE t ALTER COLUMN d TYPE DECIMAL(6, 2);
> done
ALTER TABLE t ALTER COLUMN d TYPE DECIMAL(5, 2);
> error 22003 1234.56 is out of range for column "d" of type DECIMAL(5, 2).
UPDATE t SET d = 12345.67 WHERE id = 1;
> error 22003 12345.67 is out of range for column "d" of type DECIMAL(6, 2).
ALTER TABLE t ALTER COLUMN b TYPE VARBINARY(2), ALTER COLUMN s TYPE VARCHAR(7);
> done
SELECT * FROM t ORDER BY id;
> 1 | abc | 100 | 12.50 | 5 | x'0102'
> 2 | abcdef | 300 | 1234.56 | 70000 | null
> 3 | null | null | null | null | null
> 4 | abcdef | null | null | null | null
> 5 | null | 40000 | null | null | null
-- Where rows would have to be rewritten.
ALTER TABLE t ALTER COLUMN l TYPE INT;
> error 0A000 Changing column "l" from BIGINT to INTEGER is not supported.
ALTER TABLE t ALTER COLUMN n TYPE BIGINT;
> error 0A000 Changing column "n" from INTEGER to BIGINT is not supported.
ALTER TABLE t ALTER COLUMN d TYPE DECIMAL(9, 3);
> error 0A000 Changing column "d" from DECIMAL(6, 2) to DECIMAL(9, 3) is not supported.
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(9) USING upper(s);
> error 0A000 Changing column "s" from VARCHAR(7) to VARCHAR(9) USING upper(s) is not supported.
ALTER TABLE t ALTER COLUMN s TYPE VARCHAR(9) USING s::int;
> error 0A000 Changing column "s" from VARCHAR(7) to VARCHAR(9) USING s::int is not supported.
ALTER TABLE t ALTER COLUMN s TYPE INT USING s::int;
> error 0A000 Changing column "s" from VARCHAR(7) to INTEGER is not supported.
