package org.thetisdb.server.txn;

import java.time.Instant;
import java.util.function.Supplier;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.context.RunClock;

/**
 * What is the same for all that runs beside the engine of a site: each access first asks whether
 * the run goes on, and whether its event loop still belongs to it; and which time it is.
 *
 * <p>Used on one event loop at a time.
 */
public abstract class ContextBesideEngine extends EncodedKeyContext
    implements Calculation.Watch, RunClock {
  private final GuardedRunner runner;
  private final Supplier<ThetisException> stop;
  private final Instant now;
  private final Clock wallClock;
  private final long startedMs;

  /**
   * A context.
   *
   * @param call what is run
   * @param runner where it is run
   * @param wallClock may be asked from any event loop
   * @param stop why it is not to go on; gives null as long as it is. Asked where it is run
   */
  protected ContextBesideEngine(
      Execute call, GuardedRunner runner, Clock wallClock, Supplier<ThetisException> stop) {
    this.runner = runner;
    this.stop = stop;
    this.now = Instant.ofEpochMilli(call.wallMs());
    this.wallClock = wallClock;
    this.startedMs = Math.max(call.wallMs(), wallClock.wallMs());
  }

  /**
   * Begins an access; {@link #exit} must follow.
   *
   * @throws WorkerLostError if another thread has the event loop by now
   */
  protected final void enter() {
    if (!runner.enterEngine()) {
      throw new WorkerLostError();
    }
    boolean goesOn = false;
    try {
      checkGoesOn();
      goesOn = true;
    } finally {
      if (!goesOn) {
        runner.exitEngine();
      }
    }
  }

  /** Ends an access. */
  protected final void exit() {
    runner.exitEngine();
  }

  /** Throws why the run is not to go on, if it is not. */
  protected void checkGoesOn() {
    ThetisException why = stop.get();
    if (why != null) {
      throw why;
    }
  }

  @Override
  public final void onManySteps() {
    enter();
    exit();
  }

  @Override
  public final Instant now() {
    return now;
  }

  @Override
  public final Instant statementStart() {
    return Instant.ofEpochMilli(startedMs);
  }

  @Override
  public final Instant clock() {
    return Instant.ofEpochMilli(Math.max(startedMs, wallClock.wallMs()));
  }
}
