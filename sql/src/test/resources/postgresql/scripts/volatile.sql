-- What comes to something else each time is calculated once where it is written
CREATE TABLE ri (i INT);
INSERT INTO ri VALUES (1), (2), (3);
CREATE SEQUENCE s;
CREATE SEQUENCE s2;
WITH q AS (SELECT r > 0.5 AS big FROM (SELECT random() FROM ri a, ri b, ri c, ri d, ri e) t(r) WHERE r < 0.5 UNION ALL SELECT false) SELECT big FROM q GROUP BY big;
> f
SELECT count(*) FROM (SELECT random() AS r FROM ri a, ri b, ri c, ri d) t WHERE r < 0.5 AND r >= 0.5;
> 0
SELECT count(*) FROM (SELECT r, r AS q FROM (SELECT random() AS r FROM ri a, ri b, ri c) x) t WHERE r <> q;
> 0
SELECT count(*) FROM (SELECT r - r AS d FROM (SELECT random() AS r FROM ri a, ri b, ri c) x) t WHERE d <> 0;
> 0
SELECT count(*) FROM (SELECT r + 1 AS d, r + 2 AS e FROM (SELECT random() AS r FROM ri a, ri b, ri c) x) t WHERE abs(e - d - 1) > 0.0001;
> 0
SELECT count(*) FROM (SELECT gen_random_uuid() AS u FROM ri) t WHERE u::text <> u::text;
> 0
SELECT n, n + 1 FROM (SELECT nextval('s') AS n FROM ri) x ORDER BY n;
> 1|2
> 2|3
> 3|4
SELECT n FROM (SELECT nextval('s') AS n FROM ri) x WHERE n > 4 ORDER BY n;
> 5
> 6
SELECT nextval('s');
> 7
SELECT nextval('s2');
> 1
SELECT max(n) FROM (SELECT i, nextval('s2') AS n FROM ri) x;
> 4
SELECT a.n, b.n FROM (SELECT nextval('s2') AS n) a, (SELECT nextval('s2') AS n) b WHERE a.n <> b.n;
> 5|6
SELECT count(*) FROM (SELECT random() AS r FROM ri a, ri b, ri c) t JOIN (SELECT random() AS r FROM ri) u ON t.r < u.r AND t.r >= u.r;
> 0
SELECT count(*) FROM (SELECT random() AS r, 1 AS k FROM ri a, ri b, ri c) t JOIN (SELECT random() AS q, 1 AS k FROM ri) u ON t.k = u.k AND t.r < 0.5 WHERE t.r >= 0.5;
> 0
SELECT count(DISTINCT r) FROM (SELECT random() AS r FROM ri a, ri b, ri c) t;
> 27
SELECT count(*) FROM (SELECT r FROM (SELECT random() AS r FROM ri a, ri b, ri c) t GROUP BY r) q WHERE r < 0.5 AND r > 0.5;
> 0
SELECT count(*) FROM (SELECT CASE WHEN r < 0.5 THEN r < 0.5 ELSE r >= 0.5 END AS ok FROM (SELECT random() AS r FROM ri a, ri b, ri c, ri d) t) q WHERE NOT ok;
> 0
SELECT count(*) FROM ri a, ri b WHERE random() < 0 OR random() >= 0;
> 9
SELECT count(*) FROM (SELECT random() < 0.5 AS f FROM ri a, ri b, ri c, ri d) q WHERE f AND NOT f;
> 0
SELECT count(*) FROM (SELECT random() AS r FROM ri a, ri b, ri c, ri d UNION ALL SELECT random() FROM ri) q WHERE r < 0.5 AND r > 0.5;
> 0
CREATE VIEW v AS SELECT i, random() AS r FROM ri;
SELECT count(*) FROM v WHERE r <> r;
> 0
SELECT count(*) FROM v WHERE r < 0.5 AND r > 0.5;
> 0
SELECT count(*) FROM (SELECT a.r AS x, b.r AS y FROM v a JOIN v b ON a.i = b.i) q WHERE x = y;
> 0
SELECT count(*) FROM ri WHERE i IN (SELECT (random() * 0)::int + 1 FROM ri);
> 1
SELECT COALESCE(nextval('s2'), 0) - nextval('s2');
> -1
SELECT count(*) FROM (SELECT random() AS r FROM ri) q WHERE r IS NULL OR r <> r;
> 0
SELECT NULLIF(r, r) FROM (SELECT random() AS r) q;
> ∅
SELECT count(*) FROM (SELECT i, random() AS r FROM ri ORDER BY r LIMIT 2) q WHERE r <> r;
> 0
SELECT count(*) FROM (SELECT random() AS a, random() AS b FROM ri) q WHERE a = b;
> 0
SELECT count(*) FROM ri x, LATERAL (SELECT random() AS r) q WHERE q.r < 0.5 AND q.r > 0.5;
> 0
SELECT count(*) FROM (SELECT r * 0 AS z, r FROM (SELECT random() AS r FROM ri) t ORDER BY r) q WHERE z <> 0;
> 0
SELECT bool_and(r = q) FROM (SELECT r, max(r) OVER (PARTITION BY i) AS q FROM (SELECT i, random() AS r FROM ri) t) x;
> t
SELECT count(*) FROM (SELECT i, random() AS r FROM ri) q WHERE r <> ALL (SELECT q.r);
> 0
SELECT count(*) FROM (SELECT i, random() AS r FROM ri) q WHERE CASE WHEN r < 0.5 THEN r >= 0.5 END;
> 0
INSERT INTO ri SELECT n FROM (SELECT nextval('s2') AS n FROM ri) q WHERE n > 0 AND n IS NOT NULL;
SELECT count(*) FROM ri;
> 6
SELECT count(*) FROM (SELECT i, random() AS r FROM ri) q WHERE EXISTS (SELECT 1 FROM ri WHERE ri.i = q.i AND q.r < 0.5) AND q.r > 0.5;
> 0
