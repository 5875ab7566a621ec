-- A condition that looks at no column takes the total of no rows away, too.
CREATE TABLE t (v TEXT, n INT);
SELECT 1 FROM (SELECT v FROM t GROUP BY ROLLUP (v)) q WHERE NULL;
SELECT 1 FROM (SELECT 1 FROM t GROUP BY CUBE (v)) q WHERE false;
SELECT 1 FROM (SELECT count(*) FROM t GROUP BY GROUPING SETS ((v), ())) q WHERE 1 = 2;
SELECT c FROM (SELECT count(*) AS c, v FROM t GROUP BY ROLLUP (v)) q WHERE 1 = 1;
> 0
SELECT c FROM (SELECT count(*) AS c, v FROM t GROUP BY ROLLUP (v)) q WHERE NULL::boolean AND v IS NULL;
SELECT c FROM (SELECT count(*) AS c, v FROM t GROUP BY ROLLUP (v)) q WHERE v IS NULL;
> 0
SELECT count(*) FROM t GROUP BY ROLLUP (v) HAVING false;
SELECT count(*) FROM t HAVING false;
SELECT c FROM (SELECT count(*) AS c FROM t) q WHERE false;
INSERT INTO t VALUES ('a', 1), ('b', 2), (NULL, 3);
SELECT 1 FROM (SELECT v FROM t GROUP BY ROLLUP (v)) q WHERE NULL;
SELECT v, c FROM (SELECT v, count(*) AS c FROM t GROUP BY CUBE (v)) q WHERE 1 = 1 ORDER BY 1, 2;
> a|1
> b|1
> ∅|1
> ∅|3
SELECT v, c FROM (SELECT v, n, count(*) AS c FROM t GROUP BY GROUPING SETS ((v), (v, n))) q WHERE v = 'a' AND 2 > 1;
> a|1
> a|1
SELECT v, c FROM (SELECT v, count(*) AS c FROM t GROUP BY v) q WHERE 1 = 2;
DROP TABLE t;
