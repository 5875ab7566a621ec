-- Keys of seven values and more, with arrays among them.
CREATE TABLE l (id integer PRIMARY KEY, a integer[], n numeric(5, 2));
INSERT INTO l VALUES (2, ARRAY[1, 2], 1.50), (3, ARRAY[1, 2, 3], 1.5), (4, NULL, 0.00), (5, ARRAY[NULL, 1], NULL);
SELECT min(0.00), NULL, count(DISTINCT (l.a)[1:2]) FILTER (WHERE true) FROM l GROUP BY l.id ORDER BY l.id;
> 0.00|∅|1
> 0.00|∅|1
> 0.00|∅|0
> 0.00|∅|1
SELECT count(DISTINCT (a)[1:2]) FROM l;
> 2
SELECT id, id + 1, id + 2, id + 3, id + 4, a, a[1:1], count(*) FROM l GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1;
> 2|3|4|5|6|{1,2}|{1}|1
> 3|4|5|6|7|{1,2,3}|{1}|1
> 4|5|6|7|8|∅|∅|1
> 5|6|7|8|9|{NULL,1}|{NULL}|1
SELECT a, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, count(*), sum(id) FROM l GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 10, 2;
> {1,2}|1.50|2.50|3.50|4.50|5.50|6.50|7.50|1|2
> {1,2,3}|1.50|2.50|3.50|4.50|5.50|6.50|7.50|1|3
> ∅|0.00|1.00|2.00|3.00|4.00|5.00|6.00|1|4
> {NULL,1}|∅|∅|∅|∅|∅|∅|∅|1|5
SELECT n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, count(*), sum(id) FROM l GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 9, 1;
> 0.00|1.00|2.00|3.00|4.00|5.00|6.00|1|4
> 1.50|2.50|3.50|4.50|5.50|6.50|7.50|2|5
> ∅|∅|∅|∅|∅|∅|∅|1|5
SELECT DISTINCT id, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6, 1.50 * id, a FROM l ORDER BY 1;
> 2|3|4|5|6|7|8|3.00|{1,2}
> 3|4|5|6|7|8|9|4.50|{1,2,3}
> 4|5|6|7|8|9|10|6.00|∅
> 5|6|7|8|9|10|11|7.50|{NULL,1}
SELECT count(*) FROM l x JOIN l y ON x.a = y.a AND x.id = y.id AND x.id + 1 = y.id + 1 AND x.id + 2 = y.id + 2 AND x.id + 3 = y.id + 3 AND x.id + 4 = y.id + 4 AND x.id + 5 = y.id + 5 AND x.n IS NOT DISTINCT FROM y.n;
> 3
SELECT id, sum(id) OVER (PARTITION BY n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, a[1:1]) FROM l ORDER BY 1;
> 2|5
> 3|5
> 4|4
> 5|5
SELECT n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, a[1:1] FROM l INTERSECT SELECT n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, a[1:1] FROM l WHERE id < 3;
> 1.50|2.50|3.50|4.50|5.50|6.50|7.50|{1}
SELECT id, a, n, GROUPING(id, a, n), count(DISTINCT a), count(DISTINCT n) FROM l GROUP BY GROUPING SETS ((id, a, n), (a, n), (a), ()) ORDER BY 1, 2, 3, 4;
> 2|{1,2}|1.50|0|1|1
> 3|{1,2,3}|1.50|0|1|1
> 4|∅|0.00|0|0|1
> 5|{NULL,1}|∅|0|1|0
> ∅|{1,2}|1.50|4|1|1
> ∅|{1,2}|∅|5|1|1
> ∅|{1,2,3}|1.50|4|1|1
> ∅|{1,2,3}|∅|5|1|1
> ∅|{NULL,1}|∅|4|1|0
> ∅|{NULL,1}|∅|5|1|0
> ∅|∅|0.00|4|0|1
> ∅|∅|∅|5|0|1
> ∅|∅|∅|7|3|2
