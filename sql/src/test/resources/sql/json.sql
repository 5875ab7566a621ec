-- Documents of JSON as values.
CREATE TABLE d (id INT PRIMARY KEY, doc JSONB NOT NULL, other JSON DEFAULT '{"new": true}', name VARCHAR(20) GENERATED ALWAYS AS (doc ->> 'name') STORED, CHECK (doc -> 'age' IS NULL OR (doc ->> 'age')::numeric >= 0));
> done
INSERT INTO d (id, doc) VALUES (1, '{"name":"Ada", "age": 36, "tags":["a","b"], "tags":["x", "y"]}'), (2, '{ "name" : "Bob", "address": {"city": "Ulm", "zip": null}, "age": 1.50 }'), (3, '[1, 2, [3]]');
> 3 rows
SELECT * FROM d ORDER BY id;
> 1 | {"age": 36, "name": "Ada", "tags": ["x", "y"]} | {"new": true} | Ada
> 2 | {"age": 1.50, "name": "Bob", "address": {"zip": null, "city": "Ulm"}} | {"new": true} | Bob
> 3 | [1, 2, [3]] | {"new": true} | null
SELECT doc -> 'name', doc ->> 'name', doc -> 'tags' -> 0, doc -> 'tags' ->> -1, doc #> '{address,city}', doc #>> '{address,city}', doc #>> '{tags,1}' FROM d ORDER BY id;
> "Ada" | Ada | "x" | y | null | null | y
> "Bob" | Bob | null | null | "Ulm" | Ulm | null
> null | null | null | null | null | null | null
SELECT id FROM d WHERE doc ->> 'name' = 'Ada' AND (doc ->> 'age')::numeric > 30;
> 1
SELECT id FROM d WHERE doc @> '{"name": "Bob"}';
> 2
SELECT id FROM d WHERE '{"name": "Bob", "age": 1.5, "x": 1, "address": {"city": "Ulm", "zip": null}}' <@ doc OR doc <@ '{"name": "Bob", "age": 1.5, "x": 1, "address": {"city": "Ulm", "zip": null}}'::jsonb;
> 2
SELECT id, doc ?? 'name', doc ? 'tags', doc ?| array['tags', 'city'], doc ??& '{name,age}', jsonb_exists(doc, 'x') FROM d ORDER BY id;
> 1 | true | true | true | true | false
> 2 | true | false | false | true | false
> 3 | false | false | false | false | false
SELECT doc || '{"age": 37}' || '{"z": [1]}' , doc - 'tags', doc - 0, doc #- '{tags,0}' FROM d WHERE id = 1;
> error 22023 An object of JSON has no element 0; delete members by name.
SELECT doc || '{"age": 37}' || '{"z": [1]}' , doc - 'tags', doc - array['tags', 'age'], doc #- '{tags,0}' FROM d WHERE id = 1;
> {"z": [1], "age": 37, "name": "Ada", "tags": ["x", "y"]} | {"age": 36, "name": "Ada"} | {"name": "Ada"} | {"age": 36, "name": "Ada", "tags": ["y"]}
SELECT doc || '4', doc - 0, doc - -1 FROM d WHERE id = 3;
> [1, 2, [3], 4] | [2, [3]] | [1, 2]
SELECT jsonb_typeof(doc), json_typeof(doc -> 'age'), jsonb_typeof(doc #> '{address,zip}') FROM d ORDER BY id;
> object | number | null
> object | number | null
> array | null | null
SELECT jsonb_build_object('a', 1, 'b', null, 'c', DATE '2026-01-01', 'd', 1.50, 'e', true, 'f', '[1]'::jsonb), jsonb_build_array(1, 'two', NULL), jsonb_build_object(), json_build_array();
> {"a": 1, "b": null, "c": "2026-01-01", "d": 1.50, "e": true, "f": [1]} | [1, "two", null] | {} | []
SELECT jsonb_set('{"a": {"b": 1}}', '{a,c}', '2'), jsonb_set('{"a": [1,2]}', '{a,5}', '"x"'), jsonb_set('{"a": 1}', '{b}', '2', false), jsonb_strip_nulls('{"a": null, "b": {"c": null}}'), jsonb_array_length('[1,2,3]');
> {"a": {"b": 1, "c": 2}} | {"a": [1, 2, "x"]} | {"a": 1} | {"b": {}} | 3
SELECT to_jsonb('text'), to_jsonb(12.5), to_json(TRUE), to_jsonb(CAST(NULL AS INTEGER)), to_jsonb(id) FROM d WHERE id = 1;
> "text" | 12.5 | true | null | 1
SELECT value FROM jsonb_array_elements('[1, "two", null, {"a": 3}]') AS e(value);
> 1
> "two"
> null
> {"a": 3}
SELECT id, e ->> 0 FROM d, jsonb_array_elements(doc -> 'tags') AS e ORDER BY 1, 2;
> 1 | x
> 1 | y
SELECT d.id, tag FROM d CROSS JOIN LATERAL jsonb_array_elements_text(d.doc -> 'tags') AS tag ORDER BY 1, 2;
> 1 | x
> 1 | y
SELECT k FROM jsonb_object_keys('{"b": 1, "aa": 2}') AS k;
> b
> aa
SELECT jsonb_agg(id), jsonb_agg(doc -> 'name'), jsonb_object_agg(id, doc -> 'age') FROM d;
> [1, 2, 3] | ["Ada", "Bob", null] | {"1": 36, "2": 1.50, "3": null}
SELECT jsonb_agg(id ORDER BY id DESC) FROM d;
> [3, 2, 1]
SELECT id FROM d ORDER BY doc;
> 3
> 2
> 1
SELECT doc = '[1,2,[3.0]]', doc < '{}', doc >= '{}', doc <> '1' FROM d ORDER BY id;
> false | false | true | true
> false | false | true | true
> true | true | false | true
SELECT count(DISTINCT doc), count(*) FROM (SELECT doc FROM d UNION ALL SELECT doc FROM d) AS u;
> 3 | 6
SELECT doc, count(*) FROM (SELECT doc FROM d UNION ALL SELECT doc FROM d) AS u GROUP BY doc ORDER BY doc DESC;
> {"age": 36, "name": "Ada", "tags": ["x", "y"]} | 2
> {"age": 1.50, "name": "Bob", "address": {"zip": null, "city": "Ulm"}} | 2
> [1, 2, [3]] | 2
SELECT doc::text, CAST(doc -> 'age' AS INTEGER), (doc -> 'age')::numeric(5, 1), '"x"'::jsonb::text, COALESCE(doc -> 'nothing', '{}') FROM d WHERE id = 2;
> {"age": 1.50, "name": "Bob", "address": {"zip": null, "city": "Ulm"}} | 2 | 1.5 | "x" | {}
UPDATE d SET doc = jsonb_set(doc, '{age}', to_jsonb((doc ->> 'age')::int + 1)) WHERE id = 1 RETURNING doc, name;
> 1 rows
> {"age": 37, "name": "Ada", "tags": ["x", "y"]} | Ada
UPDATE d SET doc = '{"age": -1}' WHERE id = 1;
> error 23514 Constraint "d_doc_check" of table "d" does not allow this row.
INSERT INTO d (id, doc) VALUES (9, '{"a": }');
> error 22P02 The text {"a": } is no JSON: "}" is not expected at character 7; expected: a value.
INSERT INTO d (id, doc) VALUES (9, '{"a": "\ud83d"}');
> error 22P02 The text {"a": "\ud83d"} cannot be kept as JSON: it has half a surrogate pair within a text.
INSERT INTO d (id, doc) VALUES (9, 'null');
> 1 rows
SELECT doc -> 'x', doc IS NULL, doc ->> 'x' FROM d WHERE id = 9;
> null | false | null
SELECT (doc -> 'name')::int FROM d WHERE id = 2;
> error 22023 JSON that is a string cannot be cast to INTEGER; take its text by ->> or #>>.
SELECT doc - 0 FROM d WHERE id = 2;
> error 22023 An object of JSON has no element 0; delete members by name.
CREATE TABLE k (doc JSONB PRIMARY KEY);
> error 0A000 A key or index of column "doc", which is of type JSONB, is not supported.
CREATE VIEW v AS SELECT id, doc ->> 'name' AS name FROM d WHERE doc ? 'name';
> done
SELECT * FROM v ORDER BY id;
> 1 | Ada
> 2 | Bob
SELECT column_name, type_name FROM information_schema.columns WHERE table_name = 'd' ORDER BY ordinal_position;
> id | INTEGER
> doc | JSONB
> other | JSONB
> name | VARCHAR
