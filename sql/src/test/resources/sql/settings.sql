-- Settings that tools ask for, or set to what they are.
SHOW server_encoding;
> UTF8
SHOW TIME ZONE;
> UTC
SHOW TimeZone;
> UTC
SHOW search_path;
> public
SHOW lock_timeout;
> 0
SHOW nothing_of_this;
> error 42704 There is no setting "nothing_of_this".
SHOW ALL;
> bytea_output | hex
> client_encoding | UTF8
> datestyle | ISO, YMD
> default_transaction_read_only | off
> idle_in_transaction_session_timeout | 0
> idle_session_timeout | 0
> integer_datetimes | on
> intervalstyle | postgres
> lock_timeout | 0
> max_identifier_length | 63
> server_encoding | UTF8
> server_version | 0.1
> server_version_num | 150000
> standard_conforming_strings | on
> statement_timeout | 0
> timezone | UTC
> transaction_timeout | 0
SELECT current_setting('server_version') AS v, current_setting('TimeZone') AS z, current_setting('no', true) AS n, current_setting('search_path') AS p;
> 0.1 | UTC | null | public
SELECT current_setting('no');
> error 42704 There is no setting "no".
EXPLAIN (COSTS OFF, VERBOSE, FORMAT TEXT) SELECT 1;
> query, reads only
>   values
> keys: known from the arguments
EXPLAIN VERBOSE (SELECT 1);
> query, reads only
>   values
> keys: known from the arguments
EXPLAIN (SELECT 1);
> query, reads only
>   values
> keys: known from the arguments
EXPLAIN (ANALYZE FALSE) SELECT 1;
> query, reads only
>   values
> keys: known from the arguments
EXPLAIN ANALYZE SELECT 1;
> error 0A000 EXPLAIN ANALYZE would run the statement; EXPLAIN tells the plan, and bench --costs what statements cost.
EXPLAIN (ANALYZE, BUFFERS) SELECT 1;
> error 0A000 EXPLAIN ANALYZE would run the statement; EXPLAIN tells the plan, and bench --costs what statements cost.
EXPLAIN (FORMAT JSON) SELECT 1;
> error 0A000 EXPLAIN in another format than TEXT is not supported.
