-- Types of columns have PostgreSQL's names in INFORMATION_SCHEMA.
CREATE TABLE typed_of (a smallint, b int, c bigint, d real, e double precision, f numeric(10,2), g char(3), h varchar(9), i text, j bytea, k date, l time, m timestamp, n timestamptz, o uuid, p jsonb, q interval, r boolean, s int[], t text[]);

SELECT column_name, data_type, udt_name, is_nullable FROM information_schema.columns WHERE table_name = 'typed_of' ORDER BY ordinal_position;
> a|smallint|int2|YES
> b|integer|int4|YES
> c|bigint|int8|YES
> d|real|float4|YES
> e|double precision|float8|YES
> f|numeric|numeric|YES
> g|character|bpchar|YES
> h|character varying|varchar|YES
> i|text|text|YES
> j|bytea|bytea|YES
> k|date|date|YES
> l|time without time zone|time|YES
> m|timestamp without time zone|timestamp|YES
> n|timestamp with time zone|timestamptz|YES
> o|uuid|uuid|YES
> p|jsonb|jsonb|YES
> q|interval|interval|YES
> r|boolean|bool|YES
> s|ARRAY|_int4|YES
> t|ARRAY|_text|YES
