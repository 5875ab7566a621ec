package org.thetisdb.router.routing.dynamast;

/**
 * The safety net under {@link CostScore}: notices that remastering does not settle, and ends it. A
 * workload whose updates take partners uniformly from everywhere has no locality to learn, and the
 * one placement that ends its moves is a single site. The score finds that by itself where moves
 * cost more than queues; this guard helps where it does not, as when the sample is too thin.
 *
 * <p>It counts committed transactions, and those for which a partition that they wrote was moved,
 * each once. It counts in windows that grow with the number of partitions, because learning takes
 * some updates for each of them, however long these take to come. Beyond that a window is filled up
 * for some seconds only: moves can slow updates down so much that they hardly come any more. Only a
 * high share that has not gone down over several windows counts as thrashing.
 *
 * <p>When next to nothing moves any more, the work is gathered. Gathering ends when clusters with a
 * good part of the load have left, when the site has more to do than it can, and after half a
 * minute in which it did not help; then it is not tried again for that long. Not thread-safe.
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

  /** Gathering that has not helped for so long will not; nor will it soon after. */
  private static final long GIVE_UP_US = 30_000_000;

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
  private long gatheringSinceUs;
  private long notBeforeUs = Long.MIN_VALUE;

  /** The site at which split updates gather; 0 while nothing is wrong. */
  int gatherAt() {
    return gatherAt;
  }

  /** Whether everything has to go to {@link #gatherAt} now. */
  boolean isGathering() {
    return state == State.GATHERING;
  }

  /**
   * A transaction has committed that wrote; the first one begins a window.
   *
   * @param moved whether something that it wrote was moved for it
   */
  void onCommitted(boolean moved, long nowUs) {
    if (updates == 0) {
      windowBeganUs = nowUs;
    }
    updates++;
    remastered += moved ? 1 : 0;
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
   * @param site where to gather if it has to be; 0 if no site could take all
   * @param shareGathered share of the load at {@link #gatherAt}
   */
  void judge(int site, double shareGathered, long nowUs) {
    double share = remastered / (double) updates;
    updates = 0;
    remastered = 0;
    switch (state) {
      case LEARNING -> {
        boolean thrashes = secondLast > TOO_MUCH && share > TOO_MUCH;
        if (site != 0 && nowUs >= notBeforeUs && thrashes && share > GOES_DOWN * secondLast) {
          gather(site, nowUs);
        }
      }
      case GATHERING -> {
        if (share < SETTLED) {
          state = State.GATHERED;
        } else if (nowUs - gatheringSinceUs >= GIVE_UP_US) {
          end();
          notBeforeUs = nowUs + GIVE_UP_US;
        }
      }
      case GATHERED -> {
        if (share > TOO_MUCH) {
          gather(gatherAt, nowUs);
        } else if (shareGathered < SPREAD) {
          end();
        }
      }
    }
    secondLast = last;
    last = share;
  }

  private void gather(int site, long nowUs) {
    state = State.GATHERING;
    gatherAt = site;
    gatheringSinceUs = nowUs;
  }

  /**
   * The site that gathers has more to do than it can: others have to help, for a while at least.
   */
  void onCrowded(long nowUs) {
    end();
    notBeforeUs = nowUs + GIVE_UP_US;
  }

  /** Nothing gathers any more, as when the site is lost. */
  void end() {
    state = State.LEARNING;
    gatherAt = 0;
  }
}
