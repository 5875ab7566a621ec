-- RETURNING of what an UPDATE is joined with, where it sets columns of that as they are.
CREATE TABLE u2 (id integer PRIMARY KEY, v varchar(4));

CREATE TABLE u3 (id integer PRIMARY KEY, k integer);

INSERT INTO u2 VALUES (1, 'a'), (2, 'b');

INSERT INTO u3 VALUES (1, 10), (2, 20), (3, 30);

UPDATE u3 SET k = u3.id FROM u2 AS a1 WHERE a1.id = u3.id RETURNING a1.v;
> a
> b

UPDATE u3 SET k = u3.k + 1 FROM u2 WHERE u2.id = u3.id RETURNING u3.id, u2.v, u3.k;
> 1|a|2
> 2|b|3

UPDATE u3 SET k = u3.k + 1 FROM u2 WHERE u2.id = u3.id RETURNING *;
> 1|3|1|a
> 2|4|2|b

UPDATE u3 SET k = u3.k + 1 FROM (SELECT id, v || 'x' AS w FROM u2) d WHERE d.id = u3.id RETURNING d.w, u3.*;
> ax|1|4
> bx|2|5

UPDATE u3 AS t SET k = t.k + 1 FROM u3 AS o WHERE o.id = t.id + 1 RETURNING t.id, o.k, t.k;
> 1|5|5
> 2|30|6

DELETE FROM u3 USING u2 WHERE u2.id = u3.id AND u2.v = 'a' RETURNING u3.id, u2.v;
> 1|a

UPDATE u3 SET k = u2.id FROM u2 WHERE u2.id = u3.id RETURNING u3.id, u2.v || '!' AS w;
> 2|b!

UPDATE u3 SET k = u2.id, id = u3.id FROM u2 WHERE u2.id = u3.id RETURNING *;
> 2|2|2|b

UPDATE u3 SET (k, id) = (u2.id, u2.id) FROM u2 WHERE u2.id = u3.id RETURNING u2.*, u3.k;
> 2|b|2

UPDATE u3 SET k = d.n FROM (SELECT id, count(*) AS n FROM u2 GROUP BY id) AS d WHERE d.id = u3.id RETURNING d.n, d.id, u3.k;
> 1|2|1

UPDATE u3 SET k = a.id FROM u2 AS a JOIN u2 AS b ON a.id = b.id WHERE b.id = u3.id RETURNING a.v, b.v, u3.k;
> b|b|2

UPDATE u3 SET k = a.id FROM u2 AS a JOIN u2 AS b USING (id) WHERE id = u3.id RETURNING a.v, b.v, u3.k;
> ERROR 42702
