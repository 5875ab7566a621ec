package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Cashes a cheque against the sum of both accounts; one that is not covered costs a penalty.
 * Returns what was paid in, which is below zero.
 */
public final class WriteCheck implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** Savings are only looked at. */
  public void plan(Plan plan, long customer, long cents) {
    plan.read(Bank.ACCOUNT, customer).read(Bank.SAVINGS, customer);
    plan.write(Bank.CHECKING, customer);
  }

  /** Takes the amount from the checking account, which may fall below zero. */
  public long run(Context ctx, long customer, long cents) {
    Bank.requireCustomer(ctx, customer);
    long savings = Bank.balance(ctx, Bank.SAVINGS, customer);
    Row checking = Bank.balanceRow(ctx, Bank.CHECKING, customer);
    boolean covered = Math.addExact(savings, checking.getLong(Bank.BALANCE)) >= cents;
    long taken = covered ? cents : Math.addExact(cents, Bank.PENALTY_CENTS);
    Bank.add(ctx, checking, -taken);
    return -taken;
  }
}
