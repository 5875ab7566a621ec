package org.thetisdb.benchmarks.hostile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;
import org.thetisdb.core.id.Address;

/**
 * What one thread of a hostile kind works with: a connection, choices that follow from the seed,
 * and a tally of what became of its works. For one thread, but for {@link #stop} and {@link
 * #abandon}.
 */
public final class Attacker implements AutoCloseable {
  private static final int ROWS_READ_AT_MOST = 20_000_000;

  private final SplittableRandom random;
  private final Address address;
  private final ConnectionSource source;
  private final Tally tally;
  private final long deadlineNs;
  private final List<AutoCloseable> held = new ArrayList<>();
  private Connection connection;
  private volatile Connection current;
  private volatile Statement running;
  private volatile boolean stopped;
  private long number;

  Attacker(
      SplittableRandom random,
      Address address,
      ConnectionSource source,
      Tally tally,
      long deadlineNs) {
    this.random = random;
    this.address = address;
    this.source = source;
    this.tally = tally;
    this.deadlineNs = deadlineNs;
  }

  /** Something that the database may refuse. */
  @FunctionalInterface
  public interface Work {
    /** Does it on a connection that is open. */
    void run(Connection on) throws Exception;
  }

  /** What follows from the seed. */
  public SplittableRandom random() {
    return random;
  }

  /** Where bare sockets connect to. */
  public Address address() {
    return address;
  }

  /** A number that this attacker never had before. */
  public long next() {
    return ++number;
  }

  /** A size between the two, both included, of which each order of magnitude is as likely. */
  public int size(int least, int most) {
    double drawn =
        Math.exp(Math.log(least) + random.nextDouble() * Math.log((double) most / least));
    return (int) Math.max(least, Math.min(most, Math.round(drawn)));
  }

  /** Whether the kind's time is over. */
  public boolean isOver() {
    return stopped || System.nanoTime() - deadlineNs >= 0;
  }

  /** Runs one statement that gives rows or none, and reads all rows. */
  public boolean send(String sql) throws InterruptedException {
    return attempt(on -> execute(on, sql, 0));
  }

  /** Runs one statement that is given so many seconds; 0 for as long as the kind has. */
  public void execute(Connection on, String sql, int timeOutS) throws SQLException {
    try (Statement statement = on.createStatement()) {
      statement.setQueryTimeout(timeOutS > 0 ? timeOutS : restS());
      statement.setFetchSize(1_000);
      running = statement;
      try {
        if (statement.execute(sql)) {
          drain(statement);
        }
      } finally {
        running = null;
      }
    }
  }

  private void drain(Statement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      int read = 0;
      while (read < ROWS_READ_AT_MOST && !isOver() && rows.next()) {
        read++;
      }
    }
  }

  private int restS() {
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(deadlineNs - System.nanoTime()));
  }

  /**
   * Does a work on this attacker's connection and notes what became of it.
   *
   * @return whether it succeeded
   * @throws InterruptedException if the time is over
   */
  public boolean attempt(Work work) throws InterruptedException {
    if (isOver()) {
      throw new InterruptedException("the time of this kind is over");
    }
    tally.sent();
    long beganNs = System.nanoTime();
    try {
      work.run(connection());
      tally.answered(System.nanoTime() - beganNs);
      return true;
    } catch (InterruptedException e) {
      throw e;
    } catch (SQLException e) {
      String state = e.getSQLState() == null ? "no state" : e.getSQLState();
      tally.refused(state, String.valueOf(e.getMessage()), System.nanoTime() - beganNs);
      forgetLost();
    } catch (Exception e) {
      tally.refused(e.getClass().getSimpleName(), e.toString(), System.nanoTime() - beganNs);
    }
    return false;
  }

  /** Another connection than this attacker's own; the caller closes it, or has it kept. */
  public Connection open() throws SQLException {
    return source.open();
  }

  /** Keeps something open until the kind is over. */
  public void keep(AutoCloseable part) {
    held.add(part);
  }

  /** How much is kept. */
  public int kept() {
    return held.size();
  }

  private Connection connection() throws SQLException {
    if (connection == null) {
      connection = source.open();
      current = connection;
    }
    return connection;
  }

  private void forgetLost() {
    try {
      if (connection != null && connection.isClosed()) {
        connection = null;
      } else if (connection != null && !connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      connection = null;
    }
  }

  /** Another thread: begins nothing more, and cancels what runs. */
  void stop() {
    stopped = true;
    Statement now = running;
    if (now != null) {
      try {
        now.cancel();
      } catch (SQLException e) {
        // A statement that cannot be canceled is abandoned.
      }
    }
  }

  /** Another thread: tears the connection down. */
  void abandon() {
    Connection now = current;
    if (now != null) {
      try {
        now.abort(Runnable::run);
      } catch (SQLException e) {
        // It is gone already.
      }
    }
  }

  @Override
  public void close() {
    for (AutoCloseable part : held) {
      closeQuietly(part);
    }
    held.clear();
    if (connection != null) {
      closeQuietly(connection);
    }
  }

  private static void closeQuietly(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      // The cluster may be gone; the bystander shows.
    }
  }
}
