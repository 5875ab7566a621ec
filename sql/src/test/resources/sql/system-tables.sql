-- What the catalog says of itself is looked up, joined and grouped like rows of any table.
CREATE SCHEMA app;
> done
CREATE TABLE parent (id INT PRIMARY KEY, code VARCHAR(5) UNIQUE);
> done
CREATE TABLE child (id INT PRIMARY KEY, parent INT REFERENCES parent, note TEXT);
> done
CREATE TABLE app.child (id INT PRIMARY KEY);
> done
CREATE VIEW seen AS SELECT note FROM child;
> done
EXPLAIN SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'child';
> query, reads only
>   information_schema.columns by lookup table_schema = 'public', table_name = 'child'
> keys: known from the arguments
EXPLAIN SELECT column_name FROM information_schema.columns WHERE table_name = 'child' AND column_name LIKE 'n%';
> query, reads only
>   information_schema.columns by lookup table_name = 'child'; filter LIKE(column_name, 'n%')
> keys: known from the arguments
EXPLAIN SELECT column_name FROM information_schema.columns;
> query, reads only
>   information_schema.columns by all rows
> keys: known from the arguments
EXPLAIN SELECT t.table_name, c.column_name FROM information_schema.tables t JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name WHERE t.table_name = 'child';
> query, reads only
>   values [$1, $4]
>     for each row of the first, look up the second, inner
>       information_schema.tables by lookup table_name = 'child'
>       information_schema.columns by lookup table_schema = $19, table_name = $20
> keys: found by a trial run on a snapshot
SELECT table_schema, column_name FROM information_schema.columns WHERE table_name = 'child' ORDER BY 1, 2;
> app | id
> public | id
> public | note
> public | parent
SELECT column_name FROM information_schema.columns WHERE table_name = 'seen';
> note
SELECT column_name FROM information_schema.columns WHERE table_name IN ('child', 'parent', 'nothing') AND table_schema = 'public' ORDER BY table_name, ordinal_position;
> id
> parent
> note
> id
> code
SELECT column_name FROM information_schema.columns WHERE table_name = ANY (ARRAY['parent', 'parent']) ORDER BY 1;
> code
> id
SELECT table_name FROM information_schema.columns WHERE column_name = 'code';
> parent
SELECT table_name FROM information_schema.columns WHERE table_name > 'child' AND table_schema = 'public' ORDER BY 1;
> parent
> parent
> seen
SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'ch!_l%' ESCAPE '!' OR table_name LIKE 'pa%' ORDER BY 1;
> parameters
> parent
> partitions
SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name DESC LIMIT 2;
> seen
> parent
SELECT t.table_schema, t.table_name, count(*) FROM information_schema.tables t JOIN information_schema.columns c ON c.table_schema = t.table_schema AND c.table_name = t.table_name WHERE t.table_type = 'BASE TABLE' GROUP BY 1, 2 ORDER BY 1, 2;
> app | child | 1
> public | child | 3
> public | parent | 2
SELECT k.table_name, k.column_name, r.referenced_table_name FROM information_schema.referential_constraints r LEFT JOIN information_schema.key_column_usage k ON k.constraint_name = r.constraint_name AND k.table_name = r.table_name AND k.table_schema = r.constraint_schema WHERE r.referenced_table_name = 'parent';
> child | parent | parent
SELECT constraint_name FROM information_schema.referential_constraints WHERE unique_constraint_schema = 'public' AND referenced_table_name = 'parent';
> child_parent_fkey
SELECT p.id FROM parent p WHERE EXISTS (SELECT 1 FROM information_schema.tables t WHERE t.table_name = p.code);
> no rows
INSERT INTO parent VALUES (1, 'child');
> 1 rows
SELECT p.id FROM parent p WHERE EXISTS (SELECT 1 FROM information_schema.tables t WHERE t.table_name = p.code);
> 1
SELECT p.code, c.column_name FROM parent p JOIN information_schema.columns c ON c.table_name = p.code AND c.table_schema = 'public' ORDER BY 2;
> child | id
> child | note
> child | parent
@ 'public', 'child'
SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position;
> id
> parent
> note
@ null, 'child'
SELECT column_name FROM information_schema.columns WHERE table_schema = ? AND table_name = ?;
> no rows
WITH c AS (SELECT table_name, count(*) AS n FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name) SELECT table_name, n FROM c WHERE n > 1 ORDER BY 1;
> child | 3
> parent | 2
CREATE TABLE copied AS SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public';
> done
SELECT count(*) FROM copied;
> 8
INSERT INTO copied SELECT table_name, 'all' FROM information_schema.tables WHERE table_name = 'copied';
> 1 rows
SELECT column_name FROM copied WHERE table_name = 'copied';
> table_name
> column_name
> all
DELETE FROM copied WHERE column_name IN (SELECT column_name FROM information_schema.columns WHERE table_name = 'seen');
> 2 rows
SELECT table_name FROM information_schema.tables WHERE table_name = 'parent' FOR UPDATE;
> parent
CREATE VIEW wide AS SELECT table_name AS t, count(*) AS n FROM information_schema.columns WHERE table_schema = 'app' GROUP BY table_name;
> done
SELECT * FROM wide;
> child | 1
ALTER TABLE app.child ADD COLUMN more TEXT;
> done
SELECT * FROM wide;
> child | 2
