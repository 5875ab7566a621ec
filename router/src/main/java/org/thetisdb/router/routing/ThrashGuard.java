package org.thetisdb.router.routing;

/**
 * Notices that remastering does not settle, and ends it. A workload whose updates take partners
 * uniformly from everywhere has no locality to learn: with the masters spread evenly most updates
 * would have to move something for ever. The one placement that ends this is a single site, and a
 * transaction that commits at one site is what we promise; so from then on all split updates gather
 * at the site that has the most, until next to nothing moves.
 *
 * <p>Updates are counted in windows that grow with the number of partitions, because learning takes
 * some updates for each of them. Only a high share that has not gone down over several windows
 * counts as thrashing. Not thread-safe.
 */
final class ThrashGuard {
  /** Share of updates that move something, from which on it is too much. */
  static final double TOO_MUCH = 0.15;

  /** Share at which gathering is done. */
  static final double SETTLED = 0.02;

  /** A window below this part of the one two before it shows that remastering goes down. */
  private static final double GOES_DOWN = 0.8;

  private static final int LEAST_UPDATES = 2000;
  private static final int UPDATES_PER_PARTITION = 2;

  private int updates;
  private int remastered;
  private double last;
  private double secondLast;
  private int gatherAt;

  /** The site at which all split updates gather; 0 while nothing is wrong. */
  int gatherAt() {
    return gatherAt;
  }

  /** Counts an update. */
  void onUpdate() {
    updates++;
  }

  /** Counts an update that moved something. */
  void onRemastered() {
    remastered++;
  }

  /** Whether enough was counted to judge. */
  boolean windowIsFull(int partitions) {
    return updates >= Math.max(LEAST_UPDATES, UPDATES_PER_PARTITION * partitions);
  }

  /**
   * Judges the window that is full and begins the next.
   *
   * @param largestSite where to gather if it has to be
   */
  void judge(int largestSite) {
    double share = remastered / (double) updates;
    updates = 0;
    remastered = 0;
    if (gatherAt != 0) {
      gatherAt = share < SETTLED ? 0 : gatherAt;
    } else if (secondLast > TOO_MUCH && share > TOO_MUCH && share > GOES_DOWN * secondLast) {
      gatherAt = largestSite;
    }
    secondLast = last;
    last = share;
  }
}
