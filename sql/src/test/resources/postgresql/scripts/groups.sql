-- Groups of several lists, of no rows, too.
CREATE TABLE it (k int, v int);
INSERT INTO it VALUES (1,10),(1,11),(1,12),(2,20),(2,21);
CREATE TABLE em (g int, x int);
CREATE TABLE ri (i int);
INSERT INTO ri VALUES (1),(2);
SELECT g, count(*) FROM em WHERE g > 100 GROUP BY ROLLUP (g);
> ∅|0
SELECT g, count(*) FROM em GROUP BY CUBE (g);
> ∅|0
SELECT g, x, count(*), sum(x) FROM em GROUP BY CUBE (g, x);
> ∅|∅|0|∅
SELECT g, x, max(x), grouping(g, x) FROM em GROUP BY ROLLUP (g, x);
> ∅|∅|∅|3
SELECT count(*) FROM em GROUP BY GROUPING SETS ((), ());
> 0
> 0
SELECT g, count(*) FROM em GROUP BY GROUPING SETS ((g), ());
> ∅|0
SELECT g, count(*) FROM em GROUP BY GROUPING SETS ((g));
SELECT g, x, count(*) FROM em GROUP BY GROUPING SETS ((g), (x));
SELECT count(*) FROM em GROUP BY ();
> 0
SELECT g, grouping(g), count(*) FROM em GROUP BY ROLLUP (g) HAVING count(*) = 0;
> ∅|1|0
SELECT g, count(*) FROM em GROUP BY ROLLUP (g) HAVING count(*) > 0;
SELECT g, count(*) FROM em GROUP BY ROLLUP (g) HAVING g IS NOT NULL;
SELECT g, array_agg(x), max(x), count(DISTINCT x) FROM em GROUP BY ROLLUP (g);
> ∅|∅|∅|0
SELECT g, string_agg(x::text, ','), bool_and(x > 1), avg(x) FROM em GROUP BY ROLLUP (g);
> ∅|∅|∅|∅
SELECT k, count(*), grouping(k) FROM it WHERE k = 1 GROUP BY ROLLUP (k);
> 1|3|0
> ∅|3|1
SELECT k, v, count(*) FROM it GROUP BY k, ROLLUP (v) ORDER BY k, v;
> 1|10|1
> 1|11|1
> 1|12|1
> 1|∅|3
> 2|20|1
> 2|21|1
> 2|∅|2
SELECT g, x, count(*) FROM em GROUP BY g, ROLLUP (x);
SELECT * FROM ri LEFT JOIN (SELECT g, count(*) AS c FROM em GROUP BY ROLLUP (g)) q ON true;
> 1|∅|0
> 2|∅|0
SELECT sum(i), count(*) FROM ri WHERE false GROUP BY ROLLUP (i), CUBE (i);
> ∅|0
SELECT i, (SELECT count(*) FROM it WHERE it.k = ri.i + 1 GROUP BY ROLLUP (k) HAVING grouping(k) = 1) FROM ri ORDER BY i;
> 1|2
> 2|0
SELECT i, EXISTS (SELECT count(*) FROM it WHERE it.k = ri.i + 1 GROUP BY ROLLUP (k)) FROM ri ORDER BY i;
> 1|t
> 2|t
SELECT k, g, count(*) FROM it LEFT JOIN em ON em.g = it.k WHERE it.v > 100 GROUP BY CUBE (k, g);
> ∅|∅|0
SELECT g + 1, count(*) FROM em GROUP BY ROLLUP (g + 1);
> ∅|0
SELECT count(*) FROM (SELECT g FROM em GROUP BY ROLLUP (g)) q;
> 1
