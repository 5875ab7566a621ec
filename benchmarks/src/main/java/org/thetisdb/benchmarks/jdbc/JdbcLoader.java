package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.benchmarks.driver.Ending;
import org.thetisdb.benchmarks.driver.RunListener;

/** Makes a workload's data over several connections, each with one part under way. */
final class JdbcLoader {
  private static final int LINES = 8;
  private static final int TRIES = 50;
  private static final long PAUSE_NS = 20_000_000;

  private final ConnectionSource source;
  private final List<LoadTask> tasks;
  private final RunListener listener;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicReference<SQLException> failure = new AtomicReference<>();

  JdbcLoader(ConnectionSource source, List<LoadTask> tasks, RunListener listener) {
    this.source = source;
    this.tasks = tasks;
    this.listener = listener;
  }

  /**
   * Makes everything.
   *
   * @throws LoadFailedException if a part fails for good, or again and again
   */
  void load() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(LINES);
    for (int line = 0; line < LINES; line++) {
      Thread thread = new Thread(() -> runLine(running), "bench-load-" + line);
      thread.setDaemon(true);
      thread.start();
    }
    running.await();
    if (failure.get() != null) {
      throw new LoadFailedException("The data could not be loaded", failure.get());
    }
  }

  private void runLine(CountDownLatch running) {
    try (SqlSession session = new SqlSession(source)) {
      int task = next.getAndIncrement();
      while (task < tasks.size() && failure.get() == null) {
        runTask(session, tasks.get(task));
        listener.onLoadProgress(done.incrementAndGet(), tasks.size());
        task = next.getAndIncrement();
      }
    } catch (SQLException e) {
      failure.compareAndSet(null, e);
    } catch (RuntimeException e) {
      failure.compareAndSet(null, new SQLException(e));
    } finally {
      running.countDown();
    }
  }

  private static void runTask(SqlSession session, LoadTask task) throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        session.begin(true);
        task.run(session);
        return;
      } catch (SQLException e) {
        Ending ending = SqlEnding.of(e, true);
        boolean mayPass = ending == Ending.RETRIED || ending == Ending.NOT_RUN;
        if (!mayPass || tries == TRIES) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }
}
