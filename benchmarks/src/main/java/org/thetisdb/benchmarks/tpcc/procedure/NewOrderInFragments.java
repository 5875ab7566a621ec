package org.thetisdb.benchmarks.tpcc.procedure;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.StockTaken;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * {@link NewOrder} in fragments: one part is the order with its lines, one is each item in stock at
 * its supplier. Prices, and what a supplier says of an item, are in tables that nobody changes.
 */
public final class NewOrderInFragments implements Procedure {
  @Override
  public List<Table> tables() {
    return FixedColumns.TABLES;
  }

  @Override
  public boolean inFragments() {
    return true;
  }

  /** Orders are numbered while running, so their places are ranges. */
  public void plan(Plan plan, int warehouse, int district, int customer, List<?> numbers) {
    OrderLines lines = new OrderLines(numbers);
    plan.read(FixedColumns.PLACE_NAMES, warehouse, 0).write(Company.DISTRICT, warehouse, district);
    plan.read(Company.CUSTOMER, warehouse, district, customer);
    for (int line = 0; line < lines.count(); line++) {
      plan.read(Company.ITEM, lines.item(line));
      plan.read(Company.STOCK, lines.supplier(line), lines.item(line));
      plan.write(FixedColumns.STOCK_COUNTS, lines.supplier(line), lines.item(line));
    }
    plan.writeRange(Company.ORDERS.prefix(warehouse, district));
    plan.writeRange(Company.NEW_ORDER.prefix(warehouse, district));
    plan.writeRange(Company.ORDER_LINE.prefix(warehouse, district));
    plan.writeRange(Company.ORDERS_BY_CUSTOMER.prefix(warehouse, district, customer));
  }

  /** Makes the order. */
  public int run(Context ctx, int warehouse, int district, int customer, List<?> numbers) {
    OrderLines lines = new OrderLines(numbers);
    List<BigDecimal> prices = prices(ctx, lines);
    int[] order = {0};
    ctx.at(
        Company.DISTRICT,
        warehouse,
        district,
        () -> order[0] = order(ctx, warehouse, district, customer, lines, prices));
    for (int line = 0; line < lines.count(); line = lines.endOfItem(line)) {
      int first = line;
      ctx.at(
          FixedColumns.STOCK_COUNTS,
          lines.supplier(line),
          lines.item(line),
          () -> take(ctx, warehouse, lines, first));
    }
    return order[0];
  }

  /** Of each line. */
  private static List<BigDecimal> prices(Context ctx, OrderLines lines) {
    List<BigDecimal> prices = new ArrayList<>();
    for (int line = 0; line < lines.count(); line++) {
      Row sold = ctx.get(Company.ITEM, lines.item(line));
      if (sold == null) {
        throw ctx.abort(NewOrder.NO_ITEM + " " + lines.item(line) + ".");
      }
      prices.add(sold.getDecimal(Company.I_PRICE));
    }
    return prices;
  }

  private static int order(
      Context ctx,
      int warehouse,
      int district,
      int customer,
      OrderLines lines,
      List<BigDecimal> prices) {
    FixedColumns.name(ctx, warehouse, 0);
    Company.require(ctx, Company.CUSTOMER, warehouse, district, customer);
    Row place = Company.require(ctx, Company.DISTRICT, warehouse, district);
    int order = place.getInt(Company.D_NEXT_O_ID);
    ctx.put(place.setInt(Company.D_NEXT_O_ID, order + 1));
    int count = lines.count();
    int local = lines.isFrom(warehouse) ? 1 : 0;
    ctx.insert(
        Company.row(
            Company.ORDERS, warehouse, district, order, customer, ctx.now(), null, count, local));
    ctx.insert(Company.row(Company.NEW_ORDER, warehouse, district, order));
    ctx.insert(Company.row(Company.ORDERS_BY_CUSTOMER, warehouse, district, customer, order));
    for (int line = 0; line < count; line++) {
      int supplier = lines.supplier(line);
      Row stock = Company.require(ctx, Company.STOCK, supplier, lines.item(line));
      BigDecimal quantity = BigDecimal.valueOf(lines.quantity(line));
      ctx.insert(
          Company.ORDER_LINE
              .row(warehouse, district, order, line + 1)
              .setInt(Company.OL_I_ID, lines.item(line))
              .setInt(Company.OL_SUPPLY_W_ID, supplier)
              .setInt(Company.OL_QUANTITY, lines.quantity(line))
              .setDecimal(Company.OL_AMOUNT, prices.get(line).multiply(quantity))
              .setString(Company.OL_DIST_INFO, stock.getString(Company.S_DIST + district - 1)));
    }
    return order;
  }

  /** Takes an item from stock, for a line and those that repeat it. */
  private static void take(Context ctx, int warehouse, OrderLines lines, int first) {
    int supplier = lines.supplier(first);
    int item = lines.item(first);
    StockTaken taken = new StockTaken();
    Row counts = Company.require(ctx, FixedColumns.STOCK_COUNTS, supplier, item);
    for (int line = first; line < lines.endOfItem(first); line++) {
      int quantity = lines.quantity(line);
      int before = counts.getInt(FixedColumns.COUNT_QUANTITY);
      counts.setInt(FixedColumns.COUNT_QUANTITY, taken.after(item, supplier, quantity, before));
      add(counts, FixedColumns.COUNT_YTD, quantity);
      add(counts, FixedColumns.COUNT_ORDERS, 1);
      add(counts, FixedColumns.COUNT_REMOTE, supplier == warehouse ? 0 : 1);
    }
    ctx.put(counts);
  }

  private static void add(Row counts, int column, int more) {
    counts.setInt(column, counts.getInt(column) + more);
  }
}
