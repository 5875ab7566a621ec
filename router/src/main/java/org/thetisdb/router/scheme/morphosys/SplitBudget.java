package org.thetisdb.router.scheme.morphosys;

/**
 * How much splits may have calls wait: a border is worth something only with the move that it
 * allows, and whether that comes is seen afterwards. So splits get a small part of the time of all
 * calls, and more as soon as something moves.
 *
 * <p>Not thread-safe.
 */
final class SplitBudget {
  /** Of the time of all calls, splits take so much at most where nothing moves. */
  private static final double PART = 0.02;

  /** What is not used is kept for so long. */
  private static final long KEPT_US = 1_000_000;

  private static final double MOST_US = PART * KEPT_US;

  private double leftUs = MOST_US;
  private long sinceUs = Long.MIN_VALUE;

  /**
   * Takes what a split needs, if that is there.
   *
   * @param costUs what it takes, times the part of all calls that wait for it
   */
  boolean takes(double costUs, long nowUs) {
    long tookUs = sinceUs == Long.MIN_VALUE ? 0 : nowUs - sinceUs;
    sinceUs = nowUs;
    leftUs = Math.min(MOST_US, leftUs + PART * tookUs);
    boolean fits = costUs <= leftUs;
    leftUs -= fits ? costUs : 0;
    return fits;
  }

  /** Something moves that no call needs: borders are of use. */
  void onMove() {
    leftUs = MOST_US;
  }
}
