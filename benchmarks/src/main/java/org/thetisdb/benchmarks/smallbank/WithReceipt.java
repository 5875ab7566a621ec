package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * Makes a transaction and writes a receipt in the same go. A client that never hears of the end
 * looks for the receipt: it is there if and only if the transaction committed. Returns what the
 * transaction returns.
 */
public final class WithReceipt implements Procedure {
  static final Table RECEIPT =
      Table.define("receipt")
          .key("id", ColumnType.LONG)
          .column("net_cents", ColumnType.LONG)
          .build();
  static final List<Table> TABLES =
      List.of(Bank.ACCOUNT, Bank.SAVINGS, Bank.CHECKING, WithReceipt.RECEIPT);
  static final int NET_CENTS = 1;

  @Override
  public List<Table> tables() {
    return TABLES;
  }

  /** What the transaction needs, and the receipt. */
  public void plan(Plan plan, long receipt, String transaction, List<?> arguments) {
    plan.write(RECEIPT, receipt);
    long customer = number(arguments, 0);
    long other = number(arguments, 1);
    switch (transaction) {
      case "Amalgamate" -> new Amalgamate().plan(plan, customer, other);
      case "DepositChecking" -> new DepositChecking().plan(plan, customer, other);
      case "SendPayment" -> new SendPayment().plan(plan, customer, other, number(arguments, 2));
      case "TransactSavings" -> new TransactSavings().plan(plan, customer, other);
      case "WriteCheck" -> new WriteCheck().plan(plan, customer, other);
      default -> throw new IllegalArgumentException(transaction + " gives no receipts");
    }
  }

  @Override
  public boolean inPieces() {
    return true;
  }

  /** Refuses as the transaction does; then there is no receipt. */
  public long run(Context ctx, long receipt, String transaction, List<?> arguments) {
    long customer = number(arguments, 0);
    long other = number(arguments, 1);
    long netCents =
        switch (transaction) {
          case "Amalgamate" -> new Amalgamate().run(ctx, customer, other);
          case "DepositChecking" -> new DepositChecking().run(ctx, customer, other);
          case "SendPayment" -> new SendPayment().run(ctx, customer, other, number(arguments, 2));
          case "TransactSavings" -> new TransactSavings().run(ctx, customer, other);
          case "WriteCheck" -> new WriteCheck().run(ctx, customer, other);
          default -> throw ctx.abort(transaction + " gives no receipts.");
        };
    if (ctx.get(RECEIPT, receipt) != null) {
      throw ctx.abort("Receipt " + receipt + " was given before.");
    }
    ctx.put(RECEIPT.row(receipt).setLong(NET_CENTS, netCents));
    return netCents;
  }

  private static long number(List<?> arguments, int place) {
    return (Long) arguments.get(place);
  }
}
