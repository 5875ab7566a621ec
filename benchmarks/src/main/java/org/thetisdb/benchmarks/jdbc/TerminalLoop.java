package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.benchmarks.driver.LoopControl;
import org.thetisdb.benchmarks.driver.Pace;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.ErrorRule;
import org.thetisdb.benchmarks.driver.result.Meter;

/**
 * The life of one terminal, on a thread of its own: one transaction after the other. What a
 * conflict has rolled back is run again, a bounded number of times, after the pause of the style.
 */
final class TerminalLoop implements Runnable {
  private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long PAUSE_AFTER_REFUSAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private final JdbcWorkload workload;
  private final Style style;
  private final PreparedSession session;
  private final Terminal terminal;
  private final Meter meter;
  private final Pace pace;
  private final LoopControl control;

  TerminalLoop(
      JdbcWorkload workload,
      Style style,
      PreparedSession session,
      Terminal terminal,
      Meter meter,
      Pace pace,
      LoopControl control) {
    this.workload = workload;
    this.style = style;
    this.session = session;
    this.terminal = terminal;
    this.meter = meter;
    this.pace = pace;
    this.control = control;
  }

  @Override
  public void run() {
    try (session) {
      long startNs = awaitStart();
      while (!control.isStopping()) {
        transact(startNs);
        startNs = awaitStart();
      }
    } finally {
      control.finished();
    }
  }

  /** Waits for the pace, or for the end; returns when the transaction was due. */
  private long awaitStart() {
    long startNs = pace.nextStartNs(System.nanoTime());
    long leftNs = startNs - System.nanoTime();
    while (leftNs > 0 && !control.isStopping()) {
      LockSupport.parkNanos(Math.min(leftNs, LONGEST_PAUSE_NS));
      leftNs = startNs - System.nanoTime();
    }
    return startNs;
  }

  private void transact(long startNs) {
    int type = terminal.choose();
    pace.sent();
    Ending ending = attempt(type);
    for (int tries = 1; ending == Ending.RETRIED; tries++) {
      if (tries == style.mostTries()) {
        meter.error(
            ErrorRule.GAVE_UP,
            "a transaction was rolled back by conflicts %d times".formatted(tries));
        ending = Ending.FAILED;
      } else {
        meter.retried(type);
        pause(tries);
        ending = attempt(type);
      }
    }
    meter.record(type, System.nanoTime() - startNs, ending);
    terminal.ended(ending);
    if (ending == Ending.NOT_RUN) {
      LockSupport.parkNanos(PAUSE_AFTER_REFUSAL_NS);
    }
  }

  private void pause(int tries) {
    long pauseNs = style.pauseNs(tries);
    if (pauseNs > 0) {
      LockSupport.parkNanos(pauseNs);
    }
  }

  private Ending attempt(int type) {
    boolean committing = style.isPooled() && workload.isSingleStatement(type);
    try {
      session.begin(committing);
      boolean commit = terminal.run();
      committing = true;
      if (!commit) {
        session.rollback();
        return Ending.ABORTED;
      }
      session.commit();
      return Ending.COMMITTED;
    } catch (SQLException e) {
      return failed(type, e, committing);
    }
  }

  private Ending failed(int type, SQLException error, boolean committing) {
    Ending ending = SqlEnding.of(error, committing);
    if (ending == Ending.RETRIED) {
      meter.conflict(workload.types().get(type), SqlEnding.message(error));
    }
    if (ending != Ending.RETRIED || !style.isPooled()) {
      meter.error(SqlEnding.code(error), SqlEnding.message(error));
    }
    try {
      session.rollback();
    } catch (SQLException e) {
      meter.error(SqlEnding.code(e), "rollback: " + e.getMessage());
    }
    return ending;
  }
}
