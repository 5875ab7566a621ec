package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * Makes customers, each with the same balances; those that exist begin anew. Returns what was put
 * in.
 */
public final class LoadAccounts implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** Most customers of one call. */
  public static final int MAX_COUNT = 1_000;

  /** Every row by its key. */
  public void plan(Plan plan, long first, int count, long savings, long checking) {
    for (long customer = first; customer < first + Math.min(count, MAX_COUNT); customer++) {
      plan.write(Bank.ACCOUNT, customer);
      plan.write(Bank.SAVINGS, customer);
      plan.write(Bank.CHECKING, customer);
    }
  }

  /** Stores three rows a customer. */
  public long run(Context ctx, long first, int count, long savings, long checking) {
    if (count < 0 || count > MAX_COUNT) {
      throw ctx.abort("At most " + MAX_COUNT + " customers can be loaded in one call.");
    }
    for (long customer = first; customer < first + count; customer++) {
      ctx.put(Bank.ACCOUNT.row(customer).setString(Bank.NAME, "Customer " + customer));
      ctx.put(Bank.SAVINGS.row(customer).setLong(Bank.BALANCE, savings));
      ctx.put(Bank.CHECKING.row(customer).setLong(Bank.BALANCE, checking));
    }
    return count * Math.addExact(savings, checking);
  }
}
