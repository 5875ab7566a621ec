package org.thetisdb.router.scheme.dynamast;

/**
 * Whether remastering settles: the share of updates for which something was moved, window by
 * window. Windows grow with the number of partitions, because learning takes some updates for each
 * of them, however long these take to come. Beyond that a window is filled up for some seconds
 * only: moves can slow updates down so much that they hardly come any more. Not thread-safe.
 */
final class MoveShares {
  /** Share of updates that move something, from which on it is too much. */
  static final double TOO_MUCH = 0.15;

  /** A share of no account. */
  static final double SETTLED = 0.02;

  /** A window below this part of the one two before it shows that remastering goes down. */
  private static final double GOES_DOWN = 0.8;

  private static final int UPDATES_PER_PARTITION = 2;

  /** Updates of a window, however few partitions there are. */
  private static final int LEAST_UPDATES = 2000;

  /** For so long; then it is enough if they can tell a share. */
  private static final long FILLING_US = 3_000_000;

  private static final int LEAST_SLOW_UPDATES = 60;

  private long windowBeganUs;
  private int updates;
  private int moved;
  private double share;
  private double last;
  private double secondLast;

  /** An update has committed; the first one begins a window. */
  void add(boolean hasMoved, long nowUs) {
    if (updates == 0) {
      windowBeganUs = nowUs;
    }
    updates++;
    moved += hasMoved ? 1 : 0;
  }

  /** Whether a window was full; then it is judged, and the next one begins. */
  boolean step(int partitions, long nowUs) {
    boolean slow = nowUs - windowBeganUs >= FILLING_US;
    int least = slow ? LEAST_SLOW_UPDATES : LEAST_UPDATES;
    if (updates < Math.max(least, UPDATES_PER_PARTITION * partitions)) {
      return false;
    }
    secondLast = last;
    last = share;
    share = moved / (double) updates;
    updates = 0;
    moved = 0;
    return true;
  }

  /** Whether next to nothing moved in the window that was judged last. */
  boolean isSettled() {
    return share < SETTLED;
  }

  /** Whether too much moved in the window that was judged last. */
  boolean isTooMuch() {
    return share > TOO_MUCH;
  }

  /** Whether a high share has not gone down over several windows. */
  boolean staysTooMuch() {
    return secondLast > TOO_MUCH && isTooMuch() && share > GOES_DOWN * secondLast;
  }
}
