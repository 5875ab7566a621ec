package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Pays into a savings account, or out of it. Returns what was paid in. */
public final class TransactSavings implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** The savings account. */
  public void plan(Plan plan, long customer, long cents) {
    plan.read(Bank.ACCOUNT, customer).write(Bank.SAVINGS, customer);
  }

  /** Refuses what would leave less than nothing. */
  public long run(Context ctx, long customer, long cents) {
    Bank.requireCustomer(ctx, customer);
    Row savings = Bank.balanceRow(ctx, Bank.SAVINGS, customer);
    if (Math.addExact(savings.getLong(Bank.BALANCE), cents) < 0) {
      throw ctx.abort(Bank.INSUFFICIENT + " in the savings account of customer " + customer + ".");
    }
    Bank.add(ctx, savings, cents);
    return cents;
  }
}
