-- CHAR(n): compared, measured, joined together, cast and matched.
CREATE TABLE p (k INT PRIMARY KEY, c CHAR(4), d CHARACTER(6), v VARCHAR(6), t TEXT, b BPCHAR);
INSERT INTO p VALUES (1, 'a', 'a', 'a', 'a', 'a'), (2, 'b ', 'b ', 'b ', 'b ', 'b '), (3, 'abcd', 'abcd  ', 'abcd', 'abcd', 'abcd'), (4, NULL, NULL, NULL, NULL, NULL), (5, '', '', '', '', '');
SELECT length(c), length(d), length(b), octet_length(v), char_length(c) FROM p ORDER BY k;
> 1|1|1|1|1
> 1|1|1|2|1
> 4|4|4|4|4
> ∅|∅|∅|∅|∅
> 0|0|0|0|0
SELECT '[' || c || ']', '[' || d || ']' FROM p ORDER BY k;
> [a]|[a]
> [b]|[b]
> [abcd]|[abcd]
> ∅|∅
> []|[]
SELECT c || d, c || v FROM p ORDER BY k;
> aa|aa
> bb|bb 
> abcdabcd|abcdabcd
> ∅|∅
> |
SELECT concat('[', c::text, ']') FROM p ORDER BY k;
> [a]
> [b]
> [abcd]
> []
> []
SELECT '[' || c::text || ']', '[' || CAST(c AS VARCHAR) || ']', '[' || c::varchar(2) || ']' FROM p ORDER BY k;
> [a]|[a]|[a]
> [b]|[b]|[b]
> [abcd]|[abcd]|[ab]
> ∅|∅|∅
> []|[]|[]
SELECT c = d, c = v, c::text = t, b = c FROM p ORDER BY k;
> t|t|t|t
> t|t|f|t
> t|t|t|t
> ∅|∅|∅|∅
> t|t|t|t
SELECT k FROM p WHERE c LIKE 'a';
SELECT k FROM p WHERE c LIKE 'a%' ORDER BY k;
> 1
> 3
SELECT k FROM p WHERE c::text LIKE 'a';
> 1
SELECT upper(c), lower(d), trim(c), reverse(c::text) FROM p ORDER BY k;
> A|a|a|a
> B|b|b|b
> ABCD|abcd|abcd|dcba
> ∅|∅|∅|∅
> |||
SELECT substring(c FROM 1 FOR 2), left(c, 2), replace(c, 'a', 'z') FROM p ORDER BY k;
> a|a|z
> b|b|b
> ab|ab|zbcd
> ∅|∅|∅
> ||
SELECT 'ab'::char(1), 'ab'::char(5)::text || '|', 'ab'::char || '|';
> a|ab||a|
SELECT 'ab  '::bpchar = 'ab'::bpchar, 'ab '::bpchar = 'ab'::text, length('ab  '::bpchar);
> t|t|2
SELECT 'ab  '::bpchar || 'c', ('ab'::bpchar)::text || 'c';
> abc|abc
INSERT INTO p (k, c) VALUES (6, 'abcde');
> ERROR 22001
INSERT INTO p (k, c) VALUES (7, 'abcd  ');
SELECT k, c || '|' FROM p WHERE k = 7;
> 7|abcd|
SELECT p.k, q.k FROM p JOIN p q ON p.c = q.d WHERE p.k < 4 ORDER BY 1, 2;
> 1|1
> 2|2
> 3|3
SELECT p.k FROM p JOIN p q ON p.c = q.v WHERE p.k < 3 ORDER BY 1;
> 1
> 2
SELECT string_agg(c, ',' ORDER BY k) FROM p;
> a,b,abcd,,abcd
SELECT to_jsonb(v), jsonb_build_object('v', v) FROM p WHERE k = 3;
> "abcd"|{"v": "abcd"}
SELECT c > 'a', c < 'b', c >= 'abcd' FROM p ORDER BY k;
> f|t|f
> t|f|t
> t|t|t
> ∅|∅|∅
> f|t|f
> t|t|t
SELECT coalesce(c, 'none') || '|' FROM p ORDER BY k;
> a|
> b|
> abcd|
> none|
> |
> abcd|
SELECT k FROM p WHERE c IN ('a   ', 'b') ORDER BY k;
> 1
> 2
SELECT k FROM p WHERE c = 'a' || ' ';
SELECT k FROM p WHERE b = 'b';
> 2
SELECT position('b' IN c), strpos(d, 'b') FROM p ORDER BY k;
> 0|0
> 1|1
> 2|2
> ∅|∅
> 0|0
> 2|∅
SELECT lpad(c, 6, '*'), rpad(c, 6, '*') FROM p WHERE k = 1;
> *****a|a*****
UPDATE p SET c = v WHERE k < 4;
SELECT c = v FROM p WHERE k < 4 ORDER BY k;
> t
> t
> t
DROP TABLE p;
