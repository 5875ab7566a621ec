package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * How many items of a district's last twenty orders are short in stock (clause 2.8). Returns the
 * number.
 */
public class StockLevel implements Procedure {
  private static final int ORDERS = 20;
  private static final int MOST_LINES = 15;

  @Override
  public List<Table> tables() {
    return Company.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The district's lines and the warehouse's stock. */
  public void plan(Plan plan, int warehouse, int district, int threshold) {
    plan.read(Company.DISTRICT, warehouse, district);
    plan.readRange(Company.ORDER_LINE.prefix(warehouse, district));
    plan.readRange(counts().prefix(warehouse));
  }

  /** The table that has the quantities, in its third column. */
  Table counts() {
    return Company.STOCK;
  }

  /** Counts each item once. */
  public int run(Context ctx, int warehouse, int district, int threshold) {
    int next =
        Company.require(ctx, Company.DISTRICT, warehouse, district).getInt(Company.D_NEXT_O_ID);
    List<Row> lines =
        ctx.scan(
            Company.ORDER_LINE
                .from(warehouse, district, next - ORDERS)
                .to(warehouse, district, next),
            ORDERS * MOST_LINES);
    Set<Integer> seen = new HashSet<>();
    int low = 0;
    for (Row line : lines) {
      int item = line.getInt(Company.OL_I_ID);
      if (seen.add(item)) {
        Row stock = Company.require(ctx, counts(), warehouse, item);
        low += stock.getInt(Company.S_QUANTITY) < threshold ? 1 : 0;
      }
    }
    return low;
  }
}
