package org.thetisdb.router.scheme.dynamast;

/**
 * How many updates commit in a second, stretch by stretch, and for which share of them something
 * was moved. A stretch is a second, or up to three until enough have committed to tell paces apart
 * that differ by a few percent. Times are microseconds on the router's clock. Not thread-safe.
 */
final class CommitPace {
  /** A stretch that is not over says nothing. */
  static final double UNKNOWN = -1;

  private static final long LEAST_US = 1_000_000;
  private static final long MOST_US = 3_000_000;
  private static final int ENOUGH = 2_000;

  /** Below that, two stretches differ by chance alone. */
  private static final int LEAST_UPDATES = 100;

  private static final double SECOND_US = 1e6;

  private long beganUs;
  private int updates;
  private int moved;
  private double perS = UNKNOWN;
  private double perSBefore = UNKNOWN;
  private double movedShare;
  private double movedShareBefore;

  /** Forgets all; a stretch begins at {@code nowUs}, which may be some time ahead. */
  void restart(long nowUs) {
    beganUs = nowUs;
    updates = 0;
    moved = 0;
    perS = UNKNOWN;
    perSBefore = UNKNOWN;
    movedShare = 0;
    movedShareBefore = 0;
  }

  /** An update has committed. */
  void add(boolean hasMoved, long nowUs) {
    if (nowUs >= beganUs) {
      updates++;
      moved += hasMoved ? 1 : 0;
    }
  }

  /** Ends the stretch if it is long enough, and begins the next. */
  void step(long nowUs) {
    long tookUs = nowUs - beganUs;
    if (tookUs < LEAST_US || (updates < ENOUGH && tookUs < MOST_US)) {
      return;
    }
    perSBefore = perS;
    movedShareBefore = movedShare;
    perS = updates < LEAST_UPDATES ? UNKNOWN : updates * SECOND_US / tookUs;
    movedShare = updates == 0 ? 0 : moved / (double) updates;
    beganUs = nowUs;
    updates = 0;
    moved = 0;
  }

  /** Whether the last stretch gives a pace. */
  boolean isKnown() {
    return perS != UNKNOWN;
  }

  /** Updates a second in the last stretch; {@link #UNKNOWN} if there was none, or too few. */
  double perS() {
    return perS;
  }

  /** Share of the updates of the last stretch for which something was moved. */
  double movedShare() {
    return movedShare;
  }

  /** Whether the last stretch was better than the one before, or there was none before. */
  boolean improves() {
    return perSBefore == UNKNOWN || perS > 1.05 * perSBefore || movedShare < 0.8 * movedShareBefore;
  }
}
