package org.thetisdb.benchmarks.relational;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.relational.RelationalCloud;
import org.thetisdb.relational.RelationalTransaction;
import org.thetisdb.relational.database.DatabaseLogin;

/**
 * The same transaction of five statements, one at a time: over JDBC straight, and with the database
 * as a partition of a cluster, in turn. It is that of TPC-B: an account, a teller and a branch are
 * changed, the account is read, and a line of history is written. For one use by one thread.
 */
public final class HostedDatabase implements AutoCloseable {
  private static final int ACCOUNTS = 10_000;
  private static final int TELLERS = 10;

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE %s_account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
          "CREATE TABLE %s_teller (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
          "CREATE TABLE %s_branch (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)",
          "CREATE TABLE %s_history (id BIGINT PRIMARY KEY, account BIGINT, delta BIGINT)");

  private static final List<String> NAMES = List.of("account", "teller", "branch", "history");
  private static final String STRAIGHT = "straight";
  private static final String HOSTED = "hosted";

  private final DatabaseLogin login;
  private final SplittableRandom random = new SplittableRandom(1);
  private final Connection connection;
  private final RelationalCloud cloud;
  private long number;

  /** How a round runs. */
  public enum Way {
    /** Over JDBC, as the database is set. */
    STRAIGHT,
    /** Over JDBC, without waiting for the database's disk (PostgreSQL). */
    UNFLUSHED,
    /** As a partition of the cluster. */
    HOSTED
  }

  /**
   * One round.
   *
   * @param medianNs of all transactions
   * @param p99Ns of all transactions
   * @param perSecond how many of them
   * @param phasesNs medians of what begins, the five statements, and what commits
   */
  public record Round(long medianNs, long p99Ns, double perSecond, long[] phasesNs) {}

  /**
   * Makes tables in the database, in the schema of the login.
   *
   * @param client of a cluster that has no such partitions yet
   */
  public HostedDatabase(ThetisClient client, DatabaseLogin login) throws SQLException {
    this.login = login;
    this.connection = login.open();
    drop();
    for (String side : List.of(STRAIGHT, HOSTED)) {
      make(side);
    }
    connection.setAutoCommit(false);
    RelationalCloud.install(client, 1);
    this.cloud = RelationalCloud.open(client, "bench", Map.of(0L, login));
  }

  private void make(String side) throws SQLException {
    for (String table : TABLES) {
      say(table.formatted(side));
    }
    connection.setAutoCommit(false);
    fill(side + "_account", ACCOUNTS);
    fill(side + "_teller", TELLERS);
    fill(side + "_branch", 1);
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void fill(String table, int rows) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, 0)")) {
      for (long id = 0; id < rows; id++) {
        insert.setLong(1, id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void say(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Takes the tables away. */
  private void drop() throws SQLException {
    connection.setAutoCommit(true);
    for (String side : List.of(STRAIGHT, HOSTED)) {
      for (String name : NAMES) {
        say("DROP TABLE IF EXISTS " + side + "_" + name);
      }
    }
    say("DROP TABLE IF EXISTS thetis_position");
  }

  /**
   * Runs a round.
   *
   * @param transactions how many
   */
  public Round run(Way way, int transactions) throws SQLException {
    List<long[]> times = new ArrayList<>(transactions);
    if (way != Way.HOSTED && connection.getMetaData().getURL().contains("postgresql")) {
      say("SET synchronous_commit = " + (way == Way.UNFLUSHED ? "off" : "on"));
      connection.commit();
    }
    long began = System.nanoTime();
    try (Straight straight = way == Way.HOSTED ? null : new Straight()) {
      for (int i = 0; i < transactions; i++) {
        times.add(straight == null ? hosted() : straight.run());
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    long[] whole = sorted(times, 3);
    long[] phases = new long[3];
    for (int i = 0; i < phases.length; i++) {
      phases[i] = sorted(times, i)[transactions / 2];
    }
    return new Round(
        whole[transactions / 2],
        whole[transactions - 1 - transactions / 100],
        transactions / seconds,
        phases);
  }

  private static long[] sorted(List<long[]> times, int part) {
    long[] sorted = times.stream().mapToLong(each -> each[part]).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  private long[] hosted() {
    long account = random.nextLong(ACCOUNTS);
    long teller = random.nextLong(TELLERS);
    long delta = random.nextLong(100);
    long began = System.nanoTime();
    try (RelationalTransaction tx = cloud.begin(0)) {
      long begun = System.nanoTime();
      tx.execute(0, "UPDATE hosted_account SET balance = balance + ? WHERE id = ?", delta, account);
      tx.execute(0, "SELECT balance FROM hosted_account WHERE id = ?", account);
      tx.execute(0, "UPDATE hosted_teller SET balance = balance + ? WHERE id = ?", delta, teller);
      tx.execute(0, "UPDATE hosted_branch SET balance = balance + ? WHERE id = ?", delta, 0L);
      tx.execute(0, "INSERT INTO hosted_history VALUES (?, ?, ?)", ++number, account, delta);
      long run = System.nanoTime();
      tx.commit();
      long ended = System.nanoTime();
      return new long[] {begun - began, run - begun, ended - run, ended - began};
    }
  }

  /** The statements on the connection. */
  private final class Straight implements AutoCloseable {
    private final PreparedStatement account = update("account");
    private final PreparedStatement read =
        connection.prepareStatement("SELECT balance FROM straight_account WHERE id = ?");
    private final PreparedStatement teller = update("teller");
    private final PreparedStatement branch = update("branch");
    private final PreparedStatement history =
        connection.prepareStatement("INSERT INTO straight_history VALUES (?, ?, ?)");

    private Straight() throws SQLException {}

    private PreparedStatement update(String table) throws SQLException {
      return connection.prepareStatement(
          "UPDATE straight_" + table + " SET balance = balance + ? WHERE id = ?");
    }

    private long[] run() throws SQLException {
      long id = random.nextLong(ACCOUNTS);
      long delta = random.nextLong(100);
      long tellerId = random.nextLong(TELLERS);
      long began = System.nanoTime();
      change(account, delta, id);
      read.setLong(1, id);
      try (ResultSet row = read.executeQuery()) {
        row.next();
        row.getLong(1);
      }
      change(teller, delta, tellerId);
      change(branch, delta, 0);
      history.setLong(1, ++number);
      history.setLong(2, id);
      history.setLong(3, delta);
      history.executeUpdate();
      long run = System.nanoTime();
      connection.commit();
      long ended = System.nanoTime();
      return new long[] {0, run - began, ended - run, ended - began};
    }

    private static void change(PreparedStatement statement, long delta, long id)
        throws SQLException {
      statement.setLong(1, delta);
      statement.setLong(2, id);
      statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
      for (PreparedStatement each : List.of(account, read, teller, branch, history)) {
        each.close();
      }
    }
  }

  /**
   * Both sides add up: what was paid into branches is in accounts and in the history.
   *
   * @return empty, or what does not
   */
  public String check() throws SQLException {
    cloud.read(0, "SELECT 1"); // behind the last commit
    for (String side : List.of(STRAIGHT, HOSTED)) {
      long branch = sum(side + "_branch", "balance");
      if (branch != sum(side + "_account", "balance")
          || branch != sum(side + "_teller", "balance")
          || branch != sum(side + "_history", "delta")) {
        return "the " + side + " tables do not add up";
      }
    }
    return "";
  }

  private long sum(String table, String column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(" + column + ") FROM " + table)) {
      row.next();
      return row.getLong(1);
    } finally {
      connection.commit();
    }
  }

  /** Takes the tables away, and ends the connections. */
  @Override
  public void close() throws SQLException {
    cloud.close();
    connection.rollback();
    drop();
    connection.close();
  }

  /** Where it is measured. */
  @Override
  public String toString() {
    return login.toString();
  }
}
