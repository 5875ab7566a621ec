package org.thetisdb.benchmarks.tpcc.procedure;

import java.math.BigDecimal;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccSizes;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Delivers the oldest order of each district of a warehouse (clause 2.7). Returns how many were
 * delivered.
 */
public final class Delivery implements Procedure {
  private static final int MOST_LINES = 15;

  @Override
  public List<Table> tables() {
    return Company.TABLES;
  }

  /** Which orders and customers, only the run finds out. */
  public void plan(Plan plan, int warehouse, int carrier) {
    plan.writeRange(Company.NEW_ORDER.prefix(warehouse));
    plan.writeRange(Company.ORDERS.prefix(warehouse));
    plan.writeRange(Company.ORDER_LINE.prefix(warehouse));
    plan.writeRange(Company.CUSTOMER.prefix(warehouse));
  }

  /** One order of each district that has one. */
  public int run(Context ctx, int warehouse, int carrier) {
    int delivered = 0;
    for (int district = 1; district <= TpccSizes.DISTRICTS; district++) {
      List<Row> oldest = ctx.scan(Company.NEW_ORDER.prefix(warehouse, district), 1);
      if (!oldest.isEmpty()) {
        deliver(ctx, warehouse, district, oldest.get(0).getInt(2), carrier);
        delivered++;
      }
    }
    return delivered;
  }

  private static void deliver(Context ctx, int warehouse, int district, int number, int carrier) {
    ctx.delete(Company.NEW_ORDER, warehouse, district, number);
    Row order = Company.require(ctx, Company.ORDERS, warehouse, district, number);
    ctx.put(order.setInt(Company.O_CARRIER_ID, carrier));
    BigDecimal sum = BigDecimal.ZERO;
    for (Row line : ctx.scan(Company.ORDER_LINE.prefix(warehouse, district, number), MOST_LINES)) {
      sum = sum.add(line.getDecimal(Company.OL_AMOUNT));
      ctx.put(line.setTimestamp(Company.OL_DELIVERY_D, ctx.now()));
    }
    int customer = order.getInt(Company.O_C_ID);
    Row receiver = Company.require(ctx, Company.CUSTOMER, warehouse, district, customer);
    receiver.setDecimal(Company.C_BALANCE, receiver.getDecimal(Company.C_BALANCE).add(sum));
    receiver.setInt(Company.C_DELIVERY_CNT, receiver.getInt(Company.C_DELIVERY_CNT) + 1);
    ctx.put(receiver);
  }
}
