package org.thetisdb.router.routing;

/**
 * Notices that remastering does not settle, and ends it. A workload whose updates take partners
 * uniformly from everywhere has no locality to learn: with the masters spread evenly most updates
 * would have to move something for ever. The one placement that ends this is a single site, and a
 * transaction that commits at one site is what we promise; so from then on all split updates gather
 * at the site that has the most.
 *
 * <p>When next to nothing moves any more, the work is gathered. Clusters may leave again if there
 * are any, but updates that are split with the gathering site still end there: Equation 8 would
 * scatter them, since it cannot see that even load is out of reach. Only when clusters with a good
 * part of the load have left is gathering over.
 *
 * <p>Updates are counted in windows that grow with the number of partitions, because learning takes
 * some updates for each of them, however long these take to come. Beyond that a window is filled up
 * for some seconds only: moves can slow updates down so much that they hardly come any more. Only a
 * high share that has not gone down over several windows counts as thrashing. Not thread-safe.
 */
final class ThrashGuard {
  /** Share of updates that move something, from which on it is too much. */
  static final double TOO_MUCH = 0.15;

  /** Share at which gathering is done. */
  static final double SETTLED = 0.02;

  /** A window below this part of the one two before it shows that remastering goes down. */
  private static final double GOES_DOWN = 0.8;

  /** The work is spread again when the site that gathered it has less than this of it. */
  private static final double SPREAD = 0.7;

  private static final int UPDATES_PER_PARTITION = 2;

  /** Updates of a window, however few partitions there are. */
  private static final int LEAST_UPDATES = 2000;

  /** For so long; then it is enough if they can tell a share. */
  private static final long FILLING_US = 3_000_000;

  private static final int LEAST_SLOW_UPDATES = 60;

  private enum State {
    LEARNING,
    GATHERING,
    GATHERED
  }

  private State state = State.LEARNING;
  private long windowBeganUs;
  private int updates;
  private int remastered;
  private double last;
  private double secondLast;
  private int gatherAt;

  /** The site at which split updates gather; 0 while nothing is wrong. */
  int gatherAt() {
    return gatherAt;
  }

  /** Whether everything has to go to {@link #gatherAt} now. */
  boolean isGathering() {
    return state == State.GATHERING;
  }

  /** Counts an update; the first one begins a window. */
  void onUpdate(long nowUs) {
    if (updates == 0) {
      windowBeganUs = nowUs;
    }
    updates++;
  }

  /** Counts an update that moved something. */
  void onRemastered() {
    remastered++;
  }

  /** Whether enough was counted to judge. */
  boolean windowIsFull(int partitions, long nowUs) {
    boolean slow = nowUs - windowBeganUs >= FILLING_US;
    int least = slow ? LEAST_SLOW_UPDATES : LEAST_UPDATES;
    return updates >= Math.max(least, UPDATES_PER_PARTITION * partitions);
  }

  /**
   * Judges the window that is full and begins the next.
   *
   * @param largestSite where to gather if it has to be
   * @param shareGathered share of the load at {@link #gatherAt}
   */
  void judge(int largestSite, double shareGathered) {
    double share = remastered / (double) updates;
    updates = 0;
    remastered = 0;
    switch (state) {
      case LEARNING -> {
        boolean thrashes = secondLast > TOO_MUCH && share > TOO_MUCH;
        if (thrashes && share > GOES_DOWN * secondLast) {
          state = State.GATHERING;
          gatherAt = largestSite;
        }
      }
      case GATHERING -> state = share < SETTLED ? State.GATHERED : state;
      case GATHERED -> {
        if (share > TOO_MUCH) {
          state = State.GATHERING;
        } else if (shareGathered < SPREAD) {
          end();
        }
      }
    }
    secondLast = last;
    last = share;
  }

  /** Nothing gathers any more, as when the site is lost. */
  void end() {
    state = State.LEARNING;
    gatherAt = 0;
  }
}
