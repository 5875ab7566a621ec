package org.thetisdb.core.time;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * Threads that run short tasks of event loops which rest. What such a task hands to another resting
 * event loop is run when the first one is left, by the same thread: so a message goes from event
 * loop to event loop without a wake-up, and no event loop is kept while another one is at work.
 *
 * <p>The own thread of an event loop runs tasks of others when a burst of its own event loop has
 * ended and nothing else waits there: until then it {@linkplain #postpone postpones} its runs. One
 * object a thread.
 */
final class CallerRuns {
  /** After so many runs in a row the event loops' own threads go on. */
  private static final int MOST_IN_A_ROW = 32;

  /** Bursts of one run at most; what then is left wakes the event loop's own thread. */
  private static final int BURSTS = 8;

  /** The same for callers on which tasks of their own event loop may wait. */
  private static final int BURSTS_OF_LOOPS = 2;

  private static final ThreadLocal<CallerRuns> OF_THREAD = ThreadLocal.withInitial(CallerRuns::new);

  private final ArrayDeque<EngineThread> next = new ArrayDeque<>(4);
  private boolean running;

  private CallerRuns() {}

  /** That of the calling thread. */
  static CallerRuns ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Runs tasks of an event loop that the calling thread has taken: now, or after those that it is
   * at.
   */
  static void run(EngineThread loop) {
    OF_THREAD.get().add(loop);
  }

  private void add(EngineThread loop) {
    next.add(loop);
    if (!running) {
      running = true;
      try {
        runAll(BURSTS, () -> true);
      } finally {
        running = false;
      }
    }
  }

  /**
   * From now on tasks are not run when they are handed in; {@link #runPostponed} or {@link #giveUp}
   * must follow.
   */
  void postpone() {
    running = true;
  }

  /** Whether event loops were taken whose tasks have not been run. */
  boolean hasPostponed() {
    return !next.isEmpty();
  }

  /**
   * Makes the runs that were postponed, and those that they lead to.
   *
   * @param hasTime asked before each run; if not, the event loops' own threads go on
   */
  void runPostponed(BooleanSupplier hasTime) {
    runAll(BURSTS_OF_LOOPS, hasTime);
  }

  /**
   * Runs are made at once again; those that were postponed are left to the event loops' own
   * threads.
   */
  void giveUp() {
    for (EngineThread loop = next.poll(); loop != null; loop = next.poll()) {
      loop.runByCaller(0);
    }
    running = false;
  }

  private void runAll(int bursts, BooleanSupplier hasTime) {
    int runs = 0;
    for (EngineThread loop = next.poll(); loop != null; loop = next.poll()) {
      runs++;
      loop.runByCaller(runs <= MOST_IN_A_ROW && hasTime.getAsBoolean() ? bursts : 0);
    }
  }
}
