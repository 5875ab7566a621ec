-- Distinct values come in the order of their type, not in that of JSON.
CREATE TABLE z2 (id integer PRIMARY KEY, k integer, i integer, u integer, a integer[]);

CREATE TABLE z3 (id integer PRIMARY KEY, a integer[]);

INSERT INTO z2 VALUES (1, 1, NULL, 5, ARRAY[1, 2]), (4, 2, 3, NULL, NULL), (5, 2, 3, NULL, '{NULL}');

INSERT INTO z3 VALUES (1, ARRAY[1, 2]), (2, NULL);

SELECT jsonb_agg(DISTINCT a1.i ORDER BY a1.i), jsonb_agg(DISTINCT a1.i), jsonb_agg(DISTINCT a1.i ORDER BY a1.i DESC), jsonb_agg(DISTINCT a1.i ORDER BY a1.i NULLS FIRST) FROM z2 AS a1;
> [3, null]|[3, null]|[null, 3]|[null, 3]

SELECT jsonb_agg(DISTINCT CASE WHEN id > 4 THEN NULL ELSE date '2024-02-29' + id END), jsonb_agg(DISTINCT id || 'x'), jsonb_agg(DISTINCT id > 1), jsonb_agg(DISTINCT id * 1.50) FROM z2;
> ["2024-03-01", "2024-03-04", null]|["1x", "4x", "5x"]|[false, true]|[1.50, 6.00, 7.50]

SELECT jsonb_agg(DISTINCT i) FILTER (WHERE id > 1), json_agg(DISTINCT k), jsonb_agg(DISTINCT to_jsonb(i) ORDER BY to_jsonb(i)) FROM z2;
> [3]|[1, 2]|[3, null]

SELECT k, jsonb_agg(DISTINCT i) FROM z2 GROUP BY ROLLUP (k) ORDER BY k;
> 1|[null]
> 2|[3]
> ∅|[3, null]

SELECT jsonb_agg(DISTINCT i) FROM z2 WHERE id > 10;
> ∅

SELECT jsonb_agg(DISTINCT row(k, i)) FROM z2;
> [{"f1": 1, "f2": null}, {"f1": 2, "f2": 3}]

SELECT jsonb_agg(DISTINCT timestamp '2024-02-29 12:00' + id * interval '1 hour') FROM z2;
> ["2024-02-29T13:00:00", "2024-02-29T16:00:00", "2024-02-29T17:00:00"]
