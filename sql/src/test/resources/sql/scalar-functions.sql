-- Functions of numbers, texts, patterns, bytes, arrays and dates: as PostgreSQL 15 answers them.
SELECT div(7,2), div(-7,2), div(7.5,2), mod(-7,3), -7 % 3;
> 3 | -3 | 3 | -1 | -1
SELECT div(1,0);
> error 22012 Division by zero.
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(-1, 0, 10, 5), width_bucket(10, 0, 10, 5), width_bucket(3.0::float8, 10.0::float8, 0.0::float8, 5);
> 3 | 0 | 6 | 4
SELECT width_bucket(5, 0, 10, 0);
> error 22023 WIDTH_BUCKET takes a number of buckets above 0.
SELECT width_bucket(5, 1, 1, 4);
> error 22023 The bounds of WIDTH_BUCKET cannot be the same.
SELECT factorial(5), factorial(0), factorial(20);
> 120 | 1 | 2432902008176640000
SELECT factorial(-1);
> error 22003 FACTORIAL takes a number from 0 to 33.
SELECT bit_length('abc'), bit_length('ä'), octet_length('ä'), bit_length('abc'::bytea), octet_length('abc'::bytea), length('abc'::bytea);
> 24 | 16 | 2 | 24 | 3 | 3
SELECT regexp_match('abc123','([a-z]+)([0-9]+)'), regexp_match('abc','x'), regexp_match('foobar','o.b'), regexp_match('ABC','b','i'), regexp_match('ab','(a)|(b)');
> [abc, 123] | null | [oob] | [B] | [a, null]
SELECT regexp_count('aXbX','X'), regexp_count('aXbx','x',1,'i'), regexp_count('ABCABCAXYaxy','A.',2), regexp_like('abc','b'), regexp_like('ABC','b'), regexp_like('ABC','b','i');
> 2 | 2 | 2 | true | false | true
SELECT regexp_split_to_array('a b c',' '), regexp_split_to_array('hello world','\s+'), regexp_split_to_array('abc',''), regexp_split_to_array('a1b2','[0-9]'), regexp_split_to_array('aXbxc','x','i');
> [a, b, c] | [hello, world] | [a, b, c] | [a, b, ] | [a, b, c]
SELECT regexp_substr('number of your street, town zip, FR','[^,]+'), regexp_substr('number of your street, town zip, FR','[^,]+',1,2), regexp_substr('ABCDEFGHI','(c..)(...)',1,1,'i',2), regexp_substr('abc','x');
> number of your street |  town zip | FGH | null
SELECT regexp_instr('number of your street, town zip, FR', '[^,]+', 1, 2), regexp_instr('ABCDEFGHI','(c..)(...)',1,1,0,'i',2), regexp_instr('abc','x'), regexp_instr('abcabc','b',3), regexp_instr('abc','b',1,1,1);
> 23 | 6 | 0 | 5 | 3
SELECT substring('foobar' from 'o(.)b'), substring('foobar' from 'o.b'), substring('foobar' from 'x'), substring('foobar','o.b'), substring('Thomas' from '...$');
> o | oob | null | oob | mas
SELECT substring('hello', 2, -1);
> error 22011 A part of a text cannot have a negative length.
SELECT regexp_replace('Hello','(l+)','<\1>'), regexp_replace('Hello','l','L'), regexp_replace('Hello','l','L','g'), regexp_replace('Hello','(L)','[\1]','gi'), regexp_replace('abc','b','\&\&'), regexp_replace('foobarbaz','b(..)','X\1Y','g'), regexp_replace('a$b','b','$1'), regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 3, 'i');
> He<ll>o | HeLlo | HeLLo | He[l][l]o | abbc | fooXarYXazY | a$$1 | A PostgrXSQL function
SELECT 'abc' ~ 'B', 'abc' ~* 'B', 'abc' !~ 'B', 'abc' !~* 'B';
> false | true | true | false
SELECT regexp_match('abc', '(');
> error 2201B The regular expression makes no sense: parentheses are not closed.
SELECT quote_literal('O''x'), quote_literal('a\b'), quote_ident('a b'), quote_ident('abc'), quote_ident('Abc'), quote_ident('select'), quote_ident('a"b'), quote_nullable(NULL), quote_nullable('x'), quote_literal(42), quote_literal(NULL::text), quote_ident('1a'), quote_ident('');
> 'O''x' | E'a\\b' | "a b" | abc | "Abc" | "select" | "a""b" | NULL | 'x' | '42' | null | "1a" | ""
SELECT format('%s-%I','a','b c'), format('Hello %s, %1$s', 'World'), format('INSERT INTO %I VALUES(%L)', 'locations', 'C:\Program Files'), format('|%10s|', 'foo'), format('|%-10s|', 'foo'), format('|%*s|', 10, 'foo'), format('|%*s|', -10, 'foo'), format('100%%'), format('%3$s, %2$s, %1$s', 'one', 'two', 'three'), format('|%*2$s|', 'foo', 10, 'bar'), format('%s', NULL), format('%L', NULL), format('%2$s %s','a','b','c');
> a-"b c" | Hello World, World | INSERT INTO locations VALUES(E'C:\\Program Files') | |       foo| | |foo       | | |       foo| | |foo       | | 100% | three, two, one | |       bar| |  | NULL | b c
SELECT format('%s', 1), format('%s and %s', true, 1.5), format('x');
> 1 | t and 1.5 | x
SELECT format('%I', NULL);
> error 22004 NULL is no name for %I of FORMAT.
SELECT format('%s');
> error 22023 FORMAT has too few values: there is none with number 1.
SELECT format('%y', 1);
> error 22023 FORMAT knows %s, %I, %L and %%, but not %y.
SELECT encode('abc'::bytea,'hex'), encode('abc'::bytea,'base64'), decode('616263','hex'), decode('YWJj','base64'), encode('\x00ff61'::bytea,'escape'), decode('\000\377a','escape'), decode('a\\b', 'escape'), encode('a\b'::bytea, 'escape');
> error 22P02 "a\b" is no VARBINARY, for a cast.
SELECT decode('6g','hex');
> error 22023 The text is no pairs of hexadecimal digits.
SELECT decode('616','hex');
> error 22023 The text is no pairs of hexadecimal digits.
SELECT decode('????','base64');
> error 22023 The text is no base64.
SELECT encode('abc'::bytea,'hux');
> error 22023 There is no encoding "hux"; there are hex, base64 and escape.
SELECT sha224('abc'::bytea), sha256('abc'::bytea), sha384('abc'::bytea), sha512('abc'::bytea), md5('a'), md5('abc'::bytea);
> x'23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7' | x'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' | x'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7' | x'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f' | 0cc175b9c0f1b6a831c399e269772661 | 900150983cd24fb0d6963f7d28e17f72
SELECT encode(sha256('abc'), 'hex'), encode(sha256('abc'::bytea), 'base64');
> ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad | ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=
SELECT get_byte('abc'::bytea, 1), set_byte('abc'::bytea, 1, 65), get_bit('\x01'::bytea, 0), set_bit('\x00'::bytea, 3, 1);
> 98 | x'614163' | 1 | x'08'
SELECT get_byte('abc'::bytea, 3);
> error 2202E There is no place 3; there are those from 0 to 2.
SELECT to_number('12,345.67','99,999.99'), to_number('-34,338,492', '99G999G999'), to_number('$1.5','L9.9'), to_number('1234','9999'), to_number('12.5-','99.9S'), to_number('<12>','99PR'), to_number('0012','9999');
> 12345.67 | -34338492 | 1.5 | 1234 | -12.5 | -12 | 12
SELECT to_number('abc','999');
> error 22P02 A text without digits is no number for TO_NUMBER.
SELECT isfinite(date '2020-01-01'), isfinite(timestamp '2020-01-01 00:00:00');
> true | true
SELECT date_bin('15 minutes', TIMESTAMP '2020-02-11 15:44:17', TIMESTAMP '2001-01-01'), date_bin('1 hour', TIMESTAMP '2020-02-11 15:44:17', TIMESTAMP '2020-02-12 00:30:00'), date_bin(INTERVAL '5 minutes', TIMESTAMP '2020-02-11 15:44:17', TIMESTAMP '2001-01-01');
> 2020-02-11T15:30 | 2020-02-11T15:30 | 2020-02-11T15:40
SELECT num_nonnulls(1,NULL,2), num_nulls(1,NULL,2), num_nulls(NULL), num_nonnulls('a', 2.5, now());
> 2 | 1 | 1 | 3
SELECT string_to_array('a,b,c',','), string_to_array('a,,c',',',''), string_to_array('xx~~yy~~zz','~~','yy'), string_to_array('abc',NULL), string_to_array('abc',''), string_to_array('',','), string_to_array(NULL,',');
> [a, b, c] | [a, null, c] | [xx, null, zz] | [a, b, c] | [abc] | [] | null
SELECT array_fill(7, ARRAY[3]), array_positions(ARRAY[1,2,1,3],1), array_replace(ARRAY[1,2,5,4],5,3), array_ndims(ARRAY[1,2]), array_dims(ARRAY[1,2]), trim_array(ARRAY[1,2,3,4,5,6],2), (ARRAY[1,2,3])[1:2], (ARRAY[1,2,3])[2:], (ARRAY[1,2,3])[:2], (ARRAY[1,2,3])[:], (ARRAY[1,2,3])[5:6];
> [7, 7, 7] | [1, 3] | [1, 2, 3, 4] | 1 | [1:2] | [1, 2, 3, 4] | [1, 2] | [2, 3] | [1, 2] | [1, 2, 3] | []
SELECT array_to_string(ARRAY['a',NULL,'c'],','), array_to_string(ARRAY['a',NULL,'c'],',','*'), array_to_string(ARRAY[1,2],'-'), array_to_string(ARRAY[1.5,2.0],'-'), array_to_string(ARRAY[true,false],',');
> a,c | a,*,c | 1-2 | 1.5-2.0 | t,f
SELECT array_position(ARRAY['a','b','a'],'a',2), array_positions(ARRAY[]::int[], 1), array_upper(ARRAY[1,2],1), array_lower(ARRAY[1,2],1), cardinality(ARRAY[1,2]), array_ndims('{}'::int[]), array_dims('{}'::int[]);
> 3 | [] | 2 | 1 | 2 | null | null
SELECT x[1:2] FROM (VALUES (ARRAY['a','b','c'])) v(x);
> [a, b]
SELECT ARRAY[1,2,3] || 4, 0 || ARRAY[1], ARRAY[1] || ARRAY[2];
> [1, 2, 3, 4] | [0, 1] | [1, 2]
