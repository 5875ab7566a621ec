-- CHAR(n) as clients see it: with its blanks; and functions that see them.
CREATE TABLE t (id INT PRIMARY KEY, c CHAR(5), v VARCHAR(10), x TEXT, d CHAR(3));
INSERT INTO t VALUES (1, 'ab', 'ab', 'ab', 'ab'), (2, 'ab   ', 'ab ', 'ab   ', 'abc'), (3, '', '', '', ''), (4, NULL, NULL, NULL, NULL), (5, 'abcde', 'abcde', 'abcde', 'a b');
SELECT id, c, d FROM t ORDER BY id;
> 1|ab   |ab 
> 2|ab   |abc
> 3|     |   
> 4|∅|∅
> 5|abcde|a b
SELECT id, c = v, c = x, v = c, c = d, c <> x, c = 'ab', c = 'ab  ', c = 'ab'::text, c = 'ab   '::text FROM t ORDER BY id;
> 1|t|t|t|t|f|t|t|t|f
> 2|t|f|t|f|t|t|t|t|f
> 3|t|t|t|t|f|f|f|f|f
> 4|∅|∅|∅|∅|∅|∅|∅|∅|∅
> 5|t|t|t|f|f|f|f|f|f
SELECT id, c < 'ab ', c > v, c <= x, c BETWEEN 'ab' AND 'ab  ' FROM t ORDER BY id;
> 1|f|f|t|t
> 2|f|f|t|t
> 3|t|f|t|f
> 4|∅|∅|∅|∅
> 5|f|f|t|f
SELECT id, length(c), char_length(c), octet_length(c), bit_length(c) FROM t ORDER BY id;
> 1|2|2|5|16
> 2|2|2|5|16
> 3|0|0|5|0
> 4|∅|∅|∅|∅
> 5|5|5|5|40
SELECT id, c || '|', '|' || c, c || c || '|', c || v, c || 1, concat(c, '|'), concat_ws('-', c, 'z'), format('%s|', c), format('[%L]', c) FROM t ORDER BY id;
> 1|ab|||ab|abab||abab|ab1|ab   ||ab   -z|ab   ||['ab   ']
> 2|ab|||ab|abab||abab |ab1|ab   ||ab   -z|ab   ||['ab   ']
> 3||||||||1|     ||     -z|     ||['     ']
> 4|∅|∅|∅|∅|∅|||z|||[NULL]
> 5|abcde|||abcde|abcdeabcde||abcdeabcde|abcde1|abcde||abcde-z|abcde||['abcde']
SELECT id, c::text || '|', c::varchar || '|', c::char(3) || '|', c::varchar(4) || '|', CAST(c AS CHAR(7)), length(CAST(c AS CHAR(7))) FROM t WHERE id < 3 ORDER BY id;
> 1|ab||ab||ab||ab||ab     |2
> 2|ab||ab||ab||ab||ab     |2
SELECT id, c LIKE 'ab', c LIKE 'ab%', c LIKE 'ab   ', c LIKE '%b', c LIKE '_____', c ILIKE 'AB', c NOT LIKE 'ab' FROM t ORDER BY id;
> 1|f|t|t|f|t|f|t
> 2|f|t|t|f|t|f|t
> 3|f|f|f|f|t|f|t
> 4|∅|∅|∅|∅|∅|∅|∅
> 5|f|t|f|f|t|f|t
SELECT id, c ~ '^ab$', c ~ 'ab', c ~ 'ab   $', c ~* '^AB *$', c !~ ' ', c SIMILAR TO 'ab', c SIMILAR TO 'ab *' FROM t ORDER BY id;
> 1|f|t|t|t|f|f|t
> 2|f|t|t|t|f|f|t
> 3|f|f|f|f|f|f|f
> 4|∅|∅|∅|∅|∅|∅|∅
> 5|f|t|f|f|t|f|f
SELECT id, upper(c) || '|', lower(c) || '|', substring(c, 1, 3) || '|', left(c, 4) || '|', right(c, 2) || '|', replace(c, ' ', '_'), reverse(c), trim(c) || '|', btrim(c), rtrim(c) || '|', ltrim(c) || '|', position('b' in c), strpos(c, ' '), lpad(c, 8, '*'), rpad(c, 8, '*') FROM t ORDER BY id;
> 1|AB||ab||ab||ab||ab||ab|ba|ab||ab|ab||ab||2|0|******ab|ab******
> 2|AB||ab||ab||ab||ab||ab|ba|ab||ab|ab||ab||2|0|******ab|ab******
> 3||||||||||||||||||||0|0|********|********
> 4|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅|∅
> 5|ABCDE||abcde||abc||abcd||de||abcde|edcba|abcde||abcde|abcde||abcde||2|0|***abcde|abcde***
SELECT id, md5(c), ascii(c), initcap(c) || '|', translate(c, 'a ', 'z_'), repeat(c, 2) || '|', split_part(c, 'b', 2) || '|', starts_with(c, 'ab'), quote_literal(c), quote_ident(c) FROM t ORDER BY id;
> 1|187ef4436122d1cc2f40dc2b92f0eba0|97|Ab||zb|abab||||t|'ab'|ab
> 2|187ef4436122d1cc2f40dc2b92f0eba0|97|Ab||zb|abab||||t|'ab'|ab
> 3|d41d8cd98f00b204e9800998ecf8427e|0||||||||f|''|""
> 4|∅|∅|∅|∅|∅|∅|∅|∅|∅
> 5|ab56b4d92b40713acc5af89985d4b786|97|Abcde||zbcde|abcdeabcde||cde||t|'abcde'|abcde
SELECT id, COALESCE(c, 'zz') || '|', CASE WHEN id > 1 THEN c END, NULLIF(c, 'ab'), GREATEST(c, 'zz'::char(5)) FROM t ORDER BY id;
> 1|ab||∅|∅|zz   
> 2|ab||ab   |∅|zz   
> 3|||     |     |zz   
> 4|zz||∅|∅|zz   
> 5|abcde||abcde|abcde|zz   
SELECT min(c), max(c), count(DISTINCT c), string_agg(c, ',' ORDER BY id), array_agg(c ORDER BY id) FROM t;
>      |abcde|3|ab,ab,,abcde|{"ab   ","ab   ","     ",NULL,abcde}
SELECT to_jsonb(c), jsonb_build_object('c', c), to_jsonb(t)->'c', ARRAY[c] FROM t WHERE id = 1;
> "ab   "|{"c": "ab   "}|"ab   "|{"ab   "}
SELECT c, count(*) FROM t GROUP BY c ORDER BY c;
>      |1
> ab   |2
> abcde|1
> ∅|1
SELECT DISTINCT c FROM t ORDER BY c;
>      
> ab   
> abcde
> ∅
SELECT c FROM t UNION SELECT 'ab' ORDER BY 1;
>      
> ab   
> abcde
> ∅
-- differs: a text beside CHAR(n) makes a set of texts
SELECT c FROM t UNION SELECT x FROM t ORDER BY 1;
> 
> ab
> ab   
> abcde
> ∅
SELECT a.id, b.id FROM t a JOIN t b ON a.c = b.x ORDER BY 1, 2;
> 1|1
> 2|1
> 3|3
> 5|5
SELECT a.id, b.id FROM t a JOIN t b ON a.c = b.d ORDER BY 1, 2;
> 1|1
> 2|1
> 3|3
SELECT id FROM t WHERE c = 'ab' ORDER BY id;
> 1
> 2
SELECT id FROM t WHERE c IN ('ab', 'abcde') ORDER BY id;
> 1
> 2
> 5
SELECT id FROM t WHERE c IN (SELECT x FROM t) ORDER BY id;
> 1
> 2
> 3
> 5
SELECT id FROM t WHERE x IN (SELECT c FROM t) ORDER BY id;
> 1
> 3
> 5
SELECT id FROM t WHERE v = c::text ORDER BY id;
> 1
> 3
> 5
SELECT 'ab'::char(5), 'ab'::char(5) || '|', length('ab'::char(5)), 'ab'::char(5) = 'ab', 'ab'::char(5) = 'ab '::text, 'abcdefg'::char(3), 'ab'::bpchar, 'ab  '::bpchar || '|', length('ab  '::bpchar);
> ab   |ab||2|t|f|abc|ab|ab||2
SELECT 'x'::char, 'xyz'::char, ''::char FROM t WHERE id = 1;
> x|x| 
SELECT c FROM (SELECT c FROM t WHERE id = 1) q;
> ab   
CREATE VIEW w AS SELECT id, c, c AS c2, c || '|' AS c3 FROM t;
SELECT * FROM w ORDER BY id;
> 1|ab   |ab   |ab|
> 2|ab   |ab   |ab|
> 3|     |     ||
> 4|∅|∅|∅
> 5|abcde|abcde|abcde|
SELECT id FROM w WHERE c LIKE 'ab' ORDER BY id;
-- differs: rows of VALUES have texts
SELECT x.c FROM (VALUES ('ab'::char(4)), ('abcd')) x (c) ORDER BY 1;
> ab
> abcd
UPDATE t SET c = v WHERE id = 2 RETURNING c;
> ab   
UPDATE t SET v = c WHERE id = 1 RETURNING v, length(v);
> ab|2
UPDATE t SET x = c WHERE id = 1 RETURNING x, length(x);
> ab|2
INSERT INTO t (id, c) VALUES (6, 'abcdef');
> ERROR 22001
INSERT INTO t (id, c) VALUES (6, 'abcde   ') RETURNING c;
> abcde
INSERT INTO t (id, v) SELECT 7, c FROM t WHERE id = 1 RETURNING v, length(v);
> ab|2
CREATE TABLE k (c CHAR(4) PRIMARY KEY, n INT);
INSERT INTO k VALUES ('a', 1), ('b', 2);
INSERT INTO k VALUES ('a  ', 3);
> ERROR 23505
SELECT c, n FROM k WHERE c = 'a';
> a   |1
SELECT c, n FROM k WHERE c = 'a   ';
> a   |1
SELECT c FROM k WHERE c LIKE 'a%' ORDER BY c;
> a   
SELECT lag(c) OVER (ORDER BY c), first_value(c) OVER (ORDER BY c) || '|' FROM k ORDER BY c;
> ∅|a|
> a   |a|
-- differs: a recursive query has texts
WITH RECURSIVE r AS (SELECT c, 1 AS i FROM k UNION ALL SELECT c, i + 1 FROM r WHERE i < 2) SELECT c, i FROM r ORDER BY c, i;
> a|1
> a|2
> b|1
> b|2
