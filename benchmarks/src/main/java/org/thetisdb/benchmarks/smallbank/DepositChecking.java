package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Pays into a checking account. Returns what was paid in. */
public final class DepositChecking implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** The account that grows. */
  public void plan(Plan plan, long customer, long cents) {
    plan.read(Bank.ACCOUNT, customer).write(Bank.CHECKING, customer);
  }

  /** Refuses amounts below zero. */
  public long run(Context ctx, long customer, long cents) {
    if (cents < 0) {
      throw ctx.abort("A deposit cannot be negative.");
    }
    Bank.requireCustomer(ctx, customer);
    Bank.add(ctx, Bank.balanceRow(ctx, Bank.CHECKING, customer), cents);
    return cents;
  }
}
