package org.thetisdb.benchmarks.smallbank;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * SmallBank over JDBC, statement by statement. Its invariant is that of {@link SmallBank}: what all
 * customers have together is what was loaded, plus what was paid in, less what was paid out.
 */
public final class SmallBankJdbc implements JdbcWorkload {
  private static final int CUSTOMERS_PER_BATCH = 500;
  private static final int MOST_LOOKS = 10;

  private final SmallBankOptions options;
  private final Ledger ledger;

  /** A bank that is to be loaded. */
  public SmallBankJdbc(SmallBankOptions options) {
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
        "DROP TABLE IF EXISTS accounts",
        "DROP TABLE IF EXISTS account",
        "CREATE TABLE account (customer_id BIGINT PRIMARY KEY, name VARCHAR(64) NOT NULL)",
        "CREATE TABLE savings (customer_id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
        "CREATE TABLE checking (customer_id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
  }

  @Override
  public List<LoadTask> loadTasks() {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 0; from < options.accounts(); from += CUSTOMERS_PER_BATCH) {
      long first = from;
      long end = Math.min(options.accounts(), from + CUSTOMERS_PER_BATCH);
      tasks.add(session -> loadAccounts(session, first, end));
      tasks.add(session -> loadBalances(session, "savings", first, end, options.savingsCents()));
      tasks.add(session -> loadBalances(session, "checking", first, end, options.checkingCents()));
    }
    return tasks;
  }

  private static void loadAccounts(PreparedSession session, long first, long end)
      throws SQLException {
    String insert = "INSERT INTO account (customer_id, name) VALUES (?, ?)";
    session.clearBatch(insert);
    for (long customer = first; customer < end; customer++) {
      session.batch(insert, customer, "Customer " + customer);
    }
    session.runBatch(insert);
  }

  private static void loadBalances(
      PreparedSession session, String table, long first, long end, long cents) throws SQLException {
    String insert = "INSERT INTO " + table + " (customer_id, balance) VALUES (?, ?)";
    session.clearBatch(insert);
    for (long customer = first; customer < end; customer++) {
      session.batch(insert, customer, cents);
    }
    session.runBatch(insert);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    CustomerChooser customers = new CustomerChooser(options, terminal, terminals, random);
    return new SmallBankTerminal(BankSql.POOLED, session, options.mix(), customers, random, ledger);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Transactions with unknown outcome may still be under way, so the bank is counted until two
   * sums agree.
   */
  @Override
  public String check(PreparedSession session) throws SQLException {
    return verdict(session, BankSql.POOLED, options, ledger);
  }

  /** The same for other tables. */
  static String verdict(
      PreparedSession session, BankSql sql, SmallBankOptions options, Ledger ledger)
      throws SQLException {
    long[] sum = sum(session, sql);
    for (int looks = 1; looks < MOST_LOOKS && ledger.unknown() > 0; looks++) {
      long[] again = sum(session, sql);
      if (again[1] == sum[1]) {
        break;
      }
      sum = again;
    }
    return ledger.verdict(options.accounts(), sum[0], sum[1], "");
  }

  /** Customers, and cents. */
  private static long[] sum(PreparedSession session, BankSql sql) throws SQLException {
    long customers = session.number(sql.countAccounts());
    long savings = session.number(sql.sumOf("savings"));
    long checking = session.number(sql.sumOf("checking"));
    return new long[] {customers, savings + checking};
  }
}
