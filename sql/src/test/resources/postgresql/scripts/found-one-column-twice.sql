-- Columns that are set to one and the same column, with others beside them.
CREATE TABLE kept (id integer PRIMARY KEY, k integer, i integer, n integer, p integer, d date);
INSERT INTO kept VALUES (1, 10, 20, 30, 40, DATE '2024-02-29'), (2, 11, 21, 31, 41, NULL);
INSERT INTO kept VALUES (1, 2, 3, 4, 5, NULL) ON CONFLICT (id) DO UPDATE SET k = excluded.i, i = excluded.i, n = excluded.n;
SELECT * FROM kept ORDER BY id;
> 1|3|3|4|40|2024-02-29
> 2|11|21|31|41|∅
INSERT INTO kept VALUES (1, 2, 3, 4, 5, NULL), (2, 6, 7, 8, 9, NULL) ON CONFLICT (id) DO UPDATE SET k = kept.i, i = kept.i, n = kept.n + 1, p = kept.k + 2;
SELECT * FROM kept ORDER BY id;
> 1|3|3|5|5|2024-02-29
> 2|21|21|32|13|∅
INSERT INTO kept VALUES (1, 2, 20, 4, 5, NULL) ON CONFLICT (id) DO UPDATE SET k = excluded.n, i = kept.n, n = kept.n + 1, p = NULL::integer, d = NULL::date WHERE excluded.i > kept.n;
SELECT * FROM kept ORDER BY id;
> 1|4|5|6|∅|∅
> 2|21|21|32|13|∅
INSERT INTO kept VALUES (2, 7, 6, 4, 5, NULL) ON CONFLICT (id) DO UPDATE SET k = excluded.i, i = excluded.i, n = excluded.i, p = excluded.i RETURNING id, k, k, i + 1, i + 2, k, n, p;
> 2|6|6|7|8|6|6|6
INSERT INTO kept VALUES (2, 7, 6, 4, 5, NULL) ON CONFLICT (id) DO UPDATE SET k = kept.k, i = kept.k, n = (SELECT max(n) FROM kept) + excluded.i, p = kept.k;
SELECT * FROM kept ORDER BY id;
> 1|4|5|6|∅|∅
> 2|6|6|12|6|∅
CREATE TABLE news (id integer PRIMARY KEY, c integer, e integer);
INSERT INTO news VALUES (1, 100, 200), (3, 300, 400);
UPDATE kept SET k = news.c, i = news.c, n = news.e, p = news.c + 1 FROM news WHERE news.id = kept.id RETURNING kept.id, k, i, n, p, c, c, e;
> 1|100|100|200|101|100|100|200
MERGE INTO kept USING news ON kept.id = news.id WHEN MATCHED THEN UPDATE SET k = news.e, i = news.e, n = kept.n + 1, p = kept.i WHEN NOT MATCHED THEN INSERT (id, k, i, n, p) VALUES (news.id, news.c, news.c, news.e, news.e + 1);
SELECT * FROM kept ORDER BY id;
> 1|200|200|201|100|∅
> 2|6|6|12|6|∅
> 3|300|300|400|401|∅
UPDATE kept SET (k, i, n) = (p, p, p + 1), p = k WHERE id = 3;
INSERT INTO kept (id, k, i, n, p) SELECT 10 + id, c, c, e, e FROM news ON CONFLICT (id) DO UPDATE SET k = excluded.p, i = excluded.p, n = excluded.k;
INSERT INTO kept (id, k, i, n, p) SELECT 10 + id, c, c, e, e FROM news ON CONFLICT (id) DO UPDATE SET k = excluded.p, i = excluded.p, n = excluded.k, p = kept.p - 1;
SELECT * FROM kept ORDER BY id;
> 1|200|200|201|100|∅
> 2|6|6|12|6|∅
> 3|401|401|402|300|∅
> 11|200|200|100|199|∅
> 13|400|400|300|399|∅
