package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Moves all that one customer has to another's checking account. Returns what the bank's total
 * changed by: nothing.
 */
public final class Amalgamate implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** The accounts that are emptied and the one that is filled. */
  public void plan(Plan plan, long from, long to) {
    plan.read(Bank.ACCOUNT, from).read(Bank.ACCOUNT, to);
    plan.write(Bank.SAVINGS, from).write(Bank.CHECKING, from).write(Bank.CHECKING, to);
  }

  /** What the other customer gets is one. */
  @Override
  public boolean inPieces() {
    return true;
  }

  /** Moves the money. */
  public long run(Context ctx, long from, long to) {
    if (from == to) {
      throw ctx.abort("Amalgamate needs two customers.");
    }
    Bank.requireCustomer(ctx, from);
    Bank.requireCustomer(ctx, to);
    Row savings = Bank.balanceRow(ctx, Bank.SAVINGS, from);
    Row checking = Bank.balanceRow(ctx, Bank.CHECKING, from);
    long cents = Math.addExact(savings.getLong(Bank.BALANCE), checking.getLong(Bank.BALANCE));
    ctx.put(savings.setLong(Bank.BALANCE, 0));
    ctx.put(checking.setLong(Bank.BALANCE, 0));
    ctx.piece(() -> Bank.add(ctx, Bank.balanceRow(ctx, Bank.CHECKING, to), cents));
    return 0;
  }
}
