package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.ErrorRule;
import org.thetisdb.benchmarks.driver.result.Meter;

/** Makes a workload's data over several connections, each with one part under way. */
final class JdbcLoader {
  private static final String LOADING = "loading";
  private static final int TRIES = 50;
  private static final long PAUSE_NS = 20_000_000;

  private final ConnectionSource source;
  private final JdbcOptions options;
  private final Meter meter;
  private final RunListener listener;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong retried = new AtomicLong();
  private final AtomicReference<SQLException> failure = new AtomicReference<>();
  private int total;

  /**
   * A loader that has done nothing yet.
   *
   * @param meter hears of conflicts, if the style wants them reported
   */
  JdbcLoader(ConnectionSource source, JdbcOptions options, Meter meter, RunListener listener) {
    this.source = source;
    this.options = options;
    this.meter = meter;
    this.listener = listener;
  }

  /**
   * Makes everything, phase after phase.
   *
   * @throws LoadFailedException if a part fails for good, or again and again
   */
  void load(List<List<LoadTask>> phases) throws InterruptedException {
    total = phases.stream().mapToInt(List::size).sum();
    for (List<LoadTask> phase : phases) {
      load(new Phase(phase, new AtomicInteger()));
    }
  }

  /** Parts that are made side by side, and which of them comes next. */
  private record Phase(List<LoadTask> tasks, AtomicInteger next) {
    LoadTask take() {
      int task = next.getAndIncrement();
      return task < tasks.size() ? tasks.get(task) : null;
    }
  }

  private void load(Phase phase) throws InterruptedException {
    int lines = Math.min(options.loadConnections(), phase.tasks().size());
    CountDownLatch running = new CountDownLatch(lines);
    for (int line = 0; line < lines; line++) {
      Thread thread = new Thread(() -> runLine(phase, running), "bench-load-" + line);
      thread.setDaemon(true);
      thread.start();
    }
    running.await();
    if (failure.get() != null) {
      throw new LoadFailedException("The data could not be loaded", failure.get());
    }
  }

  private void runLine(Phase phase, CountDownLatch running) {
    try (PreparedSession session = new PreparedSession(source, options.style())) {
      LoadTask task = phase.take();
      while (task != null && failure.get() == null) {
        runTask(session, task);
        listener.onLoadProgress(done.incrementAndGet(), total);
        task = phase.take();
      }
    } catch (SQLException e) {
      failure.compareAndSet(null, e);
    } catch (RuntimeException e) {
      failure.compareAndSet(null, new SQLException(e));
    } finally {
      running.countDown();
    }
  }

  private void runTask(PreparedSession session, LoadTask task) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        long before = session.rowsWritten();
        session.begin(true);
        task.run(session);
        session.commit();
        rows.addAndGet(session.rowsWritten() - before);
        return;
      } catch (SQLException e) {
        rollBack(session, e, tries);
      }
    }
  }

  /** Throws the error again if it is not one that passes. */
  private void rollBack(PreparedSession session, SQLException error, int tries)
      throws SQLException {
    Ending ending = SqlEnding.of(error, true);
    boolean mayPass = ending == Ending.RETRIED || ending == Ending.NOT_RUN;
    if (!options.style().isPooled()) {
      meter.error(ErrorRule.WHILE_LOADING + SqlEnding.code(error), SqlEnding.message(error));
    }
    if (ending == Ending.RETRIED) {
      meter.conflict(LOADING, SqlEnding.message(error));
    }
    if (!mayPass || tries == TRIES) {
      throw error;
    }
    session.rollback();
    retried.incrementAndGet();
    LockSupport.parkNanos(PAUSE_NS);
  }

  /** Rows that were written. */
  long rows() {
    return rows.get();
  }

  /** Parts that a conflict rolled back, and that were made again. */
  long retried() {
    return retried.get();
  }
}
