package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccRows;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.benchmarks.tpcc.TpccTable;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * Makes some rows of one table, numbered from {@code from}, inclusive, to {@code end}, exclusive.
 * Rows that exist begin anew. Returns how many were asked for.
 */
public final class LoadRows implements Procedure {
  @Override
  public List<Table> tables() {
    return FixedColumns.TABLES;
  }

  /** The place of the rows in their table, and in its index. */
  public void plan(
      Plan plan, String table, int warehouse, int district, int from, int end, List<?> sizes) {
    if (FixedColumns.isLoaded(table)) {
      FixedColumns.plan(plan, table, warehouse, from, end);
      return;
    }
    switch (TpccTable.valueOf(table)) {
      case ITEM -> plan.writeRange(Company.ITEM.from(from).to(end));
      case WAREHOUSE -> plan.write(Company.WAREHOUSE, warehouse);
      case DISTRICT -> plan.writeRange(Company.DISTRICT.prefix(warehouse));
      case CUSTOMER -> {
        plan.writeRange(Company.CUSTOMER.prefix(warehouse, district));
        plan.writeRange(Company.CUSTOMER_BY_NAME.prefix(warehouse, district));
      }
      case HISTORY -> plan.writeRange(Company.HISTORY.prefix(warehouse, district));
      case STOCK -> plan.writeRange(range(Company.STOCK, warehouse, from, end));
      case ORDERS -> {
        plan.writeRange(Company.ORDERS.prefix(warehouse, district));
        plan.writeRange(Company.ORDERS_BY_CUSTOMER.prefix(warehouse, district));
      }
      case NEW_ORDER -> plan.writeRange(Company.NEW_ORDER.prefix(warehouse, district));
      case ORDER_LINE -> plan.writeRange(Company.ORDER_LINE.prefix(warehouse, district));
    }
  }

  private static KeyRange range(Table table, int warehouse, int from, int end) {
    return table.from(warehouse, from).to(warehouse, end);
  }

  /** Stores them. */
  public int run(
      Context ctx, String table, int warehouse, int district, int from, int end, List<?> sizes) {
    TpccRows rows =
        new TpccRows(
            new TpccSizes((Integer) sizes.get(0), (Integer) sizes.get(1), (Integer) sizes.get(2)));
    for (int number = from; number < end; number++) {
      if (FixedColumns.isLoaded(table)) {
        FixedColumns.load(ctx, table, rows, warehouse, number);
      } else {
        load(ctx, TpccTable.valueOf(table), rows, warehouse, district, number);
      }
    }
    return end - from;
  }

  private static void load(Context ctx, TpccTable table, TpccRows rows, int w, int d, int number) {
    switch (table) {
      case ITEM -> put(ctx, Company.ITEM, rows.item(number));
      case WAREHOUSE -> put(ctx, Company.WAREHOUSE, rows.warehouse(w));
      case DISTRICT -> put(ctx, Company.DISTRICT, rows.district(w, number));
      case CUSTOMER -> {
        Object[] row = rows.customer(w, d, number);
        put(ctx, Company.CUSTOMER, row);
        Object last = row[Company.C_LAST];
        put(ctx, Company.CUSTOMER_BY_NAME, w, d, last, row[Company.C_FIRST], number);
      }
      case HISTORY -> put(ctx, Company.HISTORY, rows.history(w, d, number));
      case STOCK -> put(ctx, Company.STOCK, rows.stock(w, number));
      case ORDERS -> {
        Object[] row = rows.order(w, d, number);
        put(ctx, Company.ORDERS, row);
        put(ctx, Company.ORDERS_BY_CUSTOMER, w, d, row[Company.O_C_ID], number);
      }
      case NEW_ORDER -> put(ctx, Company.NEW_ORDER, rows.newOrder(w, d, number));
      case ORDER_LINE ->
          rows.orderLines(w, d, number).forEach(line -> put(ctx, Company.ORDER_LINE, line));
    }
  }

  private static void put(Context ctx, Table table, Object... values) {
    ctx.put(Company.row(table, values));
  }
}
