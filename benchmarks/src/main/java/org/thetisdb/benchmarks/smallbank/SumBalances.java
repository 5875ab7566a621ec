package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Counts customers of a range and adds up what they have. Returns both, the count of whole
 * customers first.
 */
public final class SumBalances implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** Three ranges. */
  public void plan(Plan plan, long from, long to) {
    for (Table table : Bank.TABLES) {
      plan.readRange(range(table, from, to));
    }
  }

  /** Reads the customers from {@code from}, inclusive, to {@code to}, exclusive. */
  public List<Long> run(Context ctx, long from, long to) {
    int limit = Math.toIntExact(Math.subtractExact(to, from));
    int customers = ctx.scan(range(Bank.ACCOUNT, from, to), limit).size();
    List<Row> savings = ctx.scan(range(Bank.SAVINGS, from, to), limit);
    List<Row> checking = ctx.scan(range(Bank.CHECKING, from, to), limit);
    long whole = Math.min(customers, Math.min(savings.size(), checking.size()));
    return List.of(whole, Math.addExact(sum(savings), sum(checking)));
  }

  private static KeyRange range(Table table, long from, long to) {
    return table.from(from).to(to);
  }

  private static long sum(List<Row> rows) {
    long sum = 0;
    for (Row row : rows) {
      sum = Math.addExact(sum, row.getLong(Bank.BALANCE));
    }
    return sum;
  }
}
