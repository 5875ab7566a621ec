package org.thetisdb.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Connections that log in one after the other, as a pool opens them, and then each ask for little
 * over and over, while somebody may take the router away that they are at. For one thread; each
 * connection has one of its own while they ask.
 */
public final class LoginCrowd implements AutoCloseable {
  private static final int ASK_TIMEOUT_S = 60;
  private static final long PAUSE_MS = 200;

  /** As pools of connections wait before they try again. */
  private static final long RETRY_MS = 100;

  private static final int STACK_BYTES = 256 << 10;

  private final ConnectionSource source;
  private final List<Connection> connections = new ArrayList<>();

  /** None is open yet. */
  public LoginCrowd(ConnectionSource source) {
    this.source = source;
  }

  /**
   * What the connections met while they asked.
   *
   * @param answers how many they had
   * @param errors how many of their questions ended with an error, and were asked again
   * @param longestWaitsMs the longest that each one waited for an answer, sorted
   */
  public record Asked(long answers, long errors, long[] longestWaitsMs) {}

  /** Opens so many; how long that took, in nanoseconds. */
  public long open(int count) throws SQLException {
    long beganNs = System.nanoTime();
    for (int i = 0; i < count; i++) {
      connections.add(source.open());
    }
    return System.nanoTime() - beganNs;
  }

  /** All of them ask for so long; returns when the last has its answer. */
  public Asked ask(int seconds) throws InterruptedException {
    long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Asker> askers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Connection connection : connections) {
      Asker asker = new Asker(connection, untilNs);
      askers.add(asker);
      threads.add(new Thread(null, asker, "asks", STACK_BYTES));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    long[] waitsMs = askers.stream().mapToLong(asker -> asker.longestNs / 1_000_000).toArray();
    Arrays.sort(waitsMs);
    return new Asked(
        askers.stream().mapToLong(asker -> asker.answers).sum(),
        askers.stream().mapToLong(asker -> asker.errors).sum(),
        waitsMs);
  }

  /** One connection that asks; its fields are read when its thread has ended. */
  private final class Asker implements Runnable {
    private final long untilNs;
    private Connection connection;
    private long answers;
    private long errors;
    private long longestNs;

    Asker(Connection connection, long untilNs) {
      this.connection = connection;
      this.untilNs = untilNs;
    }

    @Override
    public void run() {
      try {
        while (System.nanoTime() - untilNs < 0) {
          long beganNs = System.nanoTime();
          while (!isAnswered()) {
            errors++;
          }
          answers++;
          longestNs = Math.max(longestNs, System.nanoTime() - beganNs);
          TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }

    /**
     * A connection that does not live through the loss of its router is opened anew, as by a pool.
     */
    private boolean isAnswered() throws InterruptedException {
      try {
        if (connection.isClosed()) {
          connection = source.open();
        }
        try (Statement statement = connection.createStatement()) {
          statement.setQueryTimeout(ASK_TIMEOUT_S);
          try (ResultSet rows = statement.executeQuery("VALUES (1)")) {
            return rows.next();
          }
        }
      } catch (SQLException e) {
        TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        return false;
      }
    }
  }

  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // Its router may be gone.
      }
    }
  }
}
