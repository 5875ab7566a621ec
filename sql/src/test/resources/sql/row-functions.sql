-- UNNEST of several arrays, and series of timestamps
CREATE TABLE lists (id INT PRIMARY KEY, names TEXT[], numbers INT[]);
> done
INSERT INTO lists VALUES (1, ARRAY['a', 'b', 'c'], ARRAY[1, 2]), (2, ARRAY['d'], ARRAY[4, 5]), (3, NULL, ARRAY[6]), (4, NULL, NULL);
> 4 rows
SELECT * FROM unnest(ARRAY['a', 'b'], ARRAY[1, 2, 3]) AS t (name, number);
> a | 1
> b | 2
> null | 3
SELECT * FROM unnest(ARRAY['a', 'b'], ARRAY[1, 2, 3], ARRAY[true]) WITH ORDINALITY AS t (name, number, truth, n) ORDER BY n DESC;
> null | 3 | null | 3
> b | 2 | null | 2
> a | 1 | true | 1
SELECT * FROM unnest(ARRAY['a', 'b'], ARRAY[1, 2, 3]);
> a | 1
> b | 2
> null | 3
SELECT id, name, number FROM lists, unnest(names, numbers) AS t (name, number) ORDER BY id, number, name;
> 1 | a | 1
> 1 | b | 2
> 1 | c | null
> 2 | d | 4
> 2 | null | 5
> 3 | null | 6
SELECT id, name, number, n FROM lists LEFT JOIN LATERAL unnest(names, numbers) WITH ORDINALITY AS t (name, number, n) ON TRUE ORDER BY id, n;
> 1 | a | 1 | 1
> 1 | b | 2 | 2
> 1 | c | null | 3
> 2 | d | 4 | 1
> 2 | null | 5 | 2
> 3 | null | 6 | 1
> 4 | null | null | null
SELECT name || number FROM unnest(ARRAY['a', 'b'], ARRAY[1, 2]) AS t (name, number) WHERE number > 1;
> b2
INSERT INTO lists (id, names) SELECT id, ARRAY[name] FROM unnest(ARRAY[11, 12], ARRAY['x', 'y']) AS t (id, name);
> 2 rows
SELECT id, names FROM lists WHERE id > 10 ORDER BY id;
> 11 | [x]
> 12 | [y]
@ '{1,2}', '{p,q}'
SELECT a + 1, b FROM unnest(CAST(? AS INT[]), CAST(? AS TEXT[])) AS t (a, b);
> 2 | p
> 3 | q
SELECT * FROM generate_series(TIMESTAMP '2024-01-31 10:00:00', TIMESTAMP '2024-06-30', INTERVAL '1 month');
> 2024-01-31T10:00
> 2024-02-29T10:00
> 2024-03-29T10:00
> 2024-04-29T10:00
> 2024-05-29T10:00
> 2024-06-29T10:00
SELECT * FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-02', '8 hours');
> 2024-01-01T00:00
> 2024-01-01T08:00
> 2024-01-01T16:00
> 2024-01-02T00:00
SELECT s FROM generate_series('2024-01-03'::timestamp, '2024-01-01', INTERVAL '-1 day 00:00:01') AS s;
> 2024-01-03T00:00
> 2024-01-02T00:00:01
> 2024-01-01T00:00:02
SELECT * FROM generate_series(DATE '2024-02-27', DATE '2024-03-01', INTERVAL '1 day') AS d;
> 2024-02-27T00:00:00Z
> 2024-02-28T00:00:00Z
> 2024-02-29T00:00:00Z
> 2024-03-01T00:00:00Z
SELECT d::date FROM generate_series(DATE '2024-02-27', DATE '2024-03-01', '1 day'::interval) AS d;
> 2024-02-27
> 2024-02-28
> 2024-02-29
> 2024-03-01
SELECT * FROM generate_series(TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:00.000003', INTERVAL '1 microsecond');
> 2024-01-01T00:00
> 2024-01-01T00:00:00.000001
> 2024-01-01T00:00:00.000002
> 2024-01-01T00:00:00.000003
SELECT generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-03', INTERVAL '1 day') AS day;
> 2024-01-01T00:00
> 2024-01-02T00:00
> 2024-01-03T00:00
SELECT count(*) FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2023-01-01', INTERVAL '1 day');
> 0
SELECT * FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2025-01-01', INTERVAL '0 days');
> error 22023 The step of a series cannot be zero.
SELECT * FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2025-01-01');
> error 42883 There is no generate_series whose operand 1 is of type TIMESTAMP(0).
SELECT d.d, count(l.id) FROM generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-02', INTERVAL '1 day') AS d (d) LEFT JOIN lists l ON l.id = EXTRACT(DAY FROM d.d) GROUP BY d.d ORDER BY 1;
> 2024-01-01T00:00 | 1
> 2024-01-02T00:00 | 1
SELECT * FROM regexp_split_to_table('a1b22c', '[0-9]+') WITH ORDINALITY;
> a | 1
> b | 2
> c | 3
SELECT part FROM regexp_split_to_table('aXbxc', 'x', 'i') AS part WHERE part <> 'b';
> a
> c
SELECT regexp_split_to_table('a b', ' ');
> a
> b
