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

  /** What each supplier gives of an item, with the line about it: only the item may be missing. */
  @Override
  public boolean inPieces() {
    return true;
  }

  /** Makes the order. */
  public int run(Context ctx, int warehouse, int district, int customer, List<?> lines) {
    Company.require(ctx, Company.WAREHOUSE, warehouse);
    Company.require(ctx, Company.CUSTOMER, warehouse, district, customer);
    List<BigDecimal> prices = prices(ctx, lines);
    Row place = Company.require(ctx, Company.DISTRICT, warehouse, district);
    int order = place.getInt(Company.D_NEXT_O_ID);
    ctx.put(place.setInt(Company.D_NEXT_O_ID, order + 1));
    int count = prices.size();
    int local = isLocal(lines, warehouse) ? 1 : 0;
    ctx.insert(
        Company.row(
            Company.ORDERS, warehouse, district, order, customer, ctx.now(), null, count, local));
    ctx.insert(Company.row(Company.NEW_ORDER, warehouse, district, order));
    ctx.insert(Company.row(Company.ORDERS_BY_CUSTOMER, warehouse, district, customer, order));
    Lines ordered = new Lines(warehouse, district, order, lines, prices);
    for (int line = 0; line < count; line = ordered.endOfItem(line)) {
      int first = line;
      ctx.piece(() -> ordered.supply(ctx, first));
    }
    return order;
  }

  /** Of each line. */
  private static List<BigDecimal> prices(Context ctx, List<?> lines) {
    List<BigDecimal> prices = new ArrayList<>();
    for (int i = 0; i + 2 < lines.size(); i += NUMBERS) {
      Row sold = ctx.get(Company.ITEM, number(lines, i));
      if (sold == null) {
        throw ctx.abort(NO_ITEM + " " + number(lines, i) + ".");
      }
      prices.add(sold.getDecimal(Company.I_PRICE));
    }
    return prices;
  }

  private static boolean isLocal(List<?> lines, int warehouse) {
    for (int i = 1; i < lines.size(); i += NUMBERS) {
      if (number(lines, i) != warehouse) {
        return false;
      }
    }
    return true;
  }

  /** The lines of an order; those of one item from one supplier follow each other. */
  private record Lines(
      int warehouse, int district, int order, List<?> numbers, List<BigDecimal> prices) {
    private int item(int line) {
      return number(numbers, NUMBERS * line);
    }

    private int supplier(int line) {
      return number(numbers, NUMBERS * line + 1);
    }

    /** The next line that is about something else. */
    int endOfItem(int line) {
      int end = line + 1;
      while (end < prices.size() && item(end) == item(line) && supplier(end) == supplier(line)) {
        end++;
      }
      return end;
    }

    /** Takes an item from stock, for a line and those that repeat it. */
    void supply(Context ctx, int first) {
      StockTaken taken = new StockTaken();
      for (int line = first; line < endOfItem(first); line++) {
        int quantity = number(numbers, NUMBERS * line + 2);
        Row stock = Company.require(ctx, Company.STOCK, supplier(line), item(line));
        String info = stock.getString(Company.S_DIST + district - 1);
        take(ctx, stock, taken, warehouse, quantity);
        ctx.insert(
            Company.ORDER_LINE
                .row(warehouse, district, order, line + 1)
                .setInt(Company.OL_I_ID, item(line))
                .setInt(Company.OL_SUPPLY_W_ID, supplier(line))
                .setInt(Company.OL_QUANTITY, quantity)
                .setDecimal(
                    Company.OL_AMOUNT, prices.get(line).multiply(BigDecimal.valueOf(quantity)))
                .setString(Company.OL_DIST_INFO, info));
      }
    }
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
