-- What an aggregate is ordered by is calculated for the rows that its filter lets through.
CREATE TABLE edges (id integer PRIMARY KEY, k integer, s text);
INSERT INTO edges VALUES (1, 4, 'x'), (2, 2147483647, '7');
SELECT jsonb_agg(0 ORDER BY (k + 1)) FILTER (WHERE false) FROM edges;
> ∅
SELECT jsonb_agg(id ORDER BY (k + 1)) FILTER (WHERE k < 5) FROM edges;
> [1]
SELECT jsonb_agg(k + 1 ORDER BY (k + 1)) FILTER (WHERE k < 5) FROM edges;
> [5]
SELECT string_agg('a', ',' ORDER BY (k + 1)) FILTER (WHERE k < 5) FROM edges;
> a
SELECT string_agg(s, ',' ORDER BY s::integer DESC, 10 / (id - 1)) FILTER (WHERE s ~ '^[0-9]+$') FROM edges;
> 7
SELECT array_agg(DISTINCT k + 1 ORDER BY k + 1) FILTER (WHERE k < 5), array_agg(s ORDER BY k) FROM edges;
> {5}|{x,7}
SELECT id, array_agg(s ORDER BY k + 1) FILTER (WHERE k < 5) FROM edges GROUP BY id ORDER BY id;
> 1|{x}
> 2|∅
SELECT array_agg(s ORDER BY k + 1) FILTER (WHERE k > 5) FROM edges;
> ERROR 22003
