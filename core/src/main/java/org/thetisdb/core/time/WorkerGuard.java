package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;
import org.thetisdb.core.time.GuardedRunner.GuardListener;

/**
 * Says whether a thread still has the event loop while it runs guarded code. One guard belongs to
 * one worker thread. The state and the number of the section share one word, so that a late steal
 * cannot hit the section after the one that was overdue.
 *
 * <table>
 * <caption>Legal moves; every other throws</caption>
 * <tr><th>from</th><th>to</th><th>by</th><th>when</th></tr>
 * <tr><td>IDLE</td><td>RUNNING</td><td>worker thread</td><td>guarded code begins; the number rises</td></tr>
 * <tr><td>RUNNING</td><td>IN_ENGINE</td><td>worker thread</td><td>the code calls back into the engine</td></tr>
 * <tr><td>IN_ENGINE</td><td>RUNNING</td><td>worker thread</td><td>that call returns</td></tr>
 * <tr><td>RUNNING</td><td>IDLE</td><td>worker thread</td><td>the code came back in time</td></tr>
 * <tr><td>RUNNING</td><td>STOLEN</td><td>watchdog</td><td>the code is overdue</td></tr>
 * <tr><td>STOLEN</td><td></td><td></td><td>never left: the worker thread is lost</td></tr>
 * </table>
 *
 * <p>Thread-safe in the roles named: one worker thread, one watchdog. The moves out of RUNNING are
 * compare-and-set; the others have one possible author and are release stores.
 */
final class WorkerGuard {
  private static final int IDLE = 0;
  private static final int RUNNING = 1;
  private static final int IN_ENGINE = 2;
  private static final int STOLEN = 3;
  private static final int STATE_BITS = 2;
  private static final int STATE_MASK = (1 << STATE_BITS) - 1;
  private static final String[] NAMES = {"IDLE", "RUNNING", "IN_ENGINE", "STOLEN"};

  /** How often the watchdog tries again at once when it meets the worker thread in the engine. */
  private static final int STEAL_ATTEMPTS = 64;

  /** In place of what its thread has used: the limit is of elapsed time. */
  static final long ELAPSED = -1;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(WorkerGuard.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Section number, then two bits of state. */
  private volatile long word;

  // Written by the worker thread before the section's word, and so constant while the section runs.
  private long limitUs;
  private long usedBeforeUs;
  private GuardListener listener;

  // The watchdog's own notes.
  private long watchedSection = -1;
  private long watchedSinceUs;

  /**
   * Worker thread: IDLE to RUNNING.
   *
   * @param usedUs how much processor time the worker thread has used, if the limit is of that; else
   *     {@link #ELAPSED}
   */
  void begin(long newLimitUs, long usedUs, GuardListener newListener) {
    long old = word;
    require(old, IDLE, "begin guarded code");
    limitUs = newLimitUs;
    usedBeforeUs = usedUs;
    listener = newListener;
    WORD.setRelease(this, ((old >>> STATE_BITS) + 1) << STATE_BITS | RUNNING);
  }

  /**
   * Worker thread: RUNNING to IDLE.
   *
   * @return false if the worker thread was lost meanwhile
   */
  boolean end() {
    return leaveRunning(IDLE, "end guarded code");
  }

  /**
   * Worker thread: RUNNING to IN_ENGINE.
   *
   * @return false if the worker thread was lost meanwhile
   */
  boolean enter() {
    return leaveRunning(IN_ENGINE, "enter the engine");
  }

  /** Worker thread: IN_ENGINE to RUNNING. */
  void exit() {
    long old = word;
    require(old, IN_ENGINE, "exit the engine");
    WORD.setRelease(this, withState(old, RUNNING));
  }

  /** Any thread: whether the worker thread is lost. Never becomes false again. */
  boolean isStolen() {
    return state(word) == STOLEN;
  }

  /** Worker thread: whether it may touch what the event loop owns. */
  boolean ownsEngine() {
    int state = state(word);
    return state == IDLE || state == IN_ENGINE;
  }

  /** The watchdog that stole: what to do next. */
  GuardListener listener() {
    return listener;
  }

  /**
   * Watchdog: RUNNING to STOLEN if it has seen the same section for longer than its limit. Time
   * counts from the first look, so that guarded code need not read a clock.
   *
   * @param usedUs asked for the worker thread's processor time where the limit is of that
   * @return whether the caller now has the event loop
   */
  boolean stealIfOverdue(long nowUs, LongSupplier usedUs) {
    long seen = word;
    int state = state(seen);
    if (state == IDLE || state == STOLEN) {
      watchedSection = -1;
      return false;
    }
    long section = seen >>> STATE_BITS;
    if (section != watchedSection) {
      watchedSection = section;
      watchedSinceUs = nowUs;
      return false;
    }
    return isOverdue(nowUs - watchedSinceUs, usedUs) && steal(section);
  }

  private boolean isOverdue(long elapsedUs, LongSupplier usedUs) {
    return elapsedUs >= limitUs
        && (usedBeforeUs == ELAPSED
            || elapsedUs >= limitUs * GuardedRunner.MOST_TIMES_ELAPSED
            || usedUs.getAsLong() - usedBeforeUs >= limitUs);
  }

  private boolean steal(long section) {
    long running = section << STATE_BITS | RUNNING;
    for (int i = 0; i < STEAL_ATTEMPTS; i++) {
      if (WORD.compareAndSet(this, running, withState(running, STOLEN))) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  private boolean leaveRunning(int to, String move) {
    long old = word;
    if (state(old) == STOLEN) {
      return false;
    }
    require(old, RUNNING, move);
    return WORD.compareAndSet(this, old, withState(old, to));
  }

  private static void require(long word, int state, String move) {
    if (state(word) != state) {
      throw new IllegalStateException("cannot " + move + " while " + NAMES[state(word)]);
    }
  }

  private static int state(long word) {
    return (int) word & STATE_MASK;
  }

  private static long withState(long word, int state) {
    return (word & ~STATE_MASK) | state;
  }
}
