package org.thetisdb.benchmarks.tpcc.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.tpcc.TpccSizes;

/**
 * The nine tables as OLTP-Bench has them: ten foreign keys, HISTORY without a key, orders in a
 * table called OORDER with a second unique key, some numbers as decimals, and one as a floating
 * number.
 */
public final class OltpBenchTpccSchema {
  /** All tables that any way of running TPC-C may have left; tables that refer come first. */
  static final List<String> DROPS =
      Arrays.stream(
              "order_line new_order oorder orders history stock customer district item warehouse"
                  .split(" ", -1))
          .map(table -> "DROP TABLE IF EXISTS " + table)
          .toList();

  private static final String ADDRESS =
      "%1$s_street_1 VARCHAR(20) NOT NULL, %1$s_street_2 VARCHAR(20) NOT NULL,"
          + " %1$s_city VARCHAR(20) NOT NULL, %1$s_state CHAR(2) NOT NULL,"
          + " %1$s_zip CHAR(9) NOT NULL";

  private OltpBenchTpccSchema() {}

  /** The statements that make the tables, and drop them first. */
  public static List<String> definitions() {
    List<String> all = new ArrayList<>(DROPS);
    all.addAll(places());
    all.addAll(goods());
    all.addAll(orders());
    all.add("CREATE INDEX idx_customer_name ON customer (c_w_id, c_d_id, c_last, c_first)");
    all.add("CREATE INDEX idx_order ON oorder (o_w_id, o_d_id, o_c_id, o_id)");
    return all;
  }

  private static List<String> places() {
    return List.of(
        "CREATE TABLE warehouse (w_id INT PRIMARY KEY, w_ytd DECIMAL(12, 2) NOT NULL,"
            + " w_tax DECIMAL(4, 4) NOT NULL, w_name VARCHAR(10) NOT NULL, "
            + ADDRESS.formatted("w")
            + ")",
        "CREATE TABLE district (d_w_id INT NOT NULL, d_id INT NOT NULL,"
            + " d_ytd DECIMAL(12, 2) NOT NULL, d_tax DECIMAL(4, 4) NOT NULL,"
            + " d_next_o_id INT NOT NULL, d_name VARCHAR(10) NOT NULL, "
            + ADDRESS.formatted("d")
            + ", PRIMARY KEY (d_w_id, d_id)"
            + refers("d_w_id", "warehouse (w_id)")
            + ")",
        "CREATE TABLE customer (c_w_id INT NOT NULL, c_d_id INT NOT NULL, c_id INT NOT NULL,"
            + " c_discount DECIMAL(4, 4) NOT NULL, c_credit CHAR(2) NOT NULL,"
            + " c_last VARCHAR(16) NOT NULL, c_first VARCHAR(16) NOT NULL,"
            + " c_credit_lim DECIMAL(12, 2) NOT NULL, c_balance DECIMAL(12, 2) NOT NULL,"
            + " c_ytd_payment FLOAT NOT NULL, c_payment_cnt INT NOT NULL,"
            + " c_delivery_cnt INT NOT NULL, "
            + ADDRESS.formatted("c")
            + ", c_phone CHAR(16) NOT NULL, c_since TIMESTAMP NOT NULL,"
            + " c_middle CHAR(2) NOT NULL, c_data VARCHAR(500) NOT NULL,"
            + " PRIMARY KEY (c_w_id, c_d_id, c_id)"
            + refers("c_w_id, c_d_id", "district (d_w_id, d_id)")
            + ")",
        "CREATE TABLE history (h_c_id INT NOT NULL, h_c_d_id INT NOT NULL, h_c_w_id INT NOT NULL,"
            + " h_d_id INT NOT NULL, h_w_id INT NOT NULL, h_date TIMESTAMP NOT NULL,"
            + " h_amount DECIMAL(6, 2) NOT NULL, h_data VARCHAR(24) NOT NULL"
            + refers("h_c_w_id, h_c_d_id, h_c_id", "customer (c_w_id, c_d_id, c_id)")
            + refers("h_w_id, h_d_id", "district (d_w_id, d_id)")
            + ")");
  }

  private static List<String> goods() {
    String places =
        IntStream.rangeClosed(1, TpccSizes.DISTRICTS)
            .mapToObj("s_dist_%02d CHAR(24) NOT NULL, "::formatted)
            .collect(Collectors.joining());
    return List.of(
        "CREATE TABLE item (i_id INT PRIMARY KEY, i_name VARCHAR(24) NOT NULL,"
            + " i_price DECIMAL(5, 2) NOT NULL, i_data VARCHAR(50) NOT NULL,"
            + " i_im_id INT NOT NULL)",
        "CREATE TABLE stock (s_w_id INT NOT NULL, s_i_id INT NOT NULL,"
            + " s_quantity DECIMAL(4, 0) NOT NULL, s_ytd DECIMAL(8, 2) NOT NULL,"
            + " s_order_cnt INT NOT NULL, s_remote_cnt INT NOT NULL, s_data VARCHAR(50) NOT NULL, "
            + places
            + "PRIMARY KEY (s_w_id, s_i_id)"
            + refers("s_w_id", "warehouse (w_id)")
            + refers("s_i_id", "item (i_id)")
            + ")");
  }

  private static List<String> orders() {
    return List.of(
        "CREATE TABLE oorder (o_w_id INT NOT NULL, o_d_id INT NOT NULL, o_id INT NOT NULL,"
            + " o_c_id INT NOT NULL, o_carrier_id INT, o_ol_cnt DECIMAL(2, 0) NOT NULL,"
            + " o_all_local DECIMAL(1, 0) NOT NULL, o_entry_d TIMESTAMP NOT NULL,"
            + " PRIMARY KEY (o_w_id, o_d_id, o_id), UNIQUE (o_w_id, o_d_id, o_c_id, o_id)"
            + refers("o_w_id, o_d_id, o_c_id", "customer (c_w_id, c_d_id, c_id)")
            + ")",
        "CREATE TABLE new_order (no_w_id INT NOT NULL, no_d_id INT NOT NULL,"
            + " no_o_id INT NOT NULL, PRIMARY KEY (no_w_id, no_d_id, no_o_id)"
            + refers("no_w_id, no_d_id, no_o_id", "oorder (o_w_id, o_d_id, o_id)")
            + ")",
        "CREATE TABLE order_line (ol_w_id INT NOT NULL, ol_d_id INT NOT NULL,"
            + " ol_o_id INT NOT NULL, ol_number INT NOT NULL, ol_i_id INT NOT NULL,"
            + " ol_delivery_d TIMESTAMP, ol_amount DECIMAL(6, 2) NOT NULL,"
            + " ol_supply_w_id INT NOT NULL, ol_quantity DECIMAL(2, 0) NOT NULL,"
            + " ol_dist_info CHAR(24) NOT NULL, PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number)"
            + refers("ol_w_id, ol_d_id, ol_o_id", "oorder (o_w_id, o_d_id, o_id)")
            + refers("ol_supply_w_id, ol_i_id", "stock (s_w_id, s_i_id)")
            + ")");
  }

  private static String refers(String columns, String parent) {
    return ", FOREIGN KEY (" + columns + ") REFERENCES " + parent + " ON DELETE CASCADE";
  }
}
