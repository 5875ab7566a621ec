package com.example.bank;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Pays from one account to another, if there is enough. */
public final class SendPayment implements Procedure {
  static final Table CHECKING =
      Table.define("checking")
          .key("customer_id", ColumnType.LONG)
          .column("balance", ColumnType.LONG)
          .build();

  @Override
  public List<Table> tables() {
    return List.of(CHECKING);
  }

  /** The rows that a payment changes. */
  public void plan(Plan plan, long from, long to, long cents) {
    plan.write(CHECKING, from).write(CHECKING, to);
  }

  /** Answers what the payer has left. */
  public long run(Context ctx, long from, long to, long cents) {
    if (from == to || cents <= 0) {
      throw ctx.abort("Nothing to pay.");
    }
    Row payer = ctx.get(CHECKING, from);
    Row payee = ctx.get(CHECKING, to);
    if (payer == null || payee == null) {
      throw ctx.abort("There is no such customer.");
    }
    long left = payer.getLong("balance") - cents;
    if (left < 0) {
      throw ctx.abort("Customer " + from + " has not enough money.");
    }
    ctx.put(payer.setLong("balance", left));
    ctx.put(payee.setLong("balance", payee.getLong("balance") + cents));
    return left;
  }
}
