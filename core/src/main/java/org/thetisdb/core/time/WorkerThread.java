package org.thetisdb.core.time;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The thread that has an event loop, or had it. All fields but {@link #awayUs} are its own. */
final class WorkerThread extends Thread {
  private final EngineThread engine;
  private final Consumer<WorkerThread> first;
  private final WorkerGuard guard = new WorkerGuard();
  private final BooleanSupplier lineCheck = this::hasLine;
  private final Runnable runsOfOthers = this::runOthers;
  private final BooleanSupplier timeCheck;

  /** Set when it runs. */
  private CallerRuns callerRuns;

  /** It ends a small burst, or is away. */
  private boolean runsOthers;

  /** It runs tasks of other event loops, and does not have its own. */
  private boolean isAway;

  private volatile long awayUs;

  /**
   * A thread that was not started.
   *
   * @param stackBytes the size of its stack; 0 for that of the machine
   * @param first what it does before all else
   */
  @SuppressWarnings("ThreadPriorityCheck") // a lower one is all that is asked for
  WorkerThread(EngineThread engine, String name, long stackBytes, Consumer<WorkerThread> first) {
    super(null, null, name, stackBytes, false);
    this.engine = engine;
    this.first = first;
    this.timeCheck = engine::isIdle;
    setDaemon(true);
    setPriority(engine.threadPriority());
  }

  @Override
  public void run() {
    callerRuns = CallerRuns.ofThread();
    engine.carry(this, first);
  }

  /** Any thread: what it still does goes behind all else. */
  @SuppressWarnings("ThreadPriorityCheck")
  void goBehind() {
    setPriority(MIN_PRIORITY);
  }

  /** Any thread: to which event loop it belongs. */
  EngineThread engine() {
    return engine;
  }

  /** The word that says whether user code has it. */
  WorkerGuard guard() {
    return guard;
  }

  /** Whether it still has the event loop, or has it back when it is no longer away. */
  boolean hasLine() {
    return !guard.isStolen() && !engine.isFinished();
  }

  /** This thread: whether it is in its event loop. */
  boolean isInLine() {
    return !isAway && guard.ownsEngine();
  }

  /** This thread: whether it runs tasks of other event loops. */
  boolean isAway() {
    return isAway;
  }

  /**
   * This thread: whether it may run tasks of an event loop that rests. It is never a caller of its
   * own.
   */
  boolean mayRunAsCaller(EngineThread line) {
    return runsOthers && line != engine;
  }

  /**
   * This thread: whether tasks that it hands to event loops which rest are its own to run, from
   * now.
   */
  void setRunsOthers(boolean nowRunsOthers) {
    runsOthers = nowRunsOthers;
  }

  /** {@link #hasLine} as the loop asks for it. */
  BooleanSupplier lineCheck() {
    return lineCheck;
  }

  /** This thread: the tasks of other event loops that it runs. */
  CallerRuns callerRuns() {
    return callerRuns;
  }

  /** This thread, which has left its event loop for that: makes the runs that were postponed. */
  Runnable runsOfOthers() {
    return runsOfOthers;
  }

  private void runOthers() {
    long sinceUs = engine.clock().nowUs();
    isAway = true;
    try {
      callerRuns.runPostponed(timeCheck);
    } finally {
      isAway = false;
      awayUs = awayUs + engine.clock().nowUs() - sinceUs;
    }
  }

  /** Any thread: for how long it was away, in all. */
  long awayUs() {
    return awayUs;
  }
}
