-- Forms that `thetis lab compare-sql` found to be refused, and what lies beside them.
CREATE TABLE t (id int PRIMARY KEY, k int, o boolean, s text);
INSERT INTO t VALUES (1, 1, true, 'b'), (2, NULL, false, 'a'), (3, 1, NULL, NULL), (4, 2, true, 'a');
-- A column of a query around in the list of a query with groups.
SELECT a.id, (SELECT a.id FROM t b GROUP BY b.k ORDER BY 1 LIMIT 1) FROM t a ORDER BY 1;
> 1|1
> 2|2
> 3|3
> 4|4
SELECT a.id, (SELECT a.id + count(*) FROM t b WHERE a.k = b.k) FROM t a ORDER BY 1;
> 1|3
> 2|2
> 3|5
> 4|5
SELECT a.id FROM t a WHERE a.id IN (SELECT a.id FROM t b GROUP BY CUBE (b.k)) ORDER BY 1;
> 1
> 2
> 3
> 4
SELECT a.id, x.* FROM t a, LATERAL (SELECT a.id + sum(b.id) AS s, b.k FROM t b WHERE b.id > a.id GROUP BY b.k) x ORDER BY 1, 2, 3;
> 1|3|∅
> 1|4|1
> 1|5|2
> 2|5|1
> 2|6|2
> 3|7|2
SELECT a.id, (SELECT CASE WHEN a.o THEN max(b.id) ELSE a.id END FROM t b WHERE b.id < a.id) FROM t a ORDER BY 1;
> 1|∅
> 2|2
> 3|3
> 4|3
SELECT a.id, (SELECT coalesce(a.s, string_agg(b.s, ',' ORDER BY b.id)) FROM t b) FROM t a ORDER BY 1;
> 1|b
> 2|a
> 3|b,a,a
> 4|a
SELECT a.id, (SELECT sum(b.id + a.id) + a.k FROM t b) FROM t a ORDER BY 1;
> 1|15
> 2|∅
> 3|23
> 4|28
SELECT a.id, (SELECT a.s AS x FROM t b HAVING count(*) > a.id) FROM t a ORDER BY 1;
> 1|b
> 2|a
> 3|∅
> 4|∅
SELECT a.id, EXISTS (SELECT a.k, count(*) FROM t b GROUP BY ROLLUP (b.k) HAVING sum(b.id) > a.id) FROM t a ORDER BY 1;
> 1|t
> 2|t
> 3|t
> 4|t
SELECT a.id, (SELECT sum(a.id + count(*)) OVER () FROM t b) FROM t a ORDER BY 1;
> 1|5
> 2|6
> 3|7
> 4|8
-- STRING_AGG with ORDER BY and FILTER.
SELECT string_agg(s, ',' ORDER BY id DESC) FILTER (WHERE id > 1) FROM t;
> a,a
SELECT k, string_agg(s, '-' ORDER BY s, id) FILTER (WHERE o) FROM t GROUP BY k ORDER BY k;
> 1|b
> 2|a
> ∅|∅
SELECT string_agg('a', ',' ORDER BY id) FILTER (WHERE false) FROM t;
> ∅
SELECT string_agg(DISTINCT s, ',' ORDER BY s) FILTER (WHERE id > 0) FROM t;
> a,b
SELECT string_agg(DISTINCT s, ',' ORDER BY s DESC) FILTER (WHERE k = 1) FROM t;
> b
SELECT string_agg(s, NULL ORDER BY id) FILTER (WHERE id < 4) FROM t;
> ba
-- DISTINCT in the order of what is calculated over a window.
SELECT DISTINCT lead(id) OVER (ORDER BY id) FROM t ORDER BY 1;
> 2
> 3
> 4
> ∅
SELECT DISTINCT k, count(*) OVER (PARTITION BY k) AS n FROM t ORDER BY n DESC, k;
> 1|2
> 2|1
> ∅|1
SELECT DISTINCT k, count(*) OVER (PARTITION BY k) AS n FROM t ORDER BY 2, 1 NULLS FIRST;
> ∅|1
> 2|1
> 1|2
SELECT DISTINCT k, rank() OVER (ORDER BY k) + 1 FROM t ORDER BY 2 DESC, 1;
> ∅|5
> 2|4
> 1|2
-- A subquery in what a window is ordered by.
SELECT id, row_number() OVER (ORDER BY (SELECT max(b.id) FROM t b WHERE b.id < a.id), id) FROM t a ORDER BY 1;
> 1|4
> 2|1
> 3|2
> 4|3
SELECT id, row_number() OVER (ORDER BY x.c DESC NULLS LAST) FROM (SELECT id, (SELECT max(b.id) FROM t b WHERE b.id < a.id) FROM t a) x (id, c) ORDER BY 1;
> 1|4
> 2|3
> 3|2
> 4|1
SELECT id, count(*) OVER (PARTITION BY x.c) FROM (SELECT id, (SELECT max(b.k) FROM t b WHERE b.id < a.id) FROM t a) x (id, c) ORDER BY 1;
> 1|1
> 2|3
> 3|3
> 4|3
SELECT id, sum(id) OVER (ORDER BY x.c, id) FROM (SELECT id, EXISTS (SELECT 1 FROM t b WHERE b.k = a.id) FROM t a) x (id, c) ORDER BY 1;
> 1|8
> 2|10
> 3|3
> 4|7
SELECT id, sum(id) OVER (ORDER BY x.c, id) FROM (SELECT id, a.k IN (SELECT b.id FROM t b WHERE b.id > 1) FROM t a) x (id, c) ORDER BY 1;
> 1|1
> 2|10
> 3|4
> 4|8
SELECT id, sum(id) OVER (ORDER BY x.c, id) FROM (SELECT id, (SELECT b.id FROM t b WHERE b.id = a.k) FROM t a) x (id, c) ORDER BY 1;
> 1|1
> 2|10
> 3|4
> 4|8
SELECT id, sum(id) OVER (ORDER BY x.c) FROM (SELECT id, (SELECT b.id FROM t b) FROM t a) x (id, c) ORDER BY 1;
> ERROR 21000
