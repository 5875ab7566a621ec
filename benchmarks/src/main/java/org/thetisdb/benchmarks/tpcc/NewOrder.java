package org.thetisdb.benchmarks.tpcc;

import java.math.BigDecimal;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * A customer orders some items (clause 2.4). Lines are given as three numbers each: item, supplying
 * warehouse, quantity. Returns the order's number.
 */
public final class NewOrder implements Procedure {
  /** How the one reason begins for which an order is rolled back. */
  static final String NO_ITEM = "There is no item";

  private static final int NUMBERS = 3;

  @Override
  public List<Table> tables() {
    return Company.TABLES;
  }

  /** Orders are numbered while running, so their places are ranges. */
  public void plan(Plan plan, int warehouse, int district, int customer, List<?> lines) {
    plan.read(Company.WAREHOUSE, warehouse).write(Company.DISTRICT, warehouse, district);
    plan.read(Company.CUSTOMER, warehouse, district, customer);
    for (int i = 0; i + 2 < lines.size(); i += NUMBERS) {
      plan.read(Company.ITEM, number(lines, i));
      plan.write(Company.STOCK, number(lines, i + 1), number(lines, i));
    }
    plan.writeRange(Company.ORDERS.prefix(warehouse, district));
    plan.writeRange(Company.NEW_ORDER.prefix(warehouse, district));
    plan.writeRange(Company.ORDER_LINE.prefix(warehouse, district));
    plan.writeRange(Company.ORDERS_BY_CUSTOMER.prefix(warehouse, district, customer));
  }

  private static int number(List<?> lines, int place) {
    return (Integer) lines.get(place);
  }

  /** Makes the order. */
  public int run(Context ctx, int warehouse, int district, int customer, List<?> lines) {
    Company.require(ctx, Company.WAREHOUSE, warehouse);
    Company.require(ctx, Company.CUSTOMER, warehouse, district, customer);
    Row place = Company.require(ctx, Company.DISTRICT, warehouse, district);
    int order = place.getInt(Company.D_NEXT_O_ID);
    ctx.put(place.setInt(Company.D_NEXT_O_ID, order + 1));
    int local = 1;
    StockTaken taken = new StockTaken();
    int count = lines.size() / NUMBERS;
    for (int line = 0; line < count; line++) {
      int item = number(lines, NUMBERS * line);
      int supplier = number(lines, NUMBERS * line + 1);
      int quantity = number(lines, NUMBERS * line + 2);
      local = supplier == warehouse ? local : 0;
      Row sold = ctx.get(Company.ITEM, item);
      if (sold == null) {
        throw ctx.abort(NO_ITEM + " " + item + ".");
      }
      Row stock = Company.require(ctx, Company.STOCK, supplier, item);
      String info = stock.getString(Company.S_DIST + district - 1);
      take(ctx, stock, taken, warehouse, quantity);
      BigDecimal amount = sold.getDecimal(Company.I_PRICE).multiply(BigDecimal.valueOf(quantity));
      ctx.insert(
          Company.ORDER_LINE
              .row(warehouse, district, order, line + 1)
              .setInt(Company.OL_I_ID, item)
              .setInt(Company.OL_SUPPLY_W_ID, supplier)
              .setInt(Company.OL_QUANTITY, quantity)
              .setDecimal(Company.OL_AMOUNT, amount)
              .setString(Company.OL_DIST_INFO, info));
    }
    ctx.insert(
        Company.row(
            Company.ORDERS, warehouse, district, order, customer, ctx.now(), null, count, local));
    ctx.insert(Company.row(Company.NEW_ORDER, warehouse, district, order));
    ctx.insert(Company.row(Company.ORDERS_BY_CUSTOMER, warehouse, district, customer, order));
    return order;
  }

  private static void take(Context ctx, Row stock, StockTaken taken, int warehouse, int quantity) {
    int supplier = stock.getInt(0);
    int left = taken.after(stock.getInt(1), supplier, quantity, stock.getInt(Company.S_QUANTITY));
    stock.setInt(Company.S_QUANTITY, left);
    stock.setInt(Company.S_YTD, stock.getInt(Company.S_YTD) + quantity);
    stock.setInt(Company.S_ORDER_CNT, stock.getInt(Company.S_ORDER_CNT) + 1);
    if (supplier != warehouse) {
      stock.setInt(Company.S_REMOTE_CNT, stock.getInt(Company.S_REMOTE_CNT) + 1);
    }
    ctx.put(stock);
  }
}
