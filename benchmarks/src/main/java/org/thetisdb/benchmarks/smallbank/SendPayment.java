package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Pays from one checking account to another. Returns what the bank'\''s total changed by: nothing.
 */
public final class SendPayment implements Procedure {
  @Override
  public List<Table> tables() {
    return Bank.TABLES;
  }

  /** Both checking accounts. */
  public void plan(Plan plan, long from, long to, long cents) {
    plan.read(Bank.ACCOUNT, from).read(Bank.ACCOUNT, to);
    plan.write(Bank.CHECKING, from).write(Bank.CHECKING, to);
  }

  /** What the payee gets is one: by then nothing can be refused any more. */
  @Override
  public boolean inPieces() {
    return true;
  }

  /** Refuses when the payer has too little. */
  public long run(Context ctx, long from, long to, long cents) {
    if (from == to) {
      throw ctx.abort("A payment needs two customers.");
    }
    Bank.requireCustomer(ctx, from);
    Bank.requireCustomer(ctx, to);
    Row payer = Bank.balanceRow(ctx, Bank.CHECKING, from);
    if (payer.getLong(Bank.BALANCE) < cents) {
      throw ctx.abort(Bank.INSUFFICIENT + " in the checking account of customer " + from + ".");
    }
    Bank.add(ctx, payer, -cents);
    ctx.piece(() -> Bank.add(ctx, Bank.balanceRow(ctx, Bank.CHECKING, to), cents));
    return 0;
  }
}
