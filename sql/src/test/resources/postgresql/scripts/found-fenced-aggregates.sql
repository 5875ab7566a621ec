-- Aggregates over subqueries that look at what FROM calculates.
CREATE TABLE t1 (id integer PRIMARY KEY, k integer, b bigint);

CREATE TABLE t2 (id integer PRIMARY KEY, k integer, b bigint);

INSERT INTO t1 VALUES (1, 2, 5), (2, 2, 7), (3, NULL, 9), (4, 8, NULL);

INSERT INTO t2 VALUES (1, 2, 50), (2, 3, 70), (3, NULL, 90), (4, 2, NULL), (5, 8, 3);

SELECT min((SELECT a3.b + t1.b FROM t2 AS a3 WHERE a3.id = t1.id)) AS m, k FROM t1 FULL JOIN t2 USING (k) GROUP BY k ORDER BY k;
> 55|2
> ∅|3
> ∅|8
> 99|∅

SELECT sum((SELECT max(a3.b) FROM t2 AS a3 WHERE a3.k = k2)) AS m, k FROM t1 FULL JOIN (SELECT k, b + 1 AS bb, k + 0 AS k2 FROM t2) AS d USING (k) GROUP BY k ORDER BY k;
> 200|2
> 70|3
> 3|8
> ∅|∅

SELECT count(*), (SELECT max(a3.b) FROM t2 AS a3 WHERE a3.k = kk) AS m FROM (SELECT coalesce(k, 0) AS kk, b FROM t1) AS d GROUP BY 2 ORDER BY 1, 2;
> 1|3
> 1|∅
> 2|50

SELECT kk, count(*) FROM (SELECT coalesce(k, 0) AS kk, b, id FROM t1) AS d GROUP BY kk HAVING min((SELECT min(x.b) FROM t2 AS x WHERE x.k = d.kk)) > 3 ORDER BY 1;
> 2|2

SELECT kk, count(*) FROM (SELECT coalesce(k, 0) AS kk, b, id FROM t1) AS d GROUP BY kk HAVING kk IN (SELECT x.k FROM t2 AS x WHERE x.k = d.kk) ORDER BY 1;
> 2|2
> 8|1

SELECT sum(b) FILTER (WHERE EXISTS (SELECT 1 FROM t2 AS x WHERE x.id = d.n)), kk FROM (SELECT coalesce(k, 0) AS kk, b, id - 1 AS n FROM t1) AS d GROUP BY kk ORDER BY kk;
> 9|0
> 7|2
> ∅|8

SELECT string_agg((SELECT 'q' || x.id FROM t2 x WHERE x.id = n), ',' ORDER BY (SELECT -x.id FROM t2 x WHERE x.id = n)) FROM (SELECT coalesce(k, 0) AS kk, b, id + 1 AS n FROM t1) AS d;
> q5,q4,q3,q2

WITH w AS (SELECT id + 1 AS n, b FROM t1) SELECT max(b + (SELECT x.b FROM t2 x WHERE x.id = w.n)), (SELECT count(*) FROM t2 x WHERE x.id < max(w.n)) FROM w;
> 97|4
