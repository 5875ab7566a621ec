package org.thetisdb.benchmarks.smallbank;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Style;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * SmallBank as OLTP-Bench has it: savings and checking accounts refer to their customer, names have
 * an index, and one part of the load makes some customers with all that they have. Balances are
 * floating numbers, here of whole cents, so that they add up exactly.
 */
public final class OltpBenchSmallBank implements JdbcWorkload {
  private static final String NAME_FORMAT = "%064d";

  private final SmallBankOptions options;
  private final Ledger ledger;

  /** A bank that is to be loaded. */
  public OltpBenchSmallBank(SmallBankOptions options) {
    this.options = options;
    this.ledger =
        new Ledger(options.accounts() * (options.savingsCents() + options.checkingCents()));
  }

  @Override
  public String name() {
    return SmallBank.NAME;
  }

  @Override
  public List<String> types() {
    return SmallBankTransaction.procedures();
  }

  @Override
  public List<String> definitions() {
    return List.of(
        "DROP TABLE IF EXISTS checking",
        "DROP TABLE IF EXISTS savings",
        "DROP TABLE IF EXISTS account",
        "DROP TABLE IF EXISTS accounts",
        "CREATE TABLE accounts (custid BIGINT PRIMARY KEY, name VARCHAR(64) NOT NULL)",
        "CREATE INDEX idx_accounts_name ON accounts (name)",
        balances("savings"),
        balances("checking"));
  }

  private static String balances(String table) {
    return "CREATE TABLE "
        + table
        + " (custid BIGINT PRIMARY KEY, bal FLOAT NOT NULL,"
        + " FOREIGN KEY (custid) REFERENCES accounts (custid))";
  }

  @Override
  public List<LoadTask> loadTasks() {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 0; from < options.accounts(); from += Style.OLTP_BENCH_BATCH) {
      int first = from;
      int end = Math.min(options.accounts(), from + Style.OLTP_BENCH_BATCH);
      tasks.add(session -> loadCustomers(session, first, end));
    }
    return tasks;
  }

  private void loadCustomers(PreparedSession session, int first, int end) throws SQLException {
    String accounts = "INSERT INTO accounts VALUES (?, ?)";
    String savings = "INSERT INTO savings VALUES (?, ?)";
    String checking = "INSERT INTO checking VALUES (?, ?)";
    for (long customer = first; customer < end; customer++) {
      session.batch(accounts, customer, NAME_FORMAT.formatted(customer));
      session.batch(savings, customer, (double) options.savingsCents());
      session.batch(checking, customer, (double) options.checkingCents());
    }
    session.runBatch(accounts);
    session.runBatch(savings);
    session.runBatch(checking);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    CustomerChooser customers = new CustomerChooser(options, terminal, terminals, random);
    return new SmallBankTerminal(
        BankSql.OLTP_BENCH, session, options.mix(), customers, random, ledger);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    return SmallBankJdbc.verdict(session, BankSql.OLTP_BENCH, options, ledger);
  }
}
