-- Aggregates of a NULL without a type, over groups and windows.
CREATE TABLE t (id int PRIMARY KEY, k int, o boolean, s text);
INSERT INTO t VALUES (1, 1, true, 'b'), (2, NULL, false, 'a'), (3, 1, NULL, NULL), (4, 2, true, 'a');
SELECT bool_or(NULL) OVER (ORDER BY id) FROM t;
> ∅
> ∅
> ∅
> ∅
SELECT bool_and(NULL) OVER () FROM t;
> ∅
> ∅
> ∅
> ∅
SELECT every(NULL) FROM t;
> ∅
SELECT bool_or(NULL), bool_and(NULL) FROM t;
> ∅|∅
SELECT count(NULL), count(NULL) OVER () FROM t GROUP BY o;
> 0|0
> 0|0
> 0|0
SELECT max(NULL), min(NULL) FROM t;
> ∅|∅
SELECT max(NULL) OVER (), min(NULL) OVER (ORDER BY id) FROM t;
> ∅|∅
> ∅|∅
> ∅|∅
> ∅|∅
SELECT string_agg(NULL, ',') FROM t;
> ∅
SELECT string_agg(s, NULL ORDER BY id) FROM t;
> baa
SELECT string_agg(NULL, ',') OVER () FROM t;
> ∅
> ∅
> ∅
> ∅
SELECT regr_count(NULL, 1) FROM t;
> 0
SELECT bool_or(NULL) FILTER (WHERE o) FROM t;
> ∅
SELECT bool_or(NULL) OVER (PARTITION BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t;
> ∅
> ∅
> ∅
> ∅
SELECT max(NULL::int) OVER (ORDER BY id), min(NULL::date) OVER (PARTITION BY k) FROM t;
> ∅|∅
> ∅|∅
> ∅|∅
> ∅|∅
SELECT every(NULL) OVER (), bool_and(NULL) FILTER (WHERE o) OVER (ORDER BY id) FROM t;
> ∅|∅
> ∅|∅
> ∅|∅
> ∅|∅
SELECT sum(NULL::int) OVER (ORDER BY id), avg(NULL::numeric) OVER (), count(NULL::text) OVER () FROM t;
> ∅|∅|0
> ∅|∅|0
> ∅|∅|0
> ∅|∅|0
SELECT max(NULL) OVER w, id FROM t WINDOW w AS (ORDER BY id) ORDER BY id;
> ∅|1
> ∅|2
> ∅|3
> ∅|4
SELECT lag(id, 1, NULL) OVER (ORDER BY id), first_value(NULL::text) OVER (ORDER BY id), lead(NULL::int, 1, 5) OVER (ORDER BY id) FROM t ORDER BY id;
> ∅|∅|∅
> 1|∅|∅
> 2|∅|∅
> 3|∅|5
SELECT max(NULL::float8) OVER (), stddev(NULL::int) OVER (ORDER BY id), array_agg(NULL::int) OVER (ORDER BY id), count(NULL::int) OVER (ORDER BY id) FROM t ORDER BY id;
> ∅|∅|{NULL}|0
> ∅|∅|{NULL,NULL}|0
> ∅|∅|{NULL,NULL,NULL}|0
> ∅|∅|{NULL,NULL,NULL,NULL}|0
