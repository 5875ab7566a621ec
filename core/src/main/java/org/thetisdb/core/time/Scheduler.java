package org.thetisdb.core.time;

/**
 * One event loop: tasks run one after the other, never two at once, in the order in which they were
 * handed in by one caller. A core that lives on a scheduler needs no locks of its own. In
 * production a thread stands behind it, in simulation a queue of events on virtual time.
 */
public interface Scheduler {
  /** The clock that this scheduler's timers follow. */
  Clock clock();

  /** Runs {@code task} soon. May be called from any thread; never blocks. */
  void execute(Runnable task);

  /**
   * Runs {@code task} once, not before {@code delayUs} microseconds have passed. May be called from
   * any thread.
   */
  Timer schedule(long delayUs, Runnable task);

  /**
   * Whether the calling task is run by a caller (see {@link ShortTask}). If so, it must change
   * nothing more and return at once: the event loop's own thread then runs it again, before
   * anything else.
   */
  default boolean handBack() {
    return false;
  }

  /**
   * Processor time that this event loop has used since it began, in microseconds; 0 where nobody
   * can tell. An event loop that waits for a processor uses none, so over some time this shows how
   * much of one processor it really had. May be called from any thread.
   */
  default long usedUs() {
    return 0;
  }

  /** A timer that was set. */
  interface Timer {
    /** Takes the timer back; no effect if it has run. */
    void cancel();
  }
}
