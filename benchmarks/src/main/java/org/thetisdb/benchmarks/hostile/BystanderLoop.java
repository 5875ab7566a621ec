package org.thetisdb.benchmarks.hostile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.thetisdb.benchmarks.hostile.Tally.Refusal;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;

/**
 * Does one thing at an even pace, and measures each from when it was due, so that a wait counts for
 * all that should have been done meanwhile. A thread of its own works; others may take what was
 * measured.
 */
final class BystanderLoop implements Runnable {
  private static final long LONGEST_US = TimeUnit.HOURS.toMicros(2);
  private static final int DIGITS = 3;
  private static final long RECONNECT_MS = 50;
  private static final long NOTHING = Long.MIN_VALUE;

  /** Beyond this what was missed is not made up for. */
  private static final long BACKLOG_NS = TimeUnit.SECONDS.toNanos(2);

  private final ConnectionSource source;
  private final long periodNs;
  private final Maker maker;
  private Histogram histogram = new Histogram(LONGEST_US, DIGITS);
  private Map<String, Refusal> errors = new TreeMap<>();
  private Connection connection;
  private Step step;
  private volatile long waitingSinceNs = NOTHING;
  private volatile long succeededNs;
  private volatile boolean stopping;

  BystanderLoop(ConnectionSource source, int perS, Maker maker) {
    this.source = source;
    this.periodNs = TimeUnit.SECONDS.toNanos(1) / perS;
    this.maker = maker;
  }

  /** Prepares the work on a new connection. */
  @FunctionalInterface
  interface Maker {
    Step on(Connection connection) throws SQLException;
  }

  /** The work, once. */
  @FunctionalInterface
  interface Step {
    void run() throws SQLException;
  }

  /** What was measured since the last time it was taken. */
  record Taken(Histogram histogram, long waitingUs, Map<String, Refusal> errors) {}

  @Override
  public void run() {
    long dueNs = System.nanoTime();
    while (!stopping) {
      LockSupport.parkNanos(dueNs - System.nanoTime());
      if (System.nanoTime() - dueNs >= 0) {
        work(dueNs);
        long nowNs = System.nanoTime();
        dueNs = nowNs - dueNs > BACKLOG_NS ? nowNs : dueNs + periodNs;
      }
    }
    drop();
  }

  private void work(long dueNs) {
    waitingSinceNs = dueNs;
    try {
      if (connection == null) {
        connection = source.open();
        step = maker.on(connection);
      }
      step.run();
      succeededNs = System.nanoTime();
    } catch (SQLException e) {
      if (!stopping) {
        note(e);
      }
      drop();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(RECONNECT_MS));
    }
    record(System.nanoTime() - dueNs);
    waitingSinceNs = NOTHING;
  }

  private synchronized void note(SQLException e) {
    String state = e.getSQLState() == null ? "no state" : e.getSQLState();
    errors.merge(
        state,
        new Refusal(1, String.valueOf(e.getMessage())),
        (old, unused) -> new Refusal(old.count() + 1, old.sample()));
  }

  private synchronized void record(long tookNs) {
    histogram.recordValue(Math.min(LONGEST_US, Math.max(0, tookNs / 1_000)));
  }

  private void drop() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It is gone already.
      }
      connection = null;
    }
  }

  /** Begins to measure anew. */
  synchronized Taken take() {
    long sinceNs = waitingSinceNs;
    long waitingUs = sinceNs == NOTHING ? 0 : Math.max(0, (System.nanoTime() - sinceNs) / 1_000);
    Taken taken = new Taken(histogram, waitingUs, errors);
    histogram = new Histogram(LONGEST_US, DIGITS);
    errors = new TreeMap<>();
    return taken;
  }

  /** Whether it has succeeded since then. */
  boolean hasSucceededSince(long sinceNs) {
    return succeededNs - sinceNs > 0;
  }

  void stop() {
    stopping = true;
  }
}
