-- What all alternatives of an OR have in common
CREATE TABLE a (k INT, j INT, x INT);
CREATE TABLE b (k INT, j INT, y INT);
INSERT INTO a VALUES (1, 1, 1), (2, 3, 5), (3, 2, NULL), (NULL, 4, 2), (4, 4, 9);
INSERT INTO b VALUES (1, 2, 8), (2, 2, 1), (3, 1, 9), (NULL, 4, 9), (5, NULL, 10);
SELECT a.k, x, y FROM a JOIN b ON (a.k = b.k AND a.x < 3) OR (a.k = b.k AND b.y > 7) ORDER BY a.k;
> 1|1|8
> 3|∅|9
SELECT a.k, x, y FROM a, b WHERE (a.k = b.k AND a.x < 3) OR (b.y > 7 AND a.k = b.k) ORDER BY a.k;
> 1|1|8
> 3|∅|9
SELECT a.k, x, y FROM a LEFT JOIN b ON (a.k = b.k AND a.x < 3) OR (a.k = b.k AND b.y > 7) ORDER BY a.k, x;
> 1|1|8
> 2|5|∅
> 3|∅|9
> 4|9|∅
> ∅|2|∅
SELECT a.k, x, y FROM a FULL JOIN b ON (a.k = b.k AND a.x < 3) OR (a.k = b.k AND b.y > 7) ORDER BY a.k, x, y;
> 1|1|8
> 2|5|∅
> 3|∅|9
> 4|9|∅
> ∅|2|∅
> ∅|∅|1
> ∅|∅|9
> ∅|∅|10
SELECT a.k, b.k FROM a JOIN b ON a.k = b.k OR a.j = b.j ORDER BY 1, 2;
> 1|1
> 1|3
> 2|2
> 3|1
> 3|2
> 3|3
> 4|∅
> ∅|∅
SELECT a.k, b.k FROM a JOIN b ON (a.k = b.k AND a.x < 3) OR (a.j = b.j AND b.y > 7) ORDER BY 1, 2;
> 1|1
> 1|3
> 3|1
> 4|∅
> ∅|∅
SELECT a.k, b.k FROM a JOIN b ON (a.k = b.k AND a.x < 3) OR a.k = b.k ORDER BY 1, 2;
> 1|1
> 2|2
> 3|3
SELECT a.k, b.k FROM a JOIN b ON (a.k = b.k AND a.x < 3) OR (a.k = b.k AND a.x < 3) ORDER BY 1, 2;
> 1|1
SELECT a.k, b.k FROM a JOIN b ON (a.k = b.k AND a.j = 1 AND x < 3) OR (a.j = 1 AND a.k = b.k AND y > 7) ORDER BY 1, 2;
> 1|1
SELECT k FROM a WHERE (x = 1 AND j = 1) OR (x = 1 AND j = 2) ORDER BY k;
> 1
SELECT k FROM a WHERE NOT ((x = 5 AND j = 1) OR (x = 5 AND j = 3)) ORDER BY k;
> 1
> 3
> 4
> ∅
SELECT k FROM a WHERE (x <> 1 AND 10 / (x - 1) > 1) OR (x <> 1 AND 8 / (x - 1) = 1) ORDER BY k;
> 2
> 4
> ∅
SELECT k FROM a WHERE (x <> 1 AND 10 / (x - 1) > 1) OR (j > 3 AND 10 / (x - 1) > 1) ORDER BY k;
> 2
> ∅
SELECT k, (x < 3 AND j = 1) OR (x < 3 AND j = 4) FROM a ORDER BY k;
> 1|t
> 2|f
> 3|f
> 4|f
> ∅|t
SELECT a.k FROM a WHERE EXISTS (SELECT 1 FROM b WHERE (b.k = a.k AND b.y > 7) OR (b.k = a.k AND a.x > 3)) ORDER BY a.k;
> 1
> 2
> 3
SELECT a.k FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE (b.k = a.k AND b.y > 7) OR (b.k = a.k AND a.x > 3)) ORDER BY a.k;
> 4
> ∅
CREATE TABLE constants (id integer PRIMARY KEY, k INT);
INSERT INTO constants VALUES (1, 1), (2, NULL);
SELECT id FROM constants WHERE false OR false;
SELECT id FROM constants WHERE (false OR false) OR id = 2;
> 2
SELECT id FROM constants WHERE NOT (false OR false) ORDER BY id;
> 1
> 2
SELECT id FROM constants WHERE false OR NULL;
SELECT a.id FROM constants a JOIN constants b ON false OR false;
SELECT a.id FROM constants a LEFT JOIN constants b ON false OR false ORDER BY 1;
> 1
> 2
SELECT id FROM constants WHERE (false AND k = 1) OR (false AND k = 1);
