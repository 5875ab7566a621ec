-- Totals of no rows have NULL for a list of texts, also where the texts cannot be NULL.
CREATE TABLE texts_of (id INT PRIMARY KEY, b BIGINT, s TEXT NOT NULL);

SELECT string_agg(s, ',') IS NULL, length(string_agg(s, ',')) FROM texts_of GROUP BY ROLLUP (b);
> t|∅

SELECT NULL, string_agg('', ',' ORDER BY ''), true FROM texts_of GROUP BY ROLLUP (b) ORDER BY 1 DESC, 2, 3 DESC;
> ∅|∅|t

SELECT string_agg(DISTINCT s, ',') IS NULL FROM texts_of GROUP BY GROUPING SETS ((b), ());
> t

SELECT string_agg(s, ',' ORDER BY b) FILTER (WHERE b > 1) IS NULL FROM texts_of GROUP BY CUBE (b);
> t

INSERT INTO texts_of VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'x');

SELECT b, string_agg(s, ',' ORDER BY id DESC) FROM texts_of GROUP BY ROLLUP (b) ORDER BY b;
> 1|y,x
> 2|x
> ∅|x,y,x

SELECT string_agg(DISTINCT s, ',') FROM texts_of;
> x,y

SELECT b, round(stddev(id), 3), unnest(ARRAY[1, 2]) FROM texts_of GROUP BY b ORDER BY b, 3;
> 1|0.707|1
> 1|0.707|2
> 2|∅|1
> 2|∅|2
