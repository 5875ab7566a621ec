-- Texts with escapes.
CREATE TABLE e (k int PRIMARY KEY, s text);
INSERT INTO e VALUES (1, E'a\tb'), (2, E'it\'s'), (3, e'a\\b'), (4, 'plain'), (5, E'a\nb'), (6, E'\x41\u00e4\101');
SELECT k FROM e WHERE s = E'a\tb';
> 1
SELECT k FROM e WHERE s LIKE E'a\t%';
> 1
SELECT k, s || E'\n', E'<\'>' || s FROM e ORDER BY k;
> 1|a	b⏎|<'>a	b
> 2|it's⏎|<'>it's
> 3|a\b⏎|<'>a\b
> 4|plain⏎|<'>plain
> 5|a⏎b⏎|<'>a⏎b
> 6|AäA⏎|<'>AäA
SELECT k FROM e WHERE s IN (E'it\'s', E'a\\b') ORDER BY k;
> 2
> 3
SELECT E'1'::int + 1, E'\'', '"', e'\'', e'a\\b'::text, E'' || 'x';
> 2|'|"|'|a\b|x
VALUES (E'a'), (E'it\'s'), ('b');
> a
> b
> it's
SELECT E'\x41\x4a', E'\u0041', E'\U0001F600', E'\101\60';
> AJ|A|😀|A0
SELECT replace(s, E'\t', E'\\t') FROM e WHERE k = 1;
> a\tb
SELECT k AS e FROM e WHERE 'e' = 'e' AND k = 1;
> 1
SELECT CASE WHEN s = E'it\'s' THEN E'y\tes' ELSE E'n\\o' END FROM e WHERE k < 4 ORDER BY k;
> n\o
> y	es
> n\o
UPDATE e SET s = E'x\ty' WHERE k = 4;
SELECT s FROM e WHERE k = 4;
> x	y
SELECT concat_ws(E'\t', 'a', 'b'), E'2020-01-01'::date, E'{1,2}'::int[];
> a	b|2020-01-01|{1,2}
