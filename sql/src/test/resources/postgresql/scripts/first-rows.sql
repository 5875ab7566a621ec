-- LIMIT below something else, over rows of one column that may be NULL.
CREATE TABLE fr (k int);
INSERT INTO fr VALUES (1), (NULL), (3), (NULL);
SELECT count(*), count(q.k) FROM (SELECT k FROM fr ORDER BY k DESC LIMIT 1) q;
> 1|0
SELECT a.k, b.k FROM fr a, LATERAL (SELECT k FROM fr ORDER BY 1 DESC LIMIT 3) b ORDER BY 1, 2;
> 1|3
> 1|∅
> 1|∅
> 3|3
> 3|∅
> 3|∅
> ∅|3
> ∅|3
> ∅|∅
> ∅|∅
> ∅|∅
> ∅|∅
SELECT (SELECT k FROM fr ORDER BY k NULLS FIRST LIMIT 1);
> ∅
SELECT k FROM fr WHERE k IN (SELECT k FROM fr ORDER BY k DESC LIMIT 3);
> 3
SELECT k FROM fr WHERE k NOT IN (SELECT k FROM fr ORDER BY k DESC LIMIT 1 OFFSET 1);
(SELECT k FROM fr ORDER BY k LIMIT 3) UNION ALL (SELECT k FROM fr ORDER BY k DESC LIMIT 1 OFFSET 1);
> 1
> 3
> ∅
> ∅
