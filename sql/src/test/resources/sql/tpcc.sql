-- The statements of TPC-C: which of them reads by key, and which by index.
CREATE TABLE customer (c_w_id INT NOT NULL, c_d_id INT NOT NULL, c_id INT NOT NULL, c_first VARCHAR(16) NOT NULL, c_last VARCHAR(16) NOT NULL, c_balance DECIMAL(12,2) NOT NULL, c_delivery_cnt INT NOT NULL, PRIMARY KEY (c_w_id, c_d_id, c_id));
> done
CREATE TABLE orders (o_w_id INT NOT NULL, o_d_id INT NOT NULL, o_id INT NOT NULL, o_c_id INT NOT NULL, o_entry_d TIMESTAMP NOT NULL, o_carrier_id INT, o_ol_cnt INT NOT NULL, PRIMARY KEY (o_w_id, o_d_id, o_id));
> done
CREATE TABLE new_order (no_w_id INT NOT NULL, no_d_id INT NOT NULL, no_o_id INT NOT NULL, PRIMARY KEY (no_w_id, no_d_id, no_o_id));
> done
CREATE TABLE order_line (ol_w_id INT NOT NULL, ol_d_id INT NOT NULL, ol_o_id INT NOT NULL, ol_number INT NOT NULL, ol_i_id INT NOT NULL, ol_delivery_d TIMESTAMP, ol_amount DECIMAL(6,2) NOT NULL, PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number));
> done
CREATE TABLE stock (s_w_id INT NOT NULL, s_i_id INT NOT NULL, s_quantity INT NOT NULL, s_ytd INT NOT NULL, PRIMARY KEY (s_w_id, s_i_id));
> done
CREATE INDEX customer_by_name ON customer (c_w_id, c_d_id, c_last, c_first);
> done
CREATE INDEX orders_by_customer ON orders (o_w_id, o_d_id, o_c_id, o_id);
> done
EXPLAIN SELECT c_id FROM customer WHERE c_w_id = 1 AND c_d_id = 2 AND c_last = 'BAR' ORDER BY c_first;
> query, reads only
>   values [$0]
>     customer by index customer_by_name c_w_id = 1, c_d_id = 2, c_last = 'BAR'
> keys: found by a trial run on a snapshot
EXPLAIN SELECT o_id, o_entry_d, o_carrier_id, o_ol_cnt FROM orders WHERE o_w_id = 1 AND o_d_id = 2 AND o_c_id = 3 ORDER BY o_id DESC LIMIT 1;
> query, reads only
>   limit
>     orders by index orders_by_customer o_w_id = 1, o_d_id = 2, o_c_id = 3, backwards
> keys: found by a trial run on a snapshot
EXPLAIN SELECT no_o_id FROM new_order WHERE no_w_id = 1 AND no_d_id = 2 ORDER BY no_o_id LIMIT 1;
> query, reads only
>   limit
>     new_order by primary key no_w_id = 1, no_d_id = 2
> keys: known from the arguments
EXPLAIN DELETE FROM new_order WHERE no_w_id = 1 AND no_d_id = 2 AND no_o_id = 3;
> change of rows, writes
>   new_order by primary key no_w_id = 1, no_d_id = 2, no_o_id = 3
> keys: known from the arguments
EXPLAIN UPDATE orders SET o_carrier_id = 5 WHERE o_w_id = 1 AND o_d_id = 2 AND o_id = 3;
> change of rows, writes
>   orders by primary key o_w_id = 1, o_d_id = 2, o_id = 3
> keys: known from the arguments
EXPLAIN UPDATE order_line SET ol_delivery_d = TIMESTAMP '2026-01-01 00:00:00' WHERE ol_w_id = 1 AND ol_d_id = 2 AND ol_o_id = 3;
> change of rows, writes
>   values [$0, $1, $2, $3, 2026-01-01 00:00:00]
>     order_line by primary key ol_w_id = 1, ol_d_id = 2, ol_o_id = 3
> keys: known from the arguments
EXPLAIN SELECT SUM(ol_amount) FROM order_line WHERE ol_w_id = 1 AND ol_d_id = 2 AND ol_o_id = 3;
> query, reads only
>   values [CASE(=($1, 0), null:DECIMAL, $0)]
>     group by {} for [$SUM0($0), COUNT()]
>       order_line by primary key ol_w_id = 1, ol_d_id = 2, ol_o_id = 3
> keys: known from the arguments
EXPLAIN UPDATE customer SET c_balance = c_balance + 1.5, c_delivery_cnt = c_delivery_cnt + 1 WHERE c_w_id = 1 AND c_d_id = 2 AND c_id = 3;
> change of rows, writes
>   values [$0, $1, $2, +($3, 1.5:DECIMAL), +($4, 1)]
>     customer by primary key c_w_id = 1, c_d_id = 2, c_id = 3
> keys: known from the arguments
EXPLAIN SELECT s_quantity FROM stock WHERE s_w_id = 1 AND s_i_id = 2 FOR UPDATE;
> query, writes
>   stock by primary key s_w_id = 1, s_i_id = 2
> keys: known from the arguments
EXPLAIN UPDATE stock SET s_quantity = 4, s_ytd = s_ytd + 2 WHERE s_w_id = 1 AND s_i_id = 2;
> change of rows, writes
>   values [$0, $1, +($2, 2)]
>     stock by primary key s_w_id = 1, s_i_id = 2
> keys: known from the arguments
EXPLAIN SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock WHERE ol_w_id = 1 AND ol_d_id = 2 AND ol_o_id >= 10 AND ol_o_id < 30 AND s_w_id = 1 AND s_i_id = ol_i_id AND s_quantity < 15;
> query, reads only
>   group by {} for [COUNT()]
>     group by {0} for []
>       values [$5]
>         for each row of the first, look up the second, inner
>           order_line by primary key ol_w_id = 1, ol_d_id = 2, ol_o_id >= 10, ol_o_id < 30
>           stock by primary key s_w_id = 1, s_i_id = $4; filter <(s_quantity, 15)
> keys: found by a trial run on a snapshot
