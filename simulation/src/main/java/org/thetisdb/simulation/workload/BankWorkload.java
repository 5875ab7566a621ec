package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Money that is moved and never made. Every audit, at whichever site and whatever breaks meanwhile,
 * must find the sum that was put in: a snapshot that shows half a transfer is noticed at once.
 */
public final class BankWorkload implements SimulatedWorkload {
  static final Table ACCOUNTS =
      Table.define("accounts")
          .key("id", ColumnType.LONG)
          .column("balance", ColumnType.LONG)
          .build();

  private static final long FIRST_BALANCE = 1_000;

  private final int accounts;
  private final Problems problems = new Problems("bank");

  /** A bank with so many accounts. */
  public BankWorkload(int accounts) {
    this.accounts = accounts;
  }

  @Override
  public List<Procedure> procedures() {
    return List.of(new OpenAccount(), new Transfer(), new TransferByName(), new Audit());
  }

  @Override
  public List<Call> load() {
    List<Call> calls = new ArrayList<>();
    for (int id = 0; id < accounts; id++) {
      calls.add(Call.of(0, "OpenAccount", (long) id, FIRST_BALANCE));
    }
    return calls;
  }

  @Override
  public Call next(int session, RandomGenerator random) {
    int kind = random.nextInt(10);
    if (kind < 2) {
      return Call.of(session, "Audit", (long) accounts);
    }
    long from = random.nextInt(accounts);
    long to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
    long amount = 1L + random.nextInt(50);
    return Call.of(session, kind < 8 ? "Transfer" : "TransferByName", from, to, amount);
  }

  @Override
  public void ended(Call call, CallOutcome outcome, long beginUs, long endUs) {
    if (outcome.isCommitted() && call.procedure().equals("Audit")) {
      checkSum((Long) outcome.result(), beginUs);
    }
  }

  private void checkSum(long sum, long beginUs) {
    if (sum != accounts * FIRST_BALANCE) {
      problems.add(
          "an audit begun at "
              + beginUs
              + " us found "
              + sum
              + " instead of "
              + accounts * FIRST_BALANCE);
    }
  }

  @Override
  public Call lastCall() {
    return Call.of(0, "Audit", (long) accounts);
  }

  @Override
  public void checkLast(Object result) {
    checkSum((Long) result, -1);
  }

  @Override
  public List<String> problems() {
    return problems.found();
  }

  private abstract static class OfAccounts implements Procedure {
    @Override
    public List<Table> tables() {
      return List.of(ACCOUNTS);
    }

    @Override
    public boolean inFragments() {
      return true;
    }

    static void move(Context context, long from, long to, long amount) {
      context.at(ACCOUNTS, from, () -> take(context, from, amount));
      context.at(ACCOUNTS, to, () -> give(context, to, amount));
    }

    private static void take(Context context, long from, long amount) {
      Row payer = context.get(ACCOUNTS, from);
      if (payer.getLong("balance") < amount) {
        throw context.abort("account " + from + " has too little");
      }
      context.put(payer.setLong("balance", payer.getLong("balance") - amount));
    }

    private static void give(Context context, long to, long amount) {
      Row payee = context.get(ACCOUNTS, to);
      context.put(payee.setLong("balance", payee.getLong("balance") + amount));
    }
  }

  /** Opens an account, once. */
  public static final class OpenAccount extends OfAccounts {
    /** The account is written. */
    public void plan(Plan plan, long id, long balance) {
      plan.write(ACCOUNTS, id);
    }

    /** Opens. */
    public void run(Context context, long id, long balance) {
      context.at(
          ACCOUNTS,
          id,
          () -> {
            if (context.get(ACCOUNTS, id) == null) {
              context.insert(ACCOUNTS.row(id).setLong("balance", balance));
            }
          });
    }
  }

  /** Moves money between two accounts. */
  public static final class Transfer extends OfAccounts {
    /** Both are written. */
    public void plan(Plan plan, long from, long to, long amount) {
      plan.write(ACCOUNTS, from).write(ACCOUNTS, to);
    }

    /** Moves. */
    public void run(Context context, long from, long to, long amount) {
      move(context, from, to, amount);
    }
  }

  /** The same without a plan. */
  public static final class TransferByName extends OfAccounts {
    /** Moves. */
    public void run(Context context, long from, long to, long amount) {
      move(context, from, to, amount);
    }
  }

  /** The sum of all balances. */
  public static final class Audit extends OfAccounts {
    @Override
    public boolean readOnly() {
      return true;
    }

    /** All are read. */
    public void plan(Plan plan, long accounts) {
      plan.readRange(ACCOUNTS.all());
    }

    /** Sums. */
    public long run(Context context, long accounts) {
      long sum = 0;
      for (Row row : context.scan(ACCOUNTS.all(), (int) accounts + 1)) {
        sum += row.getLong("balance");
      }
      return sum;
    }
  }
}
