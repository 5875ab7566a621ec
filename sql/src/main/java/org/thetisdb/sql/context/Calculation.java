package org.thetisdb.sql.context;

/**
 * What a thread calculates, in steps: about a character that is looked at, an element that is
 * passed, a digit that is made. Functions whose work depends on their operands' sizes or values
 * count their steps here, and after some tens of thousands the runner of the statement is asked
 * whether it goes on. So no statement calculates for long unseen, on whatever thread it runs, and a
 * canceled one ends. Steps and not time: a run comes to the same in the simulation.
 *
 * <p>A thread that nobody watches counts for nothing. One object a thread; not thread-safe.
 */
public final class Calculation {
  /** The runner of a statement. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Many steps were made since it was asked last.
     *
     * @throws RuntimeException or an Error that ends the calculation
     */
    void onManySteps();
  }

  /** Steps after which a watch is asked again: less than a millisecond. */
  public static final int STEPS_BETWEEN = 1 << 16;

  /** More steps than that, announced at once, count as so many. */
  private static final long MOST_AT_ONCE = 1L << 28;

  private static final ThreadLocal<Calculation> OF_THREAD =
      ThreadLocal.withInitial(Calculation::new);

  private Watch watch;
  private long left = Long.MAX_VALUE;

  private Calculation() {}

  /** That of the calling thread. Loops ask once and keep it. */
  public static Calculation ofThread() {
    return OF_THREAD.get();
  }

  /** Counts steps of the calling thread. */
  public static void count(long steps) {
    OF_THREAD.get().step(steps);
  }

  /** Counts steps. */
  public void step(long steps) {
    left -= Math.min(steps, MOST_AT_ONCE);
    while (left < 0) {
      ask();
    }
  }

  /** Once for each {@link #STEPS_BETWEEN}, be they made one by one or announced at once. */
  private void ask() {
    if (watch == null) {
      left = Long.MAX_VALUE;
      return;
    }
    left += STEPS_BETWEEN;
    watch.onManySteps();
  }

  /** Runs a calculation that is watched, and afterwards is what it was before. */
  public static void watched(Watch watch, Runnable calculation) {
    Calculation own = OF_THREAD.get();
    Watch before = own.begin(watch);
    try {
      calculation.run();
    } finally {
      own.end(before);
    }
  }

  /**
   * From now on somebody watches; {@link #end} must follow.
   *
   * @return the one before, null for none
   */
  public Watch begin(Watch next) {
    Watch before = watch;
    watch = next;
    left = next == null ? Long.MAX_VALUE : STEPS_BETWEEN;
    return before;
  }

  /** As it was before {@link #begin}. */
  public void end(Watch before) {
    begin(before);
  }
}
