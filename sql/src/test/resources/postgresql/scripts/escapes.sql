-- Escapes of patterns where ESCAPE says nothing; DISTINCT with OVER; arrays in order.
CREATE TABLE pt (k int primary key, s text, p text);
INSERT INTO pt VALUES (1,'a%','a\%'),(2,'ab','a\%'),(3,'a\b','a\\b'),(4,'a_b','a\_b'),(5,'axb','a\_b'),(6,'a\','a\\'),(7,'b','\b'),(8,'A%','a\%');
SELECT k, s LIKE p, s NOT LIKE p, s ILIKE p, s SIMILAR TO p, s LIKE p ESCAPE '', s LIKE p ESCAPE '!' FROM pt WHERE k < 6 OR k > 7 ORDER BY k;
> 1|t|f|t|t|f|f
> 2|f|t|f|f|f|f
> 3|t|f|t|t|f|f
> 4|t|f|t|t|f|f
> 5|f|t|f|f|f|f
> 8|f|t|t|f|f|f
SELECT 'a%' LIKE 'a\%', 'ab' LIKE 'a\%', 'a\b' LIKE 'a\\b', 'a_' LIKE 'a\_', 'ax' LIKE 'a\_', 'a\x' LIKE 'a\%' ESCAPE '', '10%' LIKE '10\%' ESCAPE '\', 'a' LIKE '\a';
> t|f|t|t|f|t|t|t
SELECT 'a+c' SIMILAR TO 'a\+c', 'aac' SIMILAR TO 'a\+c', 'a.c' SIMILAR TO 'a.c', 'abc' SIMILAR TO 'a.c', 'abab' SIMILAR TO 'ab.*', 'ab.*' SIMILAR TO 'ab.*', 'abc' SIMILAR TO 'a(b|x)c', 'abc' SIMILAR TO '%(b|d)%', 'a%' SIMILAR TO 'a\%', 'ab' SIMILAR TO 'a\%';
> t|f|t|f|f|f|t|t|t|f
SELECT 'abc' SIMILAR TO 'a[b-d]c', '^a' SIMILAR TO '^a', 'a$' SIMILAR TO 'a$', 'aab' SIMILAR TO 'a{2}b', 'a' SIMILAR TO '(a|b)?', 'abc' SIMILAR TO 'abc|d', 'ab' SIMILAR TO 'a|ab', 'a_c' SIMILAR TO 'a#_c' ESCAPE '#', 'abc' NOT SIMILAR TO 'a%', 'a(b' SIMILAR TO 'a\(b', '' SIMILAR TO '', 'xay' SIMILAR TO '_a_', E'a\nb' SIMILAR TO 'a_b';
> t|t|t|t|t|t|t|t|f|t|t|t|t
SELECT k FROM pt WHERE s LIKE 'a\%' ORDER BY k;
> 1
SELECT k FROM pt WHERE s LIKE ANY (ARRAY['a\%', '\b']) ORDER BY k;
> 1
> 7
SELECT k FROM pt WHERE s NOT LIKE ALL (ARRAY['a\_b', 'a\%']) ORDER BY k;
> 2
> 3
> 5
> 6
> 7
> 8
SELECT count(DISTINCT k) OVER () FROM pt;
> ERROR 0A000
SELECT array_agg(DISTINCT k) OVER (ORDER BY k) FROM pt;
> ERROR 0A000
SELECT a FROM (VALUES (ARRAY['😀', 'a']), (ARRAY['ﬀ', 'b']), (ARRAY['z'])) v(a) ORDER BY a;
> {z}
> {ﬀ,b}
> {😀,a}
SELECT a, count(*) FROM (VALUES (ARRAY[2, 1]), (ARRAY[1]), (ARRAY[2, 1])) v(a) GROUP BY a ORDER BY a DESC;
> {2,1}|2
> {1}|1
SELECT max(a), min(a) FROM (VALUES (ARRAY[2, 1]), (ARRAY[10]), (ARRAY[2, NULL])) v(a);
> {10}|{2,1}
SELECT DISTINCT ARRAY[k % 2, 1] AS a FROM pt ORDER BY a;
> {0,1}
> {1,1}
SELECT g, array_agg(k) AS a FROM (SELECT k % 2 AS g, k FROM pt) q GROUP BY g ORDER BY a;
> 1|{1,3,5,7}
> 0|{2,4,6,8}
