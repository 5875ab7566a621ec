-- MIN and MAX of windows over constants that are NULL.
CREATE TABLE nulls3 (id integer PRIMARY KEY, k integer, a integer[], d date, j jsonb);

INSERT INTO nulls3 VALUES (1, 2, ARRAY[1], DATE '2020-01-01', '{}'), (2, NULL, NULL, NULL, NULL);

SELECT max(CAST(NULL::date AS date)) OVER (ORDER BY id) FROM nulls3;
> ∅
> ∅

SELECT max(NULL::integer) OVER (ORDER BY id) FROM nulls3;
> ∅
> ∅

SELECT max(nullif(1,1)) OVER (ORDER BY id), min(3) OVER (), max(DATE '2020-01-01') OVER () FROM nulls3;
> ∅|3|2020-01-01
> ∅|3|2020-01-01

SELECT min(NULL::numeric) OVER(), max(NULL::float8) OVER () FROM nulls3;
> ∅|∅
> ∅|∅
