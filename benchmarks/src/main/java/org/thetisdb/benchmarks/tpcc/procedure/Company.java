package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccTable;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** The tables of the procedures, two of which are indexes, and the columns that they use. */
final class Company {
  static final Table ITEM = TpccTable.ITEM.define();
  static final Table WAREHOUSE = TpccTable.WAREHOUSE.define();
  static final Table DISTRICT = TpccTable.DISTRICT.define();
  static final Table CUSTOMER = TpccTable.CUSTOMER.define();
  static final Table HISTORY = TpccTable.HISTORY.define();
  static final Table STOCK = TpccTable.STOCK.define();
  static final Table ORDERS = TpccTable.ORDERS.define();
  static final Table NEW_ORDER = TpccTable.NEW_ORDER.define();
  static final Table ORDER_LINE = TpccTable.ORDER_LINE.define();
  static final Table CUSTOMER_BY_NAME =
      Table.define("tpcc_customer_by_name")
          .key("c_w_id", ColumnType.INT)
          .key("c_d_id", ColumnType.INT)
          .key("c_last", ColumnType.STRING)
          .key("c_first", ColumnType.STRING)
          .key("c_id", ColumnType.INT)
          .build();
  static final Table ORDERS_BY_CUSTOMER =
      Table.define("tpcc_orders_by_customer")
          .key("o_w_id", ColumnType.INT)
          .key("o_d_id", ColumnType.INT)
          .key("o_c_id", ColumnType.INT)
          .key("o_id", ColumnType.INT)
          .build();
  static final List<Table> TABLES =
      List.of(
          ITEM,
          WAREHOUSE,
          DISTRICT,
          CUSTOMER,
          HISTORY,
          STOCK,
          ORDERS,
          NEW_ORDER,
          ORDER_LINE,
          CUSTOMER_BY_NAME,
          ORDERS_BY_CUSTOMER);

  static final int I_PRICE = 3;
  static final int W_NAME = 1;
  static final int W_TAX = 7;
  static final int W_YTD = 8;
  static final int D_NAME = 2;
  static final int D_TAX = 8;
  static final int D_YTD = 9;
  static final int D_NEXT_O_ID = 10;
  static final int C_FIRST = 3;
  static final int C_LAST = 5;
  static final int C_CREDIT = 13;
  static final int C_DISCOUNT = 15;
  static final int C_BALANCE = 16;
  static final int C_YTD_PAYMENT = 17;
  static final int C_PAYMENT_CNT = 18;
  static final int C_DELIVERY_CNT = 19;
  static final int C_DATA = 20;
  static final int H_AMOUNT = 7;
  static final int S_QUANTITY = 2;
  static final int S_DIST = 3;
  static final int S_YTD = 13;
  static final int S_ORDER_CNT = 14;
  static final int S_REMOTE_CNT = 15;
  static final int O_ID = 2;
  static final int O_C_ID = 3;
  static final int O_CARRIER_ID = 5;
  static final int O_OL_CNT = 6;
  static final int OL_O_ID = 2;
  static final int OL_I_ID = 4;
  static final int OL_SUPPLY_W_ID = 5;
  static final int OL_DELIVERY_D = 6;
  static final int OL_QUANTITY = 7;
  static final int OL_AMOUNT = 8;
  static final int OL_DIST_INFO = 9;

  /** More than any district has of one name. */
  private static final int MOST_OF_NAME = 1_000;

  private Company() {}

  /** A new row with the values of all its columns. */
  static Row row(Table table, Object... values) {
    int keyColumns = table.schema().keyColumns();
    Object[] key = new Object[keyColumns];
    System.arraycopy(values, 0, key, 0, keyColumns);
    Row row = table.row(key);
    for (int i = keyColumns; i < values.length; i++) {
      if (values[i] != null) {
        row.set(i, values[i]);
      }
    }
    return row;
  }

  /** A row that must be there. */
  static Row require(Context ctx, Table table, long key) {
    return present(ctx, table, ctx.get(table, key), key);
  }

  /** A row that must be there. */
  static Row require(Context ctx, Table table, long first, long second) {
    return present(ctx, table, ctx.get(table, first, second), first, second);
  }

  /** A row that must be there. */
  static Row require(Context ctx, Table table, long first, long second, long third) {
    return present(ctx, table, ctx.get(table, first, second, third), first, second, third);
  }

  private static Row present(Context ctx, Table table, Row row, long... key) {
    if (row == null) {
      throw ctx.abort("A row of " + table.name() + " is gone: " + Arrays.toString(key));
    }
    return row;
  }

  /** Names what {@link #findCustomer} reads. */
  static void planToFind(Plan plan, int warehouse, int district, int customer, String lastName) {
    if (customer == 0) {
      plan.readRange(CUSTOMER_BY_NAME.prefix(warehouse, district, lastName));
    }
  }

  /** The number if it is given, else the one in the middle of those with the last name. */
  static int findCustomer(Context ctx, int warehouse, int district, int customer, String lastName) {
    if (customer != 0) {
      return customer;
    }
    List<Row> found =
        ctx.scan(CUSTOMER_BY_NAME.prefix(warehouse, district, lastName), MOST_OF_NAME);
    if (found.isEmpty()) {
      throw ctx.abort("No customer is called " + lastName + ".");
    }
    return found.get((found.size() - 1) / 2).getInt(4);
  }
}
