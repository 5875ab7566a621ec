-- Truths that are compared by their order, and subqueries that are compared as values.
CREATE TABLE few (id integer PRIMARY KEY, k integer);
INSERT INTO few VALUES (1, 1), (2, NULL), (3, 0);
CREATE TABLE more (id integer PRIMARY KEY, b bigint, o boolean);
INSERT INTO more VALUES (2, NULL, false), (3, 1, true), (4, 0, true), (5, NULL, NULL);
SELECT id FROM few WHERE ((NULL = ANY (SELECT true FROM more AS a4)) BETWEEN false AND true) ORDER BY 1;
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) BETWEEN false AND true) ORDER BY 1;
> 1
> 3
SELECT id, (k IN (SELECT b FROM more AS a4)) BETWEEN false AND true FROM few ORDER BY 1;
> 1|t
> 2|∅
> 3|t
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) >= false) ORDER BY 1;
> 1
> 3
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) <= true) ORDER BY 1;
> 1
> 3
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) > false) ORDER BY 1;
> 1
> 3
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) = false) ORDER BY 1;
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) <> true) ORDER BY 1;
SELECT id FROM few WHERE ((k IN (SELECT b FROM more AS a4)) NOT BETWEEN true AND false) ORDER BY 1;
> 1
> 3
SELECT id FROM more WHERE ((0::bigint = ANY (SELECT more.b FROM few AS a1)) NOT BETWEEN more.o AND more.o) ORDER BY 1;
> 3
SELECT id FROM more WHERE ((0::bigint = ANY (SELECT more.b FROM few AS a1)) BETWEEN more.o AND more.o) ORDER BY 1;
> 4
SELECT id FROM more WHERE ((b IN (SELECT k FROM few AS a1)) BETWEEN more.o AND more.o) ORDER BY 1;
> 3
> 4
SELECT id FROM more WHERE ((b IN (SELECT k FROM few AS a1)) = more.o) ORDER BY 1;
> 3
> 4
SELECT id FROM more WHERE ((b IN (SELECT k FROM few AS a1)) < more.o) ORDER BY 1;
SELECT id FROM more WHERE ((b IN (SELECT k FROM few AS a1)) IS DISTINCT FROM more.o) ORDER BY 1;
> 2
SELECT id FROM more WHERE ((b NOT IN (SELECT k FROM few AS a1)) >= more.o) ORDER BY 1;
SELECT id FROM more WHERE ((b > ALL (SELECT k FROM few AS a1)) >= more.o) ORDER BY 1;
SELECT id FROM more WHERE ((b IN (SELECT k FROM few AS a1)) IN (true, more.o)) ORDER BY 1;
> 3
> 4
SELECT id FROM more WHERE more.o BETWEEN (b IN (SELECT k FROM few AS a1)) AND true ORDER BY 1;
> 3
> 4
SELECT id FROM more WHERE coalesce((b IN (SELECT k FROM few AS a1)), true) ORDER BY 1;
> 2
> 3
> 4
> 5
SELECT id FROM more WHERE CASE WHEN (b IN (SELECT k FROM few AS a1)) THEN false ELSE true END ORDER BY 1;
> 2
> 5
SELECT id FROM more WHERE nullif((b IN (SELECT k FROM few AS a1)), false) IS NULL ORDER BY 1;
> 2
> 5
SELECT id FROM more WHERE greatest((b IN (SELECT k FROM few AS a1)), false) ORDER BY 1;
> 3
> 4
SELECT id FROM more WHERE NOT ((b IN (SELECT k FROM few AS a1)) >= false) ORDER BY 1;
DELETE FROM more WHERE ((0::bigint = ANY (SELECT more.b FROM few AS a1)) NOT BETWEEN more.o AND more.o) RETURNING id;
> 3
SELECT id FROM more ORDER BY id;
> 2
> 4
> 5
UPDATE more SET b = 7 WHERE ((b IN (SELECT k FROM few AS a1)) BETWEEN false AND true) RETURNING id;
> 4
SELECT id FROM more WHERE EXISTS (SELECT 1 FROM few WHERE k = b) BETWEEN o AND true ORDER BY 1;
> 2
SELECT id FROM more WHERE (EXISTS (SELECT 1 FROM few WHERE k = b) AND o) BETWEEN false AND true ORDER BY 1;
> 2
> 4
> 5
SELECT id FROM more WHERE (b IN (SELECT k FROM few) OR o) BETWEEN false AND true ORDER BY 1;
> 4
SELECT id FROM more WHERE (b IN (SELECT k FROM few) AND o) BETWEEN false AND true ORDER BY 1;
> 2
SELECT id FROM more WHERE (b > ANY (SELECT k FROM few)) BETWEEN false AND true ORDER BY 1;
> 4
SELECT id FROM more WHERE (b <> ALL (SELECT k FROM few)) IN (true, false) ORDER BY 1;
SELECT id FROM more WHERE (b NOT IN (SELECT k FROM few)) IN (true, false) ORDER BY 1;
SELECT id FROM more WHERE NOT ((b NOT IN (SELECT k FROM few)) BETWEEN true AND true) ORDER BY 1;
SELECT id, (b NOT IN (SELECT k FROM few)) BETWEEN false AND true, (b IN (SELECT k FROM few)) IN (true, false) FROM more ORDER BY 1;
> 2|∅|∅
> 4|∅|∅
> 5|∅|∅
SELECT x.id, y.id FROM more x LEFT JOIN few y ON (x.b IN (SELECT k FROM few)) BETWEEN false AND true AND x.id = y.id + 1 ORDER BY 1, 2;
> 2|∅
> 4|∅
> 5|∅
SELECT count(*) FILTER (WHERE (b IN (SELECT k FROM few)) BETWEEN false AND true), sum(CASE WHEN (b IN (SELECT k FROM few)) BETWEEN false AND true THEN 1 ELSE 10 END) FROM more;
> 0|30
SELECT o, count(*) FROM more GROUP BY o HAVING (max(b) IN (SELECT k FROM few)) BETWEEN false AND true ORDER BY 1;
SELECT id FROM more WHERE ((SELECT o FROM more z WHERE z.id = more.id)) BETWEEN false AND true ORDER BY 1;
> 2
> 4
SELECT id FROM more WHERE ((SELECT o FROM more z WHERE z.id = more.id) OR NULL) BETWEEN false AND true ORDER BY 1;
> 4
SELECT id FROM more WHERE (o OR NULL) BETWEEN false AND true ORDER BY 1;
> 4
SELECT id FROM more WHERE (o AND b IS NULL OR NULL) BETWEEN false AND true ORDER BY 1;
SELECT id FROM (SELECT id, o OR NULL AS p FROM more) z WHERE p BETWEEN false AND true ORDER BY 1;
> 4
SELECT id FROM (SELECT id, o OR NULL AS p FROM more) z WHERE p >= false AND p <= true ORDER BY 1;
> 4
SELECT id FROM (SELECT id, CASE WHEN b IS NULL THEN NULL ELSE b > 0 END AS p FROM more) z WHERE p IN (false, true) ORDER BY 1;
> 4
SELECT id FROM (SELECT id, CASE WHEN b IS NULL THEN NULL ELSE b > 0 END AS p FROM more) z WHERE p NOT BETWEEN true AND false ORDER BY 1;
> 4
SELECT z.id FROM (SELECT id, CASE WHEN b IS NULL THEN NULL ELSE b > 0 END AS p FROM more) z JOIN few ON p BETWEEN false AND true AND z.id = few.id ORDER BY 1;
CREATE TABLE truths (id integer PRIMARY KEY, k integer, o boolean);
INSERT INTO truths VALUES (1, 1, true), (2, NULL, NULL), (3, 0, false);
SELECT id FROM truths WHERE o BETWEEN false AND true ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0) BETWEEN false AND true ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0 OR k < 0) BETWEEN false AND true ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0 AND k < 5) NOT BETWEEN false AND true ORDER BY 1;
SELECT id FROM truths WHERE (k > 0 AND o) IN (false, true) ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0 OR NULL) IN (false, true) ORDER BY 1;
> 1
SELECT id FROM truths WHERE (k > 0 OR NULL) NOT IN (false) ORDER BY 1;
> 1
SELECT id FROM truths WHERE (k > 0) IN (false, true) ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0) NOT IN (false) ORDER BY 1;
> 1
SELECT id FROM truths WHERE NOT ((k > 0 OR o IS NULL AND NULL) BETWEEN false AND true) ORDER BY 1;
SELECT id, (k > 0 OR o IS NULL AND NULL) BETWEEN false AND true, (k > 0) BETWEEN false AND true, o IN (true, false), o NOT IN (true,false), o NOT BETWEEN true AND false FROM truths ORDER BY 1;
> 1|t|t|t|f|t
> 2|∅|∅|∅|∅|∅
> 3|t|t|t|f|t
SELECT id FROM truths WHERE coalesce((k > 0) BETWEEN false AND true, true) ORDER BY 1;
> 1
> 2
> 3
SELECT id FROM truths WHERE o <= true AND o >= false ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE o <= true ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE o < false OR o >= false ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0) = true OR (k > 0) = false ORDER BY 1;
> 1
> 3
SELECT id FROM truths WHERE (k > 0) <> true OR (k > 0) = true ORDER BY 1;
> 1
> 3
