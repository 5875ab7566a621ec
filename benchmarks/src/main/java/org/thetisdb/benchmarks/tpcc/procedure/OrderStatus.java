package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** A customer's last order and its lines (clause 2.6). Returns how many lines it has. */
public final class OrderStatus implements Procedure {
  private static final int MOST_LINES = 15;

  @Override
  public List<Table> tables() {
    return Company.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The district's customers and orders. */
  public void plan(Plan plan, int warehouse, int district, int customer, String lastName) {
    Company.planToFind(plan, warehouse, district, customer, lastName);
    plan.readRange(Company.CUSTOMER.prefix(warehouse, district));
    plan.readRange(Company.ORDERS_BY_CUSTOMER.prefix(warehouse, district));
    plan.readRange(Company.ORDERS.prefix(warehouse, district));
    plan.readRange(Company.ORDER_LINE.prefix(warehouse, district));
  }

  /** Looks it up. */
  public int run(Context ctx, int warehouse, int district, int customer, String lastName) {
    int number = Company.findCustomer(ctx, warehouse, district, customer, lastName);
    Company.require(ctx, Company.CUSTOMER, warehouse, district, number);
    List<Row> last =
        ctx.scanBackwards(Company.ORDERS_BY_CUSTOMER.prefix(warehouse, district, number), 1);
    if (last.isEmpty()) {
      throw ctx.abort("Customer " + number + " has never ordered.");
    }
    int order = last.get(0).getInt(3);
    Row row = Company.require(ctx, Company.ORDERS, warehouse, district, order);
    int lines =
        ctx.scan(Company.ORDER_LINE.prefix(warehouse, district, order), MOST_LINES + 1).size();
    if (lines != row.getInt(Company.O_OL_CNT)) {
      throw ctx.abort("Order " + order + " has lost lines.");
    }
    return lines;
  }
}
