-- Aggregates that gather, of constants and of characters beyond the basic plane.
CREATE TABLE t (k INT PRIMARY KEY, s TEXT, g INT);
INSERT INTO t VALUES (1, '🦆', 1), (2, 'b', 1), (3, NULL, 2), (4, '🦆🦆', 2);
SELECT string_agg('x', ',') FROM t;
> x,x,x,x
SELECT string_agg('🦆', ',') FROM t;
> 🦆,🦆,🦆,🦆
SELECT string_agg(s, '🦆' ORDER BY k) FROM t;
> 🦆🦆b🦆🦆🦆
SELECT string_agg('🦆', '💩') FROM t;
> 🦆💩🦆💩🦆💩🦆
SELECT string_agg(DISTINCT '🦆', ',') FROM t;
> 🦆
SELECT string_agg('🦆', ',' ORDER BY k) FROM t;
> 🦆,🦆,🦆,🦆
SELECT string_agg('🦆', ',') FILTER (WHERE k > 2) FROM t;
> 🦆,🦆
SELECT string_agg('🦆', ',' ORDER BY k DESC) FILTER (WHERE k > 2) FROM t;
> 🦆,🦆
SELECT g, string_agg('ü🦆', ';') FROM t GROUP BY g ORDER BY g;
> 1|ü🦆;ü🦆
> 2|ü🦆;ü🦆
SELECT k, string_agg('🦆', ',') OVER (ORDER BY k) FROM t ORDER BY k;
> 1|🦆
> 2|🦆,🦆
> 3|🦆,🦆,🦆
> 4|🦆,🦆,🦆,🦆
SELECT k, string_agg(s, '🦆') OVER (PARTITION BY g ORDER BY k) FROM t ORDER BY k;
> 1|🦆
> 2|🦆🦆b
> 3|∅
> 4|🦆🦆
SELECT string_agg('x', ',') OVER () FROM t;
> x,x,x,x
> x,x,x,x
> x,x,x,x
> x,x,x,x
SELECT array_agg('🦆'::text ORDER BY k) FROM t;
> {🦆,🦆,🦆,🦆}
SELECT array_agg(1) FROM t;
> {1,1,1,1}
SELECT array_agg(DISTINCT 1) FROM t;
> {1}
SELECT array_agg(1 ORDER BY k) FILTER (WHERE k < 3) FROM t;
> {1,1}
SELECT array_agg(NULL::int) FROM t;
> {NULL,NULL,NULL,NULL}
SELECT k, array_agg(1) OVER (ORDER BY k) FROM t ORDER BY k;
> 1|{1}
> 2|{1,1}
> 3|{1,1,1}
> 4|{1,1,1,1}
SELECT k, array_agg('🦆'::text) OVER (ORDER BY k) FROM t ORDER BY k;
> 1|{🦆}
> 2|{🦆,🦆}
> 3|{🦆,🦆,🦆}
> 4|{🦆,🦆,🦆,🦆}
SELECT jsonb_agg('🦆'::text) FROM t;
> ["🦆", "🦆", "🦆", "🦆"]
SELECT jsonb_agg(1 ORDER BY k), jsonb_agg(true) FROM t;
> [1, 1, 1, 1]|[true, true, true, true]
SELECT max('🦆'), min('🦆'), count('🦆'), count(DISTINCT '🦆') FROM t;
> 🦆|🦆|4|1
SELECT max('🦆') OVER (ORDER BY k), first_value('🦆'::text) OVER (ORDER BY k) FROM t;
> 🦆|🦆
> 🦆|🦆
> 🦆|🦆
> 🦆|🦆
SELECT lag('🦆'::text) OVER (ORDER BY k), lag('a', 1, '🦆') OVER (ORDER BY k) FROM t;
> ∅|🦆
> 🦆|a
> 🦆|a
> 🦆|a
SELECT coalesce(NULL, '🦆'), nullif('🦆', 'x'), greatest('🦆', 'z'), least('🦆', 'z');
> 🦆|🦆|🦆|z
SELECT CASE WHEN k = 1 THEN '🦆' ELSE 'a' END FROM t ORDER BY k;
> 🦆
> a
> a
> a
SELECT '🦆' UNION SELECT 'a' ORDER BY 1;
> a
> 🦆
SELECT * FROM (VALUES ('🦆'), ('a')) v(c) ORDER BY c;
> a
> 🦆
SELECT s FROM t WHERE s IN ('🦆', 'q');
> 🦆
SELECT s FROM t WHERE s LIKE '🦆_';
> 🦆🦆
SELECT concat('🦆', 1), concat_ws('🦆', 'a', 'b'), '🦆' || 'a', length('🦆');
> 🦆1|a🦆b|🦆a|1
SELECT replace('a🦆', '🦆', '💩'), translate('a🦆', '🦆', 'b'), strpos('a🦆', '🦆'), position('🦆' IN 'a🦆');
> a💩|ab|2|2
SELECT string_agg(DISTINCT v, ',') FROM (SELECT 'a🦆' AS v FROM t) q;
> a🦆
SELECT string_agg(c, ',' ORDER BY c) FROM (VALUES ('🦆'), ('a')) v(c);
> a,🦆
SELECT string_agg('x', s ORDER BY k) FROM t;
> xbxx🦆🦆x
SELECT string_agg('x', NULL) FROM t;
> xxxx
SELECT string_agg('x', ',') FROM t WHERE k > 9;
> ∅
SELECT string_agg(k::text, ',' ORDER BY s DESC, k) FROM t;
> 3,4,1,2
SELECT string_agg('a' || k, '-' ORDER BY -k) FROM t;
> a4-a3-a2-a1
DROP TABLE t;
