-- Forms of queries and changes as PostgreSQL has them; the answers are PostgreSQL's.
-- DISTINCT ON, WITH TIES, GROUP BY of a primary key, assignments of rows, functions that give rows.
CREATE TABLE dept (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, budget NUMERIC(12,2));
> done
CREATE TABLE emp (id INT PRIMARY KEY, dept_id INT REFERENCES dept(id), name TEXT, salary NUMERIC(10,2), hired DATE, boss INT, active BOOLEAN DEFAULT TRUE);
> done
INSERT INTO dept VALUES (1,'Sales',1000.50),(2,'Dev',2000),(3,'Empty',NULL);
> 3 rows
INSERT INTO emp VALUES (1,1,'ann',100,'2020-01-05',NULL,true),(2,1,'bob',200,'2021-02-06',1,true),(3,2,'cy',300.25,'2022-03-07',1,false),(4,2,'dee',NULL,'2023-04-08',3,true),(5,NULL,'eve',150,NULL,2,NULL),(6,1,'fay',200,NULL,1,true);
> 6 rows
SELECT DISTINCT ON (dept_id) dept_id, name FROM emp ORDER BY dept_id, salary DESC NULLS LAST, id;
> 1 | bob
> 2 | cy
> null | eve
SELECT DISTINCT ON (dept_id) * FROM emp ORDER BY dept_id DESC, id;
> 5 | null | eve | 150.00 | null | 2 | null
> 3 | 2 | cy | 300.25 | 2022-03-07 | 1 | false
> 1 | 1 | ann | 100.00 | 2020-01-05 | null | true
SELECT DISTINCT ON (dept_id) name FROM emp ORDER BY dept_id NULLS FIRST, id DESC LIMIT 2;
> eve
> fay
SELECT DISTINCT ON (dept_id, active) dept_id, active, id FROM emp ORDER BY active, dept_id, id;
> 2 | false | 3
> 1 | true | 1
> 2 | true | 4
> null | null | 5
SELECT DISTINCT ON (d) dept_id AS d, name FROM emp ORDER BY d, name DESC;
> 1 | fay
> 2 | dee
> null | eve
SELECT DISTINCT ON (1) dept_id, name FROM emp ORDER BY 1, 2;
> 1 | ann
> 2 | cy
> null | eve
SELECT DISTINCT ON (upper(name)) upper(name) u FROM emp ORDER BY upper(name) DESC;
> FAY
> EVE
> DEE
> CY
> BOB
> ANN
SELECT DISTINCT ON (dept_id) dept_id, count(*) FROM emp GROUP BY dept_id, active ORDER BY dept_id, count(*) DESC;
> 1 | 3
> 2 | 1
> null | 1
SELECT * FROM (SELECT DISTINCT ON (dept_id) dept_id, id FROM emp ORDER BY dept_id, id DESC) x ORDER BY id;
> 2 | 4
> null | 5
> 1 | 6
SELECT DISTINCT ON (e.dept_id) e.name, d.name FROM emp e JOIN dept d ON d.id = e.dept_id ORDER BY e.dept_id, e.salary DESC NULLS LAST, e.id;
> bob | Sales
> cy | Dev
SELECT DISTINCT ON (dept_id) dept_id, name FROM emp ORDER BY name;
> error 42P10 ORDER BY must begin with the expressions of DISTINCT ON, in any order.
SELECT count(*) FROM (SELECT DISTINCT ON (dept_id) dept_id FROM emp) x;
> 3
WITH x AS (SELECT DISTINCT ON (dept_id) id, dept_id FROM emp ORDER BY dept_id, id) SELECT sum(id) FROM x;
> 9
SELECT DISTINCT ON (dept_id) row_number() OVER (ORDER BY id), dept_id FROM emp ORDER BY dept_id, id;
> 1 | 1
> 3 | 2
> 5 | null
SELECT id, salary FROM emp ORDER BY salary DESC NULLS LAST FETCH FIRST 2 ROWS WITH TIES;
> 3 | 300.25
> 2 | 200.00
> 6 | 200.00
SELECT id FROM emp ORDER BY salary NULLS FIRST, id OFFSET 1 FETCH FIRST 2 ROWS WITH TIES;
> 1
> 5
SELECT id FROM emp ORDER BY dept_id OFFSET 1 ROWS FETCH NEXT ROW WITH TIES;
> 2
> 6
SELECT id FROM emp ORDER BY id FETCH FIRST ROW ONLY;
> 1
SELECT dept_id d, count(*) c FROM emp GROUP BY dept_id ORDER BY c DESC FETCH FIRST 1 ROWS WITH TIES;
> 1 | 3
SELECT id FROM emp FETCH FIRST 1 ROWS WITH TIES;
> error 42601 Syntax error at line 1, column 20: WITH TIES needs an ORDER BY.
WITH x AS MATERIALIZED (SELECT 1 AS a), y AS NOT MATERIALIZED (SELECT 2 AS a) SELECT * FROM x UNION ALL SELECT * FROM y;
> 1
> 2
UPDATE emp SET (salary, name) = (5, 'ANN') WHERE id = 1;
> 1 rows
UPDATE emp SET (salary, name) = ROW(6, upper('an,n')) , boss = 2 WHERE id = 1;
> 1 rows
SELECT salary, name, boss FROM emp WHERE id = 1;
> 6.00 | AN,N | 2
UPDATE emp SET boss = 1, (salary, name) = (SELECT d.budget::numeric, 'q' || d.name FROM dept d WHERE d.id = emp.dept_id) WHERE id IN (1, 3);
> 2 rows
SELECT salary, name, boss FROM emp WHERE id IN (1, 3) ORDER BY id;
> 1000.50 | qSales | 1
> 2000.00 | qDev | 1
UPDATE emp SET (salary, name) = (5) WHERE id = 1;
> error 42601 Syntax error at line 1, column 16: 2 columns cannot take 1 values.
INSERT INTO dept (id, name) VALUES (1, 'x') ON CONFLICT (id) DO UPDATE SET (name, budget) = (EXCLUDED.name, 7);
> 1 rows
SELECT * FROM dept WHERE id = 1;
> 1 | x | 7.00
SELECT id, (id, 1) = (1, 1) FROM dept ORDER BY id;
> 1 | true
> 2 | false
> 3 | false
SELECT d.id, d.name, count(e.id) FROM dept d LEFT JOIN emp e ON e.dept_id = d.id GROUP BY d.id ORDER BY d.name;
> 2 | Dev | 2
> 3 | Empty | 0
> 1 | x | 3
SELECT d.*, count(*) FROM dept d JOIN emp e ON e.dept_id = d.id GROUP BY d.id ORDER BY d.id;
> 1 | x | 7.00 | 3
> 2 | Dev | 2000.00 | 2
SELECT id, name FROM dept GROUP BY id HAVING budget > 5 ORDER BY budget;
> 1 | x
> 2 | Dev
SELECT d.name, e.name FROM dept d, emp e WHERE d.id = e.dept_id GROUP BY d.id, e.id ORDER BY e.name;
> x | bob
> Dev | dee
> x | fay
> Dev | qDev
> x | qSales
SELECT d.name, sum(e.salary) FROM dept d, emp e WHERE d.id = e.dept_id GROUP BY e.dept_id ORDER BY 1;
> error 42803 Expression 'd.name' is not being grouped (line 1, column 8).
SELECT upper(name) FROM dept GROUP BY dept.id ORDER BY 1;
> DEV
> EMPTY
> X
SELECT name, count(*) FROM emp GROUP BY dept_id;
> error 42803 Expression 'name' is not being grouped (line 1, column 8).
WITH dept AS (SELECT 1 AS id, 'a' AS name UNION ALL SELECT 1, 'b') SELECT id, name FROM dept GROUP BY id;
> error 42803 Expression 'name' is not being grouped (line 1, column 79).
SELECT (SELECT max(e.id) FROM emp e WHERE e.dept_id = d.id AND d.budget IS NOT NULL) FROM dept d GROUP BY d.id ORDER BY 1;
> 4
> 6
> null
SELECT * FROM generate_series(1,5);
> 1
> 2
> 3
> 4
> 5
SELECT g FROM generate_series(1,10,3) AS g;
> 1
> 4
> 7
> 10
SELECT g.n * 2 FROM generate_series(5,1,-2) AS g(n);
> 10
> 6
> 2
SELECT count(*), sum(g) FROM generate_series(1,100000) g;
> 100000 | 5000050000
SELECT * FROM generate_series(3,1);
> no rows
SELECT * FROM generate_series(1,3,0);
> error 22023 The step of a series cannot be zero.
SELECT * FROM generate_series(1,NULL);
> no rows
SELECT g FROM generate_series(1::bigint, 9223372036854775807, 4611686018427387904) g;
> 1
> 4611686018427387905
SELECT g FROM generate_series(1.0, 2.0, 0.25) g;
> 1.0
> 1.25
> 1.50
> 1.75
> 2.00
SELECT d.id, g FROM dept d, generate_series(1, d.id) g ORDER BY 1, 2;
> 1 | 1
> 2 | 1
> 2 | 2
> 3 | 1
> 3 | 2
> 3 | 3
SELECT d.id, g FROM dept d CROSS JOIN LATERAL generate_series(1, d.id) AS g ORDER BY 1, 2;
> 1 | 1
> 2 | 1
> 2 | 2
> 3 | 1
> 3 | 2
> 3 | 3
SELECT d.id, g FROM dept d LEFT JOIN LATERAL generate_series(2, d.id) AS g ON true ORDER BY 1, 2;
> 1 | null
> 2 | 2
> 3 | 2
> 3 | 3
SELECT generate_series(1,3);
> 1
> 2
> 3
SELECT generate_series(1,3) AS n, 'x' AS x;
> 1 | x
> 2 | x
> 3 | x
SELECT id, generate_series(1,id) FROM dept ORDER BY 1, 2;
> 1 | 1
> 2 | 1
> 2 | 2
> 3 | 1
> 3 | 2
> 3 | 3
SELECT unnest(ARRAY[3,1,2]);
> 3
> 1
> 2
SELECT id, unnest(ARRAY['a','b']) AS u FROM dept WHERE id < 3 ORDER BY id, u LIMIT 3;
> 1 | a
> 1 | b
> 2 | a
SELECT x, n FROM unnest(ARRAY['a','b']) WITH ORDINALITY AS t(x,n);
> a | 1
> b | 2
SELECT * FROM unnest(ARRAY[1,2]) WITH ORDINALITY;
> 1 | 1
> 2 | 2
SELECT x.*, y.* FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) AS x(a,b), unnest(ARRAY[7]) y;
> 1 | a | 7
> 2 | b | 7
> null | c | 7
SELECT * FROM unnest(ARRAY[1,2]);
> 1
> 2
SELECT * FROM jsonb_array_elements('[1,{"a":2}]'::jsonb);
> 1
> {"a": 2}
SELECT * FROM jsonb_array_elements_text('["a","b"]') WITH ORDINALITY;
> a | 1
> b | 2
SELECT * FROM jsonb_object_keys('{"a":1,"b":2}');
> a
> b
SELECT * FROM jsonb_each('{"a":1,"b":[2]}'::jsonb);
> a | 1
> b | [2]
SELECT key, value FROM jsonb_each_text('{"a":1,"b":"x"}') ORDER BY key;
> a | 1
> b | x
SELECT e.key FROM dept d, jsonb_each(jsonb_build_object('n', d.name)) e WHERE d.id = 2;
> n
SELECT jsonb_array_elements('[1,2]'::jsonb);
> 1
> 2
SELECT * FROM string_to_table('a,b',',');
> a
> b
INSERT INTO dept DEFAULT VALUES;
> error 23502 Column "id" of table "dept" cannot be null.
CREATE TABLE dv (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n INT DEFAULT 5);
> done
INSERT INTO dv DEFAULT VALUES;
> 1 rows
INSERT INTO dv DEFAULT VALUES RETURNING id, n;
> 1 rows
> 2 | 5
SELECT count(e.*) FROM dept d LEFT JOIN emp e ON e.dept_id = d.id;
> 5
SELECT row_to_json(d) FROM dept d ORDER BY id LIMIT 1;
> {"id": 1, "name": "x", "budget": 7.00}
SELECT to_jsonb(d) FROM dept d ORDER BY id LIMIT 1;
> {"id": 1, "name": "x", "budget": 7.00}
SELECT to_jsonb(x) FROM (SELECT 1 AS a, 'b' AS b) x;
> {"a": 1, "b": "b"}
SELECT jsonb_agg(x) FROM (SELECT id, name FROM dept WHERE id < 3) x;
> [{"id": 1, "name": "x"}, {"id": 2, "name": "Dev"}]
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]'::jsonb) AS t(a int, b text);
> 1 | x
> 2 | null
SELECT * FROM json_to_record('{"a":1,"b":[1,2]}') AS t(a int, b text);
> 1 | [1, 2]
DROP TABLE dv;
> done
DROP TABLE emp;
> done
DROP TABLE dept;
> done
-- Whole rows as documents, DEFAULT VALUES.
CREATE TABLE dv (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n INT DEFAULT 5);
> done
INSERT INTO dv DEFAULT VALUES;
> 1 rows
INSERT INTO dv DEFAULT VALUES RETURNING id, n;
> 1 rows
> 2 | 5
SELECT * FROM dv ORDER BY id;
> 1 | 5
> 2 | 5
CREATE TABLE d2 (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, budget NUMERIC(12,2));
> done
CREATE TABLE e2 (id INT PRIMARY KEY, d INT, name TEXT);
> done
INSERT INTO d2 VALUES (1,'Sales',1000.50),(2,'Dev',2000),(3,'Empty',NULL);
> 3 rows
INSERT INTO e2 VALUES (1,1,'a'),(2,1,'b'),(3,2,NULL);
> 3 rows
SELECT count(e.*) FROM d2 d LEFT JOIN e2 e ON e.d = d.id;
> 3
SELECT d.id, count(e) FROM d2 d LEFT JOIN e2 e ON e.d = d.id GROUP BY d.id ORDER BY 1;
> 1 | 2
> 2 | 1
> 3 | 0
SELECT to_jsonb(d) FROM d2 d ORDER BY id;
> {"id": 1, "name": "Sales", "budget": 1000.50}
> {"id": 2, "name": "Dev", "budget": 2000.00}
> {"id": 3, "name": "Empty", "budget": null}
SELECT to_jsonb(d2) FROM d2 ORDER BY id LIMIT 1;
> {"id": 1, "name": "Sales", "budget": 1000.50}
SELECT d.id, to_jsonb(e) FROM d2 d LEFT JOIN e2 e ON e.d = d.id ORDER BY d.id, e.id;
> 1 | {"d": 1, "id": 1, "name": "a"}
> 1 | {"d": 1, "id": 2, "name": "b"}
> 2 | {"d": 2, "id": 3, "name": null}
> 3 | null
SELECT to_jsonb(x) FROM (SELECT 1 AS a, 'b' AS b) x;
> {"a": 1, "b": "b"}
SELECT jsonb_agg(x ORDER BY id) FROM (SELECT id, name FROM d2 WHERE id < 3) x;
> [{"id": 1, "name": "Sales"}, {"id": 2, "name": "Dev"}]
WITH x AS (SELECT id, name FROM d2) SELECT jsonb_agg(x ORDER BY x.id) FROM x;
> [{"id": 1, "name": "Sales"}, {"id": 2, "name": "Dev"}, {"id": 3, "name": "Empty"}]
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]'::jsonb) AS t(a int, b text);
> 1 | x
> 2 | null
SELECT t.b, t.a + 1 FROM jsonb_to_recordset('[{"a":1,"b":"x"},{"a":2}]') AS t(a int, b varchar(10)) ORDER BY t.a DESC;
> null | 3
> x | 2
SELECT * FROM jsonb_to_record('{"a":1,"b":"[1,2]"}') AS t(a int, b text);
> 1 | [1,2]
INSERT INTO d2 SELECT * FROM jsonb_to_recordset('[{"id":7,"name":"x","budget":1.5}]') AS t(id int, name text, budget numeric(12,2));
> 1 rows
SELECT * FROM d2 WHERE id = 7;
> 7 | x | 1.50
SELECT id, unnest(ARRAY['x','y']) u, count(*) FROM d2 WHERE id < 3 GROUP BY id, u ORDER BY 1, 2;
> 1 | x | 1
> 1 | y | 1
> 2 | x | 1
> 2 | y | 1
SELECT *, unnest(ARRAY[1,2]) FROM e2 WHERE id = 1;
> 1 | 1 | a | 1
> 1 | 1 | a | 2
SELECT e.*, generate_series(1,2) g FROM e2 e WHERE id = 1 ORDER BY g DESC;
> 1 | 1 | a | 2
> 1 | 1 | a | 1
SELECT x FROM unnest('{1,2}'::int[]) x WHERE x > 1;
> 2
SELECT DISTINCT unnest(ARRAY[1,1,2]) ORDER BY 1;
> 1
> 2
SELECT count(*) FROM (SELECT generate_series(1,10)) q;
> 10
SELECT max(g), min(g) FROM generate_series(1,1000) g WHERE g % 7 = 0;
> 994 | 7
INSERT INTO e2 (id, d, name) SELECT g, 1, 'n' || g FROM generate_series(100, 104) g;
> 5 rows
SELECT count(*) FROM e2;
> 8
SELECT a.n, b.n FROM generate_series(1,2) a(n) CROSS JOIN generate_series(1,2) b(n) ORDER BY 1,2;
> 1 | 1
> 1 | 2
> 2 | 1
> 2 | 2
SELECT g, e.id FROM generate_series(1,4) g LEFT JOIN e2 e ON e.id = g ORDER BY 1;
> 1 | 1
> 2 | 2
> 3 | 3
> 4 | null
SELECT EXISTS (SELECT 1 FROM generate_series(1,3) x WHERE x = 2);
> true
SELECT ARRAY(SELECT generate_series(1,3));
> [1, 2, 3]
SELECT 1 FROM e2 WHERE id IN (SELECT unnest(ARRAY[1,2])) ORDER BY 1;
> 1
> 1
SELECT id FROM e2 WHERE id IN (SELECT g FROM generate_series(1,2) g) ORDER BY 1;
> 1
> 2
SELECT jsonb_object_keys('{"b":1,"a":2}') AS k ORDER BY k;
> a
> b
SELECT k.* FROM jsonb_each('{"b":1,"a":null}') k ORDER BY k.key;
> a | null
> b | 1
SELECT value ->> 'x' FROM jsonb_array_elements('[{"x":1},{"x":2}]') ORDER BY 1;
> 1
> 2
SELECT elem ->> 'x' FROM jsonb_array_elements('[{"x":1},{"x":2}]') AS elem ORDER BY 1;
> 1
> 2
SELECT t.elem ->> 'x', t.i FROM jsonb_array_elements('[{"x":1},{"x":2}]') WITH ORDINALITY AS t(elem, i) ORDER BY 2 DESC;
> 2 | 2
> 1 | 1
DROP TABLE dv;
> done
DROP TABLE d2;
> done
DROP TABLE e2;
> done
-- NUMERIC without digits keeps those of its values.
CREATE TABLE nn (id INT PRIMARY KEY, a NUMERIC, b NUMERIC(6,2), c INT, d DOUBLE PRECISION, t TEXT);
> done
INSERT INTO nn VALUES (1, 1.5, 2.25, 3, 4.5, '12.345'), (2, 100, 0.1, 7, 1e10, '-1'), (3, NULL, NULL, NULL, NULL, NULL);
> 3 rows
INSERT INTO nn VALUES (4);
> 1 rows
INSERT INTO nn VALUES (5, DEFAULT);
> 1 rows
SELECT * FROM nn ORDER BY id;
> 1 | 1.5 | 2.25 | 3 | 4.5 | 12.345
> 2 | 100 | 0.10 | 7 | 1.0E10 | -1
> 3 | null | null | null | null | null
> 4 | null | null | null | null | null
> 5 | null | null | null | null | null
SELECT id, a::numeric, b::numeric, c::numeric, d::numeric, t::numeric FROM nn ORDER BY id;
> 1 | 1.5 | 2.25 | 3 | 4.5 | 12.345
> 2 | 100 | 0.10 | 7 | 10000000000 | -1
> 3 | null | null | null | null | null
> 4 | null | null | null | null | null
> 5 | null | null | null | null | null
SELECT cast(b AS decimal), cast(1.25 AS numeric), cast('1.255' AS numeric), cast(b AS numeric(5)), cast(b AS numeric(5,1)) FROM nn WHERE id = 1;
> 2.25 | 1.25 | 1.255 | 2 | 2.3
SELECT sum(b::numeric), sum(t::numeric), max(a::numeric), 7::numeric / 2, b::numeric + 1 FROM nn GROUP BY b ORDER BY 1;
> 0.10 | -1 | 100 | 3.5000000000000000 | 1.10
> 2.25 | 12.345 | 1.5 | 3.5000000000000000 | 3.25
> null | null | null | 3.5000000000000000 | null
SELECT '1.5'::numeric + 1, '1.50'::numeric = 1.5, 1e3::numeric, (1/3.0)::numeric(10,3);
> 2.5 | true | 1000 | 0.333
SELECT nn.*, count(*), 5 FROM nn GROUP BY nn.id ORDER BY nn.id;
> 1 | 1.5 | 2.25 | 3 | 4.5 | 12.345 | 1 | 5
> 2 | 100 | 0.10 | 7 | 1.0E10 | -1 | 1 | 5
> 3 | null | null | null | null | null | 1 | 5
> 4 | null | null | null | null | null | 1 | 5
> 5 | null | null | null | null | null | 1 | 5
SELECT count(*), nn.* FROM nn GROUP BY nn.id ORDER BY nn.id;
> 1 | 1 | 1.5 | 2.25 | 3 | 4.5 | 12.345
> 1 | 2 | 100 | 0.10 | 7 | 1.0E10 | -1
> 1 | 3 | null | null | null | null | null
> 1 | 4 | null | null | null | null | null
> 1 | 5 | null | null | null | null | null
SELECT 1, x.*, 2, y.*, 3 FROM (SELECT 4 AS a) x, (SELECT 5 AS b) y;
> 1 | 4 | 2 | 5 | 3
SELECT a FROM nn WHERE a = '1.5'::numeric;
> 1.5
SELECT round(a::numeric, 1), a * 2, a / 3 > 0.5 FROM nn WHERE id = 1;
> 1.5 | 3.0 | false
SELECT round(2.5::numeric), round((-2.5)::numeric), round(d::numeric, 2) FROM nn WHERE id = 1;
> 3 | -3 | 4.50
SELECT 'x'::numeric;
> error 22P02 "x" is no DECIMAL, for a cast.
DROP TABLE nn;
> done
