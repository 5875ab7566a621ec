-- DISTINCT of one aggregate beside the order of another.
CREATE TABLE t1 (id integer PRIMARY KEY, f double precision, s text);
INSERT INTO t1 VALUES (1, 2.5, 'b'), (2, NULL, 'a'), (3, 2.5, NULL);
SELECT count(DISTINCT NULL), array_agg(0 ORDER BY 0) FILTER (WHERE true), jsonb_agg(0.00 ORDER BY 0.00) FROM t1 AS a3;
> 0|{0,0,0}|[0.00, 0.00, 0.00]
SELECT count(DISTINCT f), array_agg(f ORDER BY f) FILTER (WHERE true), jsonb_agg(id ORDER BY id) FROM t1 AS a3;
> 1|{2.5,2.5,NULL}|[1, 2, 3]
SELECT count(DISTINCT f), array_agg(1/id ORDER BY 1/id) FILTER (WHERE id > 0), jsonb_agg(id ORDER BY id DESC) FROM t1 AS a3;
> 1|{0,0,1}|[3, 2, 1]
SELECT count(DISTINCT f), array_agg(id ORDER BY f, id) FILTER (WHERE id > 0) FROM t1 AS a3;
> 1|{1,3,2}
SELECT count(DISTINCT f), array_agg(id ORDER BY s, id) FROM t1 AS a3;
> 1|{2,1,3}
SELECT count(DISTINCT f), string_agg(s, ',' ORDER BY id DESC), string_agg(s, ',' ORDER BY id), sum(id) FROM t1;
> 1|a,b|b,a|6
SELECT f, count(DISTINCT s), string_agg(s, ',' ORDER BY id DESC), array_agg(id ORDER BY s NULLS FIRST), jsonb_agg(s ORDER BY id) FROM t1 GROUP BY f ORDER BY f;
> 2.5|1|b|{3,1}|["b", null]
> ∅|1|a|{2}|["a"]
SELECT count(DISTINCT f), count(DISTINCT s), string_agg(s, ',' ORDER BY id DESC) FILTER (WHERE id < 3), array_agg(id ORDER BY s NULLS FIRST) FROM t1;
> 1|2|a,b|{3,2,1}
SELECT f, count(DISTINCT s), array_agg(id ORDER BY id), array_agg(s ORDER BY s, id), array_agg(f ORDER BY f) FROM t1 GROUP BY ROLLUP (f) ORDER BY f NULLS FIRST, 2;
> ∅|1|{2}|{a}|{NULL}
> ∅|2|{1,2,3}|{a,b,NULL}|{2.5,2.5,NULL}
> 2.5|1|{1,3}|{b,NULL}|{2.5,2.5}
SELECT s, count(DISTINCT f), jsonb_agg(id ORDER BY f DESC NULLS LAST, id), string_agg(s, '' ORDER BY id) FILTER (WHERE id <> 2) FROM t1 GROUP BY CUBE (s, f) ORDER BY s NULLS FIRST, f NULLS FIRST, grouping(s, f);
> ∅|1|[3]|∅
> ∅|0|[2]|∅
> ∅|1|[1, 3, 2]|b
> ∅|1|[3]|∅
> ∅|1|[1, 3]|b
> a|0|[2]|∅
> a|0|[2]|∅
> b|1|[1]|b
> b|1|[1]|b
SELECT sum(DISTINCT f), avg(DISTINCT id), array_agg(id ORDER BY s DESC, id DESC) FROM t1 HAVING count(DISTINCT s) > 1;
> 2.5|2.0000000000000000|{3,1,2}
SELECT (SELECT array_agg(b.id ORDER BY b.s, a.id) FROM t1 AS b WHERE b.id <= a.id), count(DISTINCT a.f) FROM t1 AS a GROUP BY a.id ORDER BY a.id;
> {1}|1
> {2,1}|0
> {2,1,3}|1
