-- Texts count, cut and order by characters.
CREATE TABLE tx (k int primary key, s text);
INSERT INTO tx VALUES (1,'a🦆b'),(2,'z'),(3,'ﬀ'),(4,'😀'),(5,NULL),(6,'a.b'),(7,E'a\nb');
CREATE TABLE kt (s text primary key, n int);
INSERT INTO kt VALUES ('z',1),('ﬀ',2),('😀',3);
SELECT length('🦆'), strpos('💩high', 'ig'), left('🦆ab',2), right('ab🦆',1), substring('a🦆b', 2, 1), substring('😀bc' FROM 2), overlay('a🦆b' placing 'x' from 2 for 1), position('b' in 'a🦆b'), char_length('🦆🦆'), octet_length('🦆'), bit_length('🦆');
> 1|3|🦆a|🦆|🦆|bc|axb|3|2|4|32
SELECT k, length(s), char_length(s), strpos(s, 'b'), left(s, 2), right(s, 2), substring(s, 2, 1), substring(s from 2), overlay(s placing 'x' from 2 for 1), position('b' in s) FROM tx ORDER BY k;
> 1|3|3|3|a🦆|🦆b|🦆|🦆b|axb|3
> 2|1|1|0|z|z|||zx|0
> 3|1|1|0|ﬀ|ﬀ|||ﬀx|0
> 4|1|1|0|😀|😀|||😀x|0
> 5|∅|∅|∅|∅|∅|∅|∅|∅|∅
> 6|3|3|3|a.|.b|.|.b|axb|3
> 7|3|3|3|a⏎|⏎b|⏎|⏎b|axb|3
SELECT k, reverse(s), lpad(s, 5, '🦆'), rpad(s, 5, '🦆x'), ascii(s), translate(s, '🦆', 'x'), split_part(s, '🦆', 1), repeat(s, 2), regexp_replace(s, '.', 'Q'), to_jsonb(s) FROM tx ORDER BY k;
> 1|b🦆a|🦆🦆a🦆b|a🦆b🦆x|97|axb|a|a🦆ba🦆b|Q🦆b|"a🦆b"
> 2|z|🦆🦆🦆🦆z|z🦆x🦆x|122|z|z|zz|Q|"z"
> 3|ﬀ|🦆🦆🦆🦆ﬀ|ﬀ🦆x🦆x|64256|ﬀ|ﬀ|ﬀﬀ|Q|"ﬀ"
> 4|😀|🦆🦆🦆🦆😀|😀🦆x🦆x|128512|😀|😀|😀😀|Q|"😀"
> 5|∅|∅|∅|∅|∅|∅|∅|∅|∅
> 6|b.a|🦆🦆a.b|a.b🦆x|97|a.b|a.b|a.ba.b|Q.b|"a.b"
> 7|b⏎a|🦆🦆a⏎b|a⏎b🦆x|97|a⏎b|a⏎b|a⏎ba⏎b|Q⏎b|"a\nb"
SELECT left('🦆ab', -1), right('🦆ab', -1), substr('🦆ab', 0, 2), substr('🦆ab', -1), substring('🦆ab' from 2 for 1), trim(both '🦆' from '🦆a🦆'), ltrim('🦆a🦆', '🦆'), btrim('x🦆a🦆x', 'x🦆'), chr(128518), ascii('😀'), translate('a🦆b', 'a🦆', '🦆c'), format('%5s|', '🦆'), format('%-3s|', '🦆'), left('a🦆', 0);
> 🦆a|ab|🦆|🦆ab|a|a|a🦆|a|😆|128512|🦆cb|    🦆||🦆  ||
SELECT btrim('😁x😀', '😀'), ltrim('😁x', '😀'), rtrim('x😁', '😀🦆'), trim(trailing '😀' from 'x😁😀');
> 😁x|😁x|x😁|x😁
SELECT strpos('a🦆b🦆', '🦆b'), strpos('🦆', ''), regexp_instr('🦆ab', 'b'), regexp_substr('🦆ab', '.', 2), regexp_count('🦆ab', '.'), string_to_array('a🦆b', NULL), overlay('🦆🦆🦆' placing '' from 2 for 1), concat('🦆', 1), starts_with('🦆a', '🦆'), to_hex(ascii('🦆'));
> 2|1|3|a|3|{a,🦆,b}|🦆🦆|🦆1|t|1f986
SELECT s FROM kt ORDER BY s;
> z
> ﬀ
> 😀
SELECT s FROM kt ORDER BY s || '';
> z
> ﬀ
> 😀
SELECT s FROM kt ORDER BY s || '' DESC NULLS FIRST, n;
> 😀
> ﬀ
> z
SELECT s FROM kt ORDER BY s || '' DESC LIMIT 2;
> 😀
> ﬀ
SELECT '😀' > 'ﬀ', '😀' < 'ﬀ', greatest('😀', 'ﬀ'), least('😀', 'ﬀ'), '😀' BETWEEN 'ﬀ' AND '😁', 'ﬀ' <= '😀', (1, '😀') > (1, 'ﬀ');
> t|f|😀|ﬀ|t|t|t
SELECT max(s), min(s) FROM kt;
> 😀|z
SELECT max(s), min(s) FROM tx WHERE k IN (3, 4);
> 😀|ﬀ
SELECT k, max(s) OVER (ORDER BY k), min(s) OVER (ORDER BY k DESC) FROM tx WHERE k IN (2, 3, 4) ORDER BY k;
> 2|z|z
> 3|ﬀ|ﬀ
> 4|😀|😀
SELECT a.s, b.s FROM kt a JOIN kt b ON a.s < b.s ORDER BY a.s || '', b.s || '';
> z|ﬀ
> z|😀
> ﬀ|😀
SELECT s FROM tx WHERE s > 'ﬀ';
> 😀
SELECT s FROM tx WHERE s || '' > 'ﬀ';
> 😀
SELECT s FROM kt WHERE s > 'ﬀ';
> 😀
SELECT s, row_number() OVER (ORDER BY s || '') FROM kt;
> z|1
> ﬀ|2
> 😀|3
SELECT s, rank() OVER (ORDER BY s || '' DESC), count(*) OVER (ORDER BY s || '') FROM kt;
> z|3|1
> ﬀ|2|2
> 😀|1|3
SELECT DISTINCT s || '' AS x FROM kt ORDER BY x DESC;
> 😀
> ﬀ
> z
SELECT s, count(*) FROM kt GROUP BY s ORDER BY s DESC;
> 😀|1
> ﬀ|1
> z|1
SELECT string_agg(s, ',' ORDER BY s DESC) FROM kt;
> 😀,ﬀ,z
SELECT array_agg(s ORDER BY s || '') FROM kt;
> {z,ﬀ,😀}
SELECT ARRAY['😀'] > ARRAY['ﬀ'], to_jsonb('😀'::text) > to_jsonb('ﬀ'::text);
> t|t
SELECT s FROM kt UNION SELECT s || '' FROM kt ORDER BY 1;
> z
> ﬀ
> 😀
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY s), mode() WITHIN GROUP (ORDER BY s || '' DESC) FROM kt;
> ﬀ|😀
SELECT s FROM kt WHERE s > ANY (ARRAY['ﬀ']) ORDER BY s;
> 😀
SELECT s FROM kt WHERE s >= ALL (SELECT s FROM kt);
> 😀
SELECT lag(s) OVER (ORDER BY s), lead(s) OVER (ORDER BY s) FROM kt ORDER BY 1;
> z|😀
> ﬀ|∅
> ∅|ﬀ
SELECT s FROM kt WHERE s || '' >= (SELECT max(k.s) FROM kt k);
> 😀
SELECT CASE WHEN s < '😀' THEN 'below' ELSE 'not' END FROM kt ORDER BY n;
> below
> below
> not
CREATE TABLE vc (k int primary key, a varchar(3), b char(3));
INSERT INTO vc VALUES (1, '🦆🦆🦆', '🦆🦆🦆');
INSERT INTO vc VALUES (2, '🦆🦆🦆🦆', 'a');
> ERROR 22001
INSERT INTO vc VALUES (3, 'a', '🦆🦆🦆🦆');
> ERROR 22001
SELECT a, b, length(a), length(b) FROM vc;
> 🦆🦆🦆|🦆🦆🦆|3|3
UPDATE vc SET a = a || 'x' WHERE k = 1;
> ERROR 22001
SELECT '🦆🦆🦆🦆'::varchar(3), length('🦆🦆🦆🦆'::char(2)), CAST('a🦆b' AS varchar(2)), 'x🦆y'::char(2) || '|';
> 🦆🦆🦆|2|a🦆|x🦆|
SELECT a || a FROM vc;
> 🦆🦆🦆🦆🦆🦆
SELECT '🦆' LIKE '_', 'a🦆b' LIKE 'a_b', 'a🦆b' LIKE 'a__b', 'a🦆b' SIMILAR TO 'a_b', 'a🦆b' ~ '^a.b$', 'a🦆b' ILIKE 'A_B', '🦆%' LIKE '🦆🦆%' ESCAPE '🦆';
> t|t|f|t|t|t|t
SELECT overlay('abc' placing 'x' from 15 for 6), overlay('abc' placing 'x' from 2 for 100), overlay('abc' placing 'xyz' from 2), overlay('abc' placing 'x' from 2 for -1), overlay('abc' placing '' from 1 for 2);
> abcx|ax|axyz|axabc|c
SELECT overlay('abc' placing 'x' from 0);
> ERROR 22011
SELECT overlay('abc' placing 'x' from 2 for 2147483647);
> ERROR 22003
SELECT overlay('abc' placing 'x' from -1 for 1);
> ERROR 22011
SELECT chr(-1);
> ERROR 22023
SELECT chr(0);
> ERROR 54000
SELECT chr(1114112);
> ERROR 54000
SELECT substring('abc', 1, -1);
> ERROR 22011
SELECT substring('abc', -2147483648, 10), substring('abc', 2, 2147483647), left('abc', -2147483648), substring('abc', 0), substring('abc', -5, 7), substring('abc' from 10), substring('' from 1 for 1), substring('abc', 4, 0);
> |bc||abc|a|||
SELECT k, substring(s, k, 1), overlay(s placing '🦆' from k) FROM tx ORDER BY k;
> 1|a|🦆🦆b
> 2||z🦆
> 3||ﬀ🦆
> 4||😀🦆
> 5|∅|∅
> 6||a.b🦆
> 7||a⏎b🦆
SELECT repeat('a', -1), lpad('abc', -1), rpad('abc', -1, 'x'), lpad('abc', 5, ''), split_part('a,b', ',', -1), lpad('🦆🦆🦆', 2), rpad('🦆🦆🦆', 2), lpad('a', 6, '🦆b'), rpad('a', 6, '🦆b');
> |||abc|b|🦆🦆|🦆🦆|🦆b🦆b🦆a|a🦆b🦆b🦆
