package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Returns the sum of a customer'\''s accounts. */
public final class Balance implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** What is read. */
  public void plan(Plan plan, long customer) {
    plan.read(Bank.ACCOUNT, customer).read(Bank.SAVINGS, customer).read(Bank.CHECKING, customer);
  }

  /** Adds the two balances up. */
  public long run(Context ctx, long customer) {
    Bank.requireCustomer(ctx, customer);
    return Math.addExact(
        Bank.balance(ctx, Bank.SAVINGS, customer), Bank.balance(ctx, Bank.CHECKING, customer));
  }
}
