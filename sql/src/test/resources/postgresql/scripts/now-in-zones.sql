-- now(), current_timestamp and the like are points in time, of which other zones have other clocks
SELECT (now() AT TIME ZONE 'Asia/Tokyo') - (now() AT TIME ZONE 'UTC'), (current_timestamp AT TIME ZONE 'Asia/Tokyo') - (transaction_timestamp() AT TIME ZONE 'UTC');
> 09:00:00|09:00:00
SELECT pg_typeof(now()), pg_typeof(current_timestamp), pg_typeof(current_timestamp(3)), pg_typeof(statement_timestamp()), pg_typeof(clock_timestamp()), pg_typeof(localtimestamp), pg_typeof(transaction_timestamp());
> timestamp with time zone|timestamp with time zone|timestamp with time zone|timestamp with time zone|timestamp with time zone|timestamp without time zone|timestamp with time zone
SELECT now()::text ~ '\+00$', to_jsonb(now())::text ~ '\+00:00"$', now()::varchar LIKE '%+00', (now() || '') LIKE '%+00', format('%s', now()) LIKE '%+00', to_char(now(), 'TZ'), localtimestamp::text LIKE '%+00';
> t|t|t|t|t|UTC|f
SELECT pg_typeof(now() + interval '1 day'), pg_typeof(date_trunc('day', now())), pg_typeof(now() - now()), pg_typeof(coalesce(NULL, now())), pg_typeof(now()::timestamp), pg_typeof(greatest(now(), now())), pg_typeof(coalesce(localtimestamp, now()));
> timestamp with time zone|timestamp with time zone|interval|timestamp with time zone|timestamp without time zone|timestamp with time zone|timestamp with time zone
CREATE TABLE c1 AS SELECT now() AS a, localtimestamp AS b, current_timestamp AS c;
SELECT pg_typeof(a), pg_typeof(b), pg_typeof(c), a = c, a::timestamp = b FROM c1;
> timestamp with time zone|timestamp without time zone|timestamp with time zone|t|t
SELECT now() = current_timestamp, now()::date = current_date, current_timestamp(0) = date_trunc('second', current_timestamp(0)) OR true, timezone('UTC', now()) = localtimestamp, now()::time = localtime;
> t|t|t|t|t
CREATE TABLE ev (id INT PRIMARY KEY, a TIMESTAMP DEFAULT now(), b TIMESTAMPTZ DEFAULT now(), c DATE DEFAULT current_date, d DATE DEFAULT now(), e TIMESTAMP DEFAULT current_timestamp, f TIMESTAMP NOT NULL DEFAULT (now() AT TIME ZONE 'utc'), g TIME DEFAULT now());
CREATE INDEX ev_a ON ev (a);
CREATE INDEX ev_b ON ev (b);
INSERT INTO ev (id) VALUES (1), (2);
SELECT count(*) FROM ev WHERE a = b AND a = e AND e = f AND a::date = d AND d = c;
> 2
UPDATE ev SET a = now() - interval '1 day', b = now() - interval '1 day', d = now() + interval '1 day', g = now() WHERE id = 1;
SELECT id FROM ev WHERE a < now() - interval '12 hours' ORDER BY id;
> 1
SELECT id FROM ev WHERE b < now() - interval '12 hours' ORDER BY id;
> 1
SELECT id FROM ev WHERE a <= now() AND b <= now() AND d >= now()::date ORDER BY id;
> 1
> 2
SELECT id FROM ev WHERE d > now() ORDER BY id;
> 1
SELECT id FROM ev WHERE a BETWEEN now() - interval '2 days' AND now() ORDER BY id DESC;
> 2
> 1
SELECT id, a - now() < interval '1 second', now() - b >= interval '0', age(now(), a) >= interval '0', extract(epoch from now() - a) > -1 FROM ev ORDER BY id;
> 1|t|t|t|t
> 2|t|t|t|t
SELECT date_trunc('day', now()) <= now(), date_trunc('day', now())::date = current_date, greatest(a, now()) >= a, coalesce(NULL::timestamp, now()) IS NOT NULL, CASE WHEN true THEN a ELSE now() END IS NULL FROM ev ORDER BY id;
> t|t|t|t|f
> t|t|t|t|f
INSERT INTO ev (id, a, b, c, d) VALUES (3, now(), now(), now(), current_timestamp), (4, current_timestamp, localtimestamp, current_date, localtimestamp);
INSERT INTO ev (id, a) SELECT 5, now() UNION ALL SELECT 6, '1960-01-01';
SELECT id FROM ev WHERE coalesce(a, now()) = a AND least(now(), a)::timestamp <= now() ORDER BY id;
> 1
> 2
> 3
> 4
> 5
> 6
SELECT count(*) FROM (VALUES (now()), (localtimestamp), (date '1970-01-01')) q(x) WHERE x <= now();
> 3
UPDATE ev SET a = coalesce(a, now()), b = CASE WHEN id > 1 THEN a ELSE now() END, d = greatest(d, now()::date);
MERGE INTO ev USING (VALUES (1), (99)) s(id) ON ev.id = s.id WHEN MATCHED THEN UPDATE SET a = now() WHEN NOT MATCHED THEN INSERT (id, a, b) VALUES (s.id, now(), current_timestamp);
INSERT INTO ev (id, a) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET a = now(), b = EXCLUDED.a RETURNING a = b;
> t
SELECT id FROM ev WHERE a::date = now()::date AND a > current_date - 30 AND b > current_date - interval '30 days' ORDER BY id;
> 1
> 2
> 3
> 4
> 5
> 99
CREATE VIEW vw AS SELECT id, now() - a AS since, now() AS n, coalesce(b, now()) AS c FROM ev;
SELECT pg_typeof(since), pg_typeof(n), pg_typeof(c), since >= interval '0' FROM vw WHERE id = 99;
> interval|timestamp with time zone|timestamp with time zone|t
SELECT date_trunc('day', now(), 'Asia/Tokyo') <= now(), extract(hour from now() AT TIME ZONE 'Asia/Tokyo') = (extract(hour from now())::int + 9) % 24, (now(), interval '1 day') OVERLAPS (now() + interval '1 hour', now() + interval '2 days');
> t|t|t
DELETE FROM ev WHERE a < now() - interval '1 hour' OR b > now() + interval '1 year' RETURNING id;
> 6
-- names of conditions that nobody gave one
CREATE TABLE k (a INT CHECK (a > 0), b INT, c INT, CHECK (b > a), CHECK (c > 1), CHECK (1 = 1), CONSTRAINT named CHECK (c < 9), d INT CHECK (d > 0) CHECK (d < 10));
ALTER TABLE k ADD CHECK (b < 100);
ALTER TABLE k ADD COLUMN e INT CHECK (e > 0);
SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'k'::regclass ORDER BY 1;
> k_a_check
> k_b_check
> k_c_check
> k_check
> k_check1
> k_d_check
> k_d_check1
> k_e_check
> named
ALTER TABLE k DROP CONSTRAINT k_d_check1, DROP CONSTRAINT k_b_check;
CREATE TABLE par (id INT PRIMARY KEY, x INT, y INT, UNIQUE (x, y));
CREATE TABLE chi (p INT REFERENCES par (id), x INT, y INT, CONSTRAINT two FOREIGN KEY (x, y) REFERENCES par (x, y));
SELECT constraint_name, table_name, column_name FROM information_schema.constraint_column_usage WHERE table_name IN ('par', 'chi') ORDER BY 1, 3;
> chi_p_fkey|par|id
> par_pkey|par|id
> par_x_y_key|par|x
> par_x_y_key|par|y
> two|par|x
> two|par|y
