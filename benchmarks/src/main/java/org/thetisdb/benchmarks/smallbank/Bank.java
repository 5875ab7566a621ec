package org.thetisdb.benchmarks.smallbank;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** The three tables, and what the procedures do with them. Money is counted in cents. */
final class Bank {
  static final Table ACCOUNT =
      Table.define("account")
          .key("customer_id", ColumnType.LONG)
          .column("name", ColumnType.STRING)
          .build();
  static final Table SAVINGS = balances("savings");
  static final Table CHECKING = balances("checking");
  static final List<Table> TABLES = List.of(ACCOUNT, SAVINGS, CHECKING);

  /** What a cheque costs that is not covered. */
  static final long PENALTY_CENTS = 100;

  /** How the one reason begins for which a driver's transactions abort. */
  static final String INSUFFICIENT = "Insufficient funds";

  static final int NAME = 1;
  static final int BALANCE = 1;

  private Bank() {}

  private static Table balances(String name) {
    return Table.define(name)
        .key("customer_id", ColumnType.LONG)
        .column("balance", ColumnType.LONG)
        .build();
  }

  /** Every transaction begins by asking whether the customer exists. */
  static void requireCustomer(Context ctx, long customer) {
    if (ctx.get(ACCOUNT, customer) == null) {
      throw ctx.abort("There is no customer " + customer + ".");
    }
  }

  /** The customer's row in {@link #SAVINGS} or {@link #CHECKING}. */
  static Row balanceRow(Context ctx, Table table, long customer) {
    Row row = ctx.get(table, customer);
    if (row == null) {
      throw ctx.abort("Customer " + customer + " has no " + table.name() + " account.");
    }
    return row;
  }

  static long balance(Context ctx, Table table, long customer) {
    return balanceRow(ctx, table, customer).getLong(BALANCE);
  }

  /** Adds to a balance, whatever becomes of it. */
  static void add(Context ctx, Row row, long cents) {
    ctx.put(row.setLong(BALANCE, Math.addExact(row.getLong(BALANCE), cents)));
  }
}
