-- LIKE, ILIKE, SIMILAR TO and regular expressions, as PostgreSQL answers them.
SELECT 'a' || chr(10) || 'b' LIKE 'a_b', 'a' || chr(10) || 'b' LIKE 'a%', 'a' || chr(10) || 'b' ILIKE 'A_B', 'a' || chr(10) || 'b' SIMILAR TO 'a_b', 'a' || chr(10) || 'b' ~ 'a.b';
> true | true | true | true | true
SELECT '100%' LIKE '100%%' ESCAPE '%', '100x' LIKE '100%%' ESCAPE '%', 'a_c' LIKE 'a!_c' ESCAPE '!', 'abc' LIKE 'a!_c' ESCAPE '!', 'a!c' LIKE 'a!!c' ESCAPE '!', '10%' LIKE '10\%' ESCAPE '\', 'xyz' LIKE '!x%' ESCAPE '!';
> true | false | true | false | true | true | true
SELECT '' LIKE '', '' LIKE '%', '' LIKE '_', 'a' LIKE '%%%', 'ab' LIKE '_%_', 'a' LIKE '_%_', 'abc' LIKE '%b%', 'abc' LIKE 'a%a', 'aa' LIKE 'a%a', 'abab' LIKE '%ab', 'aXbXc' LIKE 'a_b_c', 'mississippi' LIKE '%iss%ip%';
> true | true | false | true | true | false | true | false | true | true | true | true
SELECT 'abc' LIKE 'abc%', 'abc' NOT LIKE 'x%', 'ABC' ILIKE 'a%c', 'ÄÖ' ILIKE 'äö', 'abc' LIKE NULL, NULL LIKE 'a', 'a😀b' LIKE 'a_b', '😀' LIKE '_', '😀' LIKE '__';
> true | true | true | true | null | null | true | true | false
SELECT 'abc' LIKE 'ab!' ESCAPE '!';
> error 22025 A pattern cannot end with its escape character.
SELECT 'abc' LIKE 'xb!' ESCAPE '!', 'abc' LIKE '%x!' ESCAPE '!', 'ab' LIKE 'ab!' ESCAPE '!';
> false | false | false
SELECT 'abc' LIKE '%b!' ESCAPE '!';
> error 22025 A pattern cannot end with its escape character.
SELECT 'abc' LIKE 'ab' ESCAPE 'xy';
> error 22025 ESCAPE names one character, or none.
SELECT 'abc' SIMILAR TO 'a(b|x)c', 'abc' SIMILAR TO 'b', 'abc' SIMILAR TO '%(b|d)%', 'a.c' SIMILAR TO 'a.c', 'abc' SIMILAR TO 'a.c', 'aaa' SIMILAR TO 'a{2,3}', 'b' SIMILAR TO '[a-c]', 'x$' SIMILAR TO 'x$', 'a%' SIMILAR TO 'a!%' ESCAPE '!', 'abc' NOT SIMILAR TO 'x%';
> true | false | true | true | false | true | true | true | true | true
SELECT 'foobar' ~ '^foo', 'foobar' ~ 'bar$', 'foobar' ~ '^(foo|bar)$', 'a1' ~ '^\w\d$', 'ä' ~ '^\w$', 'ABC' ~* '^abc$', 'abc' ~ '(?i)B', 'a+b' ~ '***=a+b', 'x' ~ '[[:alpha:]]', 'x' ~ '[^[:alpha:]]', ']' ~ '[]]', 'a-b' ~ 'a[-]b';
> true | true | false | true | true | true | true | true | true | false | true | true
SELECT regexp_match('foobar', 'foo|foobar'), regexp_match('abcd', '(a|ab)(c|bcd)?'), substring('foobar' FROM '(foo|f)(.*)'), regexp_match('XaXbX', 'X.*?X'), regexp_match('aaa', 'a{2}'), regexp_match('a{2}b', 'a\{2}b'), regexp_match('x{y', 'x{y');
> [foobar] | [a, bcd] | foo | [XaX] | [aa] | [a{2}b] | [x{y]
SELECT regexp_replace('abc', 'b*', 'X', 'g'), regexp_replace('ba', 'a*', 'X', 'g'), regexp_replace('aaa', '', '-', 'g'), regexp_split_to_array('abc', 'b*'), regexp_count('aaa', 'a*'), regexp_replace('a😀b', '', '-', 'g');
> XaXXcX | XbXX | -a-a-a- | [a, c] | 2 | -a-😀-b-
SELECT 'abab' ~ '^(ab)\1$', 'abac' ~ '^(ab)\1$', 'foobar' ~ 'foo(?=bar)', 'foobaz' ~ 'foo(?!bar)', 'a foo b' ~ '\mfoo\M', 'afoo' ~ '\mfoo', 'x foo' ~ '\yfoo\y', 'ab' ~ 'a\Yb', 'ab' ~ '(?<=a)b', 'foo' ~ '[[:<:]]foo[[:>:]]';
> true | false | true | true | true | false | true | true | true | true
SELECT 'a' || chr(10) || 'b' ~ '(?n)^b', 'a' || chr(10) || 'b' ~ '^b', regexp_like('a' || chr(10) || 'b', 'a$', 'n'), 'a' || chr(10) ~ 'a$', regexp_like('a' || chr(10) || 'b', 'a.b', 'n'), regexp_like('a b', 'a b', 'x'), regexp_like('ab', 'a b # both', 'x'), regexp_like('a.b', 'a.b', 'q');
> true | false | true | false | false | false | true | true
SELECT 'a' ~ 'a**';
> error 2201B The regular expression makes no sense: there is nothing before a quantifier.
SELECT 'a' ~ '*a';
> error 2201B The regular expression makes no sense: there is nothing before a quantifier.
SELECT 'a' ~ '[z-a]';
> error 2201B The regular expression makes no sense: a range of characters has no order.
SELECT 'a' ~ 'a{300}';
> error 2201B The regular expression makes no sense: a number of repetitions is from 0 to 255.
SELECT 'a' ~ '\q';
> error 2201B The regular expression makes no sense: an escape has no meaning.
SELECT 'a' ~ '(a)\2';
> error 2201B The regular expression makes no sense: it refers to a group that is not there.
SELECT 'a' ~ '(((a{200}){200}){200})';
> error 54000 The regular expression is too large.
SELECT 'apple' LIKE ANY (VALUES ('a%'), ('b%')), 'apple' LIKE ALL (VALUES ('a%'), ('b%')), 'apple' NOT LIKE ALL (SELECT 'x%'), 'apple' ILIKE SOME (SELECT 'A%' UNION ALL SELECT 'z'), 'x' LIKE ANY (SELECT 'x' WHERE 1 = 0), 'x' LIKE ALL (SELECT 'x' WHERE 1 = 0), 'ab' ~ ANY (VALUES ('^b'), ('b$'));
> true | false | true | true | false | true | true
SELECT v.x FROM (VALUES ('abc'), ('bcd'), ('xyz')) v(x) WHERE v.x LIKE ANY (SELECT p.y || '%' FROM (VALUES ('a'), ('x')) p(y)) ORDER BY 1;
> abc
> xyz
SELECT repeat('a', 50) || 'b' LIKE repeat('%a', 50) || '%c', repeat('a', 5000) LIKE '%a%a%a%a%a%a%a%a%a%a%b', repeat('a', 20000) ~ '^a*a*a*a*a*a*a*a*a*a*b$', 'x' LIKE repeat('x', 160000), repeat('a', 30) ~ '^(a+)+b$';
> false | false | false | false | false
SELECT repeat('a', 60) ~ '^(a|aa)+\1?b$';
> error 54000 The regular expression refers back or looks around, and takes too long for a text. Write it without, or more narrowly.
SELECT '%' LIKE '%%' ESCAPE '%', 'x' LIKE '%%' ESCAPE '%', 'a%b' LIKE '%%' ESCAPE '_', 'a_' LIKE 'a__' ESCAPE '_', 'ab' LIKE 'a__' ESCAPE '_', '%' LIKE p ESCAPE '%' FROM (VALUES ('%%')) v(p);
> true | false | true | true | false | true
SELECT position('b' IN 'abc'), position('' IN 'abc'), position('x' IN 'abc'), position('b' IN '😀b'), strpos('abc', 'c'), replace('aXbX', 'X', '--'), replace('abc', '', 'x'), replace('abc', 'b', ''), replace(NULL, 'a', 'b');
> 2 | 1 | 0 | 2 | 3 | a--b-- | abc | ac | null
SELECT strpos(repeat('a', 500000), repeat('a', 250000) || 'b'), length(replace(repeat('a', 500000), repeat('a', 250000) || 'b', 'c'));
> 0 | 500000
SELECT CAST(repeat('9', 1000000) AS NUMERIC);
> error 22003 "number of too many digits" is out of range for a cast of type DECIMAL.
SELECT split_part('a,b,c', ',', 1), split_part('a,b,c', ',', 3), split_part('a,b,c', ',', 4), split_part('a,b,c', ',', -1), split_part('a,b,c', ',', -3), split_part('a,b,c', ',', -4), split_part('abc', '', 1), split_part('abc', '', 2), split_part('', ',', 1), split_part('a.b', '.', 2), split_part('x', repeat('x', 160000), 1);
> a | c |  | c | a |  | abc |  |  | b | x
SELECT translate('12345', '143', 'ax'), translate('aab', 'aa', 'xy'), translate('a😀', '😀a', 'bc'), translate('abc', '', 'x');
> a2x5 | xxb | cb | abc
