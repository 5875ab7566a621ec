-- WITH RECURSIVE: texts of any length.
CREATE TABLE tree (id int primary key, parent int, name varchar(5));
INSERT INTO tree VALUES (1,NULL,'root'),(2,1,'left'),(3,1,'right'),(4,2,'leaf');
WITH RECURSIVE t AS (SELECT 1 AS n, 'a' AS s UNION ALL SELECT n + 1, s || 'b' FROM t WHERE n < 5) SELECT * FROM t;
> 1|a
> 2|ab
> 3|abb
> 4|abbb
> 5|abbbb
WITH RECURSIVE t(n, s) AS (VALUES (1, 'a') UNION ALL SELECT n + 1, s || 'bcd' FROM t WHERE n < 5) SELECT * FROM t;
> 1|a
> 2|abcd
> 3|abcdbcd
> 4|abcdbcdbcd
> 5|abcdbcdbcdbcd
WITH RECURSIVE t(n, s) AS (SELECT 1, 'a'::varchar(3) UNION ALL SELECT n + 1, (s || 'bcd')::varchar(3) FROM t WHERE n < 3) SELECT * FROM t;
> 1|a
> 2|abc
> 3|abc
WITH RECURSIVE t AS (SELECT 1 AS n, ARRAY[1] AS s UNION ALL SELECT n + 1, s || n FROM t WHERE n < 5) SELECT * FROM t;
> 1|{1}
> 2|{1,1}
> 3|{1,1,2}
> 4|{1,1,2,3}
> 5|{1,1,2,3,4}
WITH RECURSIVE t AS (SELECT 1 AS n, ARRAY['a'] AS s UNION ALL SELECT n + 1, s || ('bcd' || n::text) FROM t WHERE n < 5) SELECT * FROM t;
> 1|{a}
> 2|{a,bcd1}
> 3|{a,bcd1,bcd2}
> 4|{a,bcd1,bcd2,bcd3}
> 5|{a,bcd1,bcd2,bcd3,bcd4}
WITH RECURSIVE t AS (SELECT 1 AS n, NULL AS s UNION ALL SELECT n + 1, 'abc' FROM t WHERE n < 3) SELECT * FROM t;
> 1|∅
> 2|abc
> 3|abc
WITH RECURSIVE t AS (SELECT id, '/' || name AS path FROM tree WHERE parent IS NULL UNION ALL SELECT c.id, t.path || '/' || c.name FROM tree c JOIN t ON c.parent = t.id) SELECT * FROM t;
> 1|/root
> 2|/root/left
> 3|/root/right
> 4|/root/left/leaf
WITH RECURSIVE t AS (SELECT id, name::text AS path, ARRAY[name::text] AS names FROM tree WHERE parent IS NULL UNION ALL SELECT c.id, t.path || '/' || c.name, t.names || c.name::text FROM tree c JOIN t ON c.parent = t.id) SELECT * FROM t;
> 1|root|{root}
> 2|root/left|{root,left}
> 3|root/right|{root,right}
> 4|root/left/leaf|{root,left,leaf}
WITH RECURSIVE t(s) AS (SELECT 'x' UNION SELECT s || 'y' FROM t WHERE length(s) < 4) SELECT s, length(s) FROM t;
> xyyy|4
> xyy|3
> xy|2
> x|1
WITH RECURSIVE t(s) AS (SELECT upper('x') UNION SELECT s || left('yz', 1) FROM t WHERE length(s) < 4) SELECT s FROM t;
> X
> Xy
> Xyy
> Xyyy
WITH RECURSIVE t(n, a, b) AS (SELECT 1, 'p', 'q' UNION ALL SELECT n + 1, b || 'longer', a FROM t WHERE n < 4) SELECT * FROM t;
> 1|p|q
> 2|qlonger|p
> 3|plonger|qlonger
> 4|qlongerlonger|plonger
WITH RECURSIVE t(n, a) AS (SELECT 1, CASE WHEN true THEN 'p' ELSE 'qq' END UNION ALL SELECT n + 1, a || a || a FROM t WHERE n < 4) SELECT * FROM t;
> 1|p
> 2|ppp
> 3|ppppppppp
> 4|ppppppppppppppppppppppppppp
WITH RECURSIVE t(n, a) AS (SELECT 1, 'p' UNION ALL SELECT 2, 'qqq' UNION ALL SELECT n + 2, a || '-' || n FROM t WHERE n < 4) SELECT * FROM t;
> 1|p
> 2|qqq
> 3|p-1
> 4|qqq-2
> 5|p-1-3
SELECT (WITH RECURSIVE t(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || '-b' FROM t WHERE n < 4) SELECT max(s) FROM t);
> a-b-b-b
-- differs: a text with a length may go on without one
WITH RECURSIVE t(n, s) AS (SELECT 1, 'a'::varchar(3) UNION ALL SELECT n + 1, s || 'bcd' FROM t WHERE n < 3) SELECT * FROM t;
> 1|a
> 2|abcd
> 3|abcdbcd
