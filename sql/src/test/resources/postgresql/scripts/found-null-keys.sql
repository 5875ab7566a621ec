-- A subquery that looks at a column which may be NULL, and which an outer join below compares, too.
CREATE TABLE pairs (id integer, k integer, i integer, u integer, b bigint, d date);
INSERT INTO pairs VALUES (3, 0, NULL, NULL, 0::bigint, DATE '0001-01-01'), (4, 1, 0, 1, 5, NULL), (5, NULL, 1, 0, NULL, DATE '2020-01-01'), (6, 7, 9, NULL, 3, DATE '2020-01-02');
SELECT 0, a1.b, NULL FROM pairs AS a1 LEFT JOIN pairs AS a2 ON a1.i = a2.k WHERE (a2.d NOT IN (SELECT max(a3.d) FROM pairs AS a3 WHERE a3.k = a1.i GROUP BY a3.u)) ORDER BY 1, 2;
> 0|0|∅
> 0|3|∅
SELECT 0, a1.b FROM pairs AS a1 LEFT JOIN pairs AS a2 ON a1.i = a2.k WHERE (a2.d NOT IN (SELECT a3.d FROM pairs AS a3 WHERE a3.k = a1.i)) ORDER BY 1, 2;
> 0|0
> 0|3
SELECT 0, a1.b, a2.d IN (SELECT max(a3.d) FROM pairs AS a3 WHERE a3.k = a1.i GROUP BY a3.u) FROM pairs AS a1 LEFT JOIN pairs AS a2 ON a1.i = a2.k ORDER BY 1, 2;
> 0|0|f
> 0|3|f
> 0|5|t
> 0|∅|∅
SELECT 0, a1.b FROM pairs AS a1 WHERE (a1.u NOT IN (SELECT max(a3.k) FROM pairs AS a3 WHERE a3.k = a1.i GROUP BY a3.u)) ORDER BY 1, 2;
> 0|0
> 0|3
> 0|5
> 0|∅
SELECT 0, a1.b FROM pairs AS a1, pairs AS a2 WHERE (a2.u NOT IN (SELECT max(a3.k) FROM pairs AS a3 WHERE a3.k = a1.i GROUP BY a3.u)) ORDER BY 1, 2;
> 0|0
> 0|0
> 0|0
> 0|0
> 0|3
> 0|3
> 0|3
> 0|3
> 0|5
> 0|∅
SELECT k FROM pairs a WHERE b IN (SELECT x.b FROM pairs x WHERE x.k = a.i) OR (d NOT IN (SELECT y.d FROM pairs y WHERE y.k = a.i)) ORDER BY 1;
> 0
> 7
SELECT k, b IN (SELECT x.b FROM pairs x WHERE x.k = a.i), d IN (SELECT y.d FROM pairs y WHERE y.k = a.i), u NOT IN (SELECT y.u FROM pairs y WHERE y.k = a.i) FROM pairs a ORDER BY 1, 2;
> 0|f|f|t
> 1|f|∅|∅
> 7|f|f|t
> ∅|∅|∅|t
SELECT k, (SELECT count(*) FROM pairs x WHERE x.k = a.i), (SELECT count(y.d) FROM pairs y WHERE y.k = a.i), (SELECT sum(u) FROM pairs y WHERE y.k = a.i) FROM pairs a ORDER BY 1, 2;
> 0|0|0|∅
> 1|1|1|∅
> 7|0|0|∅
> ∅|1|0|1
SELECT a.k, (SELECT count(*) FROM pairs x WHERE x.k = a.i) FROM pairs a LEFT JOIN pairs b ON a.i = b.k ORDER BY 1, 2;
> 0|0
> 1|1
> 7|0
> ∅|1
SELECT a.k, (SELECT count(*) FROM pairs x WHERE x.k = b.i) FROM pairs a RIGHT JOIN pairs b ON a.k = b.i ORDER BY 1, 2;
> 0|1
> 1|1
> ∅|0
> ∅|0
SELECT a.k, (SELECT count(*) FROM pairs x WHERE x.k = b.i), b.u NOT IN (SELECT u FROM pairs x WHERE x.k = b.i) FROM pairs a FULL JOIN pairs b ON a.k = b.i ORDER BY 1, 2;
> 0|1|∅
> 1|1|t
> 7|0|t
> ∅|0|t
> ∅|0|t
> ∅|0|t
SELECT a.i, (SELECT count(*) FROM pairs x WHERE x.k = a.i), max(a.u) NOT IN (SELECT u FROM pairs x WHERE x.k = a.i) FROM pairs a LEFT JOIN pairs b ON a.i = b.k GROUP BY a.i ORDER BY 1, 2;
> 0|1|∅
> 1|1|t
> 9|0|t
> ∅|0|t
SELECT a.k FROM pairs a LEFT JOIN pairs b ON a.i = b.k WHERE NOT EXISTS (SELECT 1 FROM pairs x WHERE x.k = a.i) ORDER BY 1;
> 0
> 7
SELECT a.k FROM pairs a LEFT JOIN pairs b ON a.i = b.k WHERE (SELECT count(*) FROM pairs x WHERE x.k = a.i) = 0 ORDER BY 1;
> 0
> 7
SELECT a.k FROM pairs a LEFT JOIN pairs b ON a.i = b.k AND a.u = b.u WHERE b.d <> ALL (SELECT d FROM pairs x WHERE x.k = a.i AND x.u = a.u) ORDER BY 1;
> 0
> 1
> 7
> ∅
SELECT s.k FROM (SELECT a.k, a.i, b.d FROM pairs a LEFT JOIN pairs b ON a.i = b.k) s WHERE s.d NOT IN (SELECT d FROM pairs x WHERE x.k = s.i) ORDER BY 1;
> 0
> 7
SELECT a.k FROM pairs a LEFT JOIN pairs b ON a.i = b.k LEFT JOIN pairs c ON a.u = c.k WHERE c.d NOT IN (SELECT d FROM pairs x WHERE x.k = a.u) AND b.d NOT IN (SELECT d FROM pairs x WHERE x.k = a.i) ORDER BY 1;
> 0
> 7
