package org.thetisdb.core.time;

/**
 * An event loop that can run code which nobody vouches for. The code runs on the event loop's own
 * thread; if it does not come back within its limit, the event loop goes on with another thread and
 * the old one is lost.
 *
 * <p>While guarded code runs, what the event loop owns may be touched only between {@link
 * #enterEngine} and {@link #exitEngine}: in between, the event loop cannot be taken away.
 */
public interface GuardedRunner {
  /** How many times its limit code may last that has not used it up. */
  int MOST_TIMES_ELAPSED = 10;

  /**
   * Runs {@code userCode} on the calling thread, which must be the event loop. Exceptions of the
   * code pass through.
   *
   * @param limitMs after how many milliseconds the event loop is taken away; noticed some
   *     milliseconds late
   * @param listener what the event loop does next when it was taken away
   * @throws WorkerLostError if the event loop was taken away meanwhile: the caller, too, must let
   *     it pass and touch nothing
   * @throws IllegalStateException if the caller is not the event loop's own thread, or is in
   *     guarded code already
   */
  void runGuarded(Runnable userCode, long limitMs, GuardListener listener);

  /**
   * The same for code that only computes: its limit is processor time, so that a busy machine is
   * not taken for a fault of the code. Where it waits for something instead, the event loop is
   * taken away after {@link #MOST_TIMES_ELAPSED} times its limit.
   *
   * @param limitMs milliseconds of processor time
   */
  default void runGuardedWork(Runnable work, long limitMs, GuardListener listener) {
    runGuarded(work, limitMs, listener);
  }

  /**
   * Whether a caller runs the event loop's tasks (see {@link ShortTask}). A caller cannot be
   * replaced, so it must run no guarded code; code of the engine's own it may run as it is, and
   * {@link #enterEngine} then says yes.
   */
  default boolean isRunByCaller() {
    return false;
  }

  /**
   * Guarded code is about to touch what the event loop owns. If true, {@link #exitEngine} must
   * follow in a {@code finally}.
   *
   * @return whether the caller still has the event loop; if not, it must touch nothing
   * @throws IllegalStateException if the caller is not in guarded code, or has entered already
   */
  boolean enterEngine();

  /**
   * Guarded code is done with what the event loop owns.
   *
   * @throws IllegalStateException if the caller has not entered
   */
  void exitEngine();

  /** Hears that an event loop was taken away from guarded code. */
  @FunctionalInterface
  interface GuardListener {
    /**
     * Runs on the event loop's new thread, before anything else. What the lost code had begun is to
     * be rolled back here.
     *
     * @param lost the old thread, which may run for ever; it has been interrupted once
     */
    void onStolen(Thread lost);
  }
}
