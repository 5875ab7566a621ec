package org.thetisdb.benchmarks.tpcc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;

/**
 * The nine tables, as SQL and as the procedures define them. The primary key is made of the first
 * columns. HISTORY, which has none in the specification, is numbered for each customer by that
 * customer's payments, so that its rows lie beside each other.
 */
public enum TpccTable {
  ITEM(
      "item", 1, "i_id INT,i_im_id INT,i_name VARCHAR(24),i_price DECIMAL(5.2),i_data VARCHAR(50)"),
  WAREHOUSE(
      "warehouse",
      1,
      "w_id INT,w_name VARCHAR(10),w_street_1 VARCHAR(20),w_street_2 VARCHAR(20),"
          + "w_city VARCHAR(20),w_state VARCHAR(2),w_zip VARCHAR(9),w_tax DECIMAL(4.4),"
          + "w_ytd DECIMAL(12.2)"),
  DISTRICT(
      "district",
      2,
      "d_w_id INT,d_id INT,d_name VARCHAR(10),d_street_1 VARCHAR(20),d_street_2 VARCHAR(20),"
          + "d_city VARCHAR(20),d_state VARCHAR(2),d_zip VARCHAR(9),d_tax DECIMAL(4.4),"
          + "d_ytd DECIMAL(12.2),d_next_o_id INT"),
  CUSTOMER(
      "customer",
      3,
      "c_w_id INT,c_d_id INT,c_id INT,c_first VARCHAR(16),c_middle VARCHAR(2),c_last VARCHAR(16),"
          + "c_street_1 VARCHAR(20),c_street_2 VARCHAR(20),c_city VARCHAR(20),c_state VARCHAR(2),"
          + "c_zip VARCHAR(9),c_phone VARCHAR(16),c_since TIMESTAMP,c_credit VARCHAR(2),"
          + "c_credit_lim DECIMAL(12.2),c_discount DECIMAL(4.4),c_balance DECIMAL(12.2),"
          + "c_ytd_payment DECIMAL(12.2),c_payment_cnt INT,c_delivery_cnt INT,"
          + "c_data VARCHAR(500)"),
  HISTORY(
      "history",
      4,
      "h_c_w_id INT,h_c_d_id INT,h_c_id INT,h_number INT,h_w_id INT,h_d_id INT,"
          + "h_date TIMESTAMP,h_amount DECIMAL(6.2),h_data VARCHAR(24)"),
  STOCK(
      "stock",
      2,
      "s_w_id INT,s_i_id INT,s_quantity INT,s_dist_01 VARCHAR(24),s_dist_02 VARCHAR(24),"
          + "s_dist_03 VARCHAR(24),s_dist_04 VARCHAR(24),s_dist_05 VARCHAR(24),"
          + "s_dist_06 VARCHAR(24),s_dist_07 VARCHAR(24),s_dist_08 VARCHAR(24),"
          + "s_dist_09 VARCHAR(24),s_dist_10 VARCHAR(24),s_ytd INT,s_order_cnt INT,"
          + "s_remote_cnt INT,s_data VARCHAR(50)"),
  ORDERS(
      "orders",
      3,
      "o_w_id INT,o_d_id INT,o_id INT,o_c_id INT,o_entry_d TIMESTAMP,o_carrier_id INT NULL,"
          + "o_ol_cnt INT,o_all_local INT"),
  NEW_ORDER("new_order", 3, "no_w_id INT,no_d_id INT,no_o_id INT"),
  ORDER_LINE(
      "order_line",
      4,
      "ol_w_id INT,ol_d_id INT,ol_o_id INT,ol_number INT,ol_i_id INT,ol_supply_w_id INT,"
          + "ol_delivery_d TIMESTAMP NULL,ol_quantity INT,ol_amount DECIMAL(6.2),"
          + "ol_dist_info VARCHAR(24)");

  private static final String MAY_BE_NULL = " NULL";

  private final String table;
  private final int keyColumns;
  private final String definition;
  private final String insert;

  TpccTable(String table, int keyColumns, String columns) {
    this.table = table;
    this.keyColumns = keyColumns;
    this.definition = columns;
    this.insert =
        "INSERT INTO " + table + " VALUES (?" + ", ?".repeat(columns.split(",").length - 1) + ")";
  }

  private List<String> columns() {
    return Arrays.asList(definition.split(","));
  }

  /** Names and types; in types with two numbers a point stands between them. */
  private String sql(String column) {
    String sql = column.replace('.', ',');
    return sql.endsWith(MAY_BE_NULL)
        ? sql.substring(0, sql.length() - MAY_BE_NULL.length())
        : sql + " NOT NULL";
  }

  private List<String> key() {
    List<String> key = new ArrayList<>();
    columns().subList(0, keyColumns).forEach(column -> key.add(name(column)));
    return key;
  }

  private static String name(String column) {
    return column.substring(0, column.indexOf(' '));
  }

  /** The statement that makes the table. */
  public String create() {
    return "CREATE TABLE "
        + table
        + " ("
        + columns().stream().map(this::sql).collect(Collectors.joining(", "))
        + ", PRIMARY KEY ("
        + String.join(", ", key())
        + "))";
  }

  /** The table's name in SQL. */
  public String tableName() {
    return table;
  }

  /** All columns, those of the key first. */
  public List<String> columnNames() {
    return columns().stream().map(TpccTable::name).toList();
  }

  /** The statement that inserts a row. */
  public String insert() {
    return insert;
  }

  /** The same for procedures. The name has a prefix, so that a cluster may hold both. */
  public Table define() {
    Table.Builder builder = Table.define("tpcc_" + table);
    List<String> columns = columns();
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      if (i < keyColumns) {
        builder.key(name(column), type(column));
      } else if (column.endsWith(MAY_BE_NULL)) {
        builder.nullable(name(column), type(column));
      } else {
        builder.column(name(column), type(column));
      }
    }
    return builder.build();
  }

  private static ColumnType type(String column) {
    String type = column.substring(column.indexOf(' ') + 1);
    if (type.startsWith("INT")) {
      return ColumnType.INT;
    }
    if (type.startsWith("DECIMAL")) {
      return ColumnType.DECIMAL;
    }
    return type.startsWith("TIMESTAMP") ? ColumnType.TIMESTAMP : ColumnType.STRING;
  }
}
