package org.thetisdb.core.time;

/**
 * How long an epoch lasts whose decisions go into a log together: always the same, or about as long
 * as the log takes for one. A log that takes longer then gets fewer and larger appends, and where
 * it is fast no call waits much longer for the end of its epoch than for the log. Not thread-safe.
 */
public final class EpochLength {
  /** None is shorter: each one is an append, and a word to all members. */
  public static final long LEAST_US = 1_000;

  /** As long as epochs of COCO's thesis. */
  public static final long MOST_US = 10_000;

  private static final double WEIGHT = 0.1;

  private final long fixedUs;
  private double durableUs = LEAST_US;

  /**
   * All alike, or by what the log takes.
   *
   * @param fixedUs how long each one lasts; 0 if that follows from what the log takes
   */
  public EpochLength(long fixedUs) {
    this.fixedUs = fixedUs;
  }

  /** Such an epoch is in the log, so long after it ended. */
  public void onDurable(long tookUs) {
    durableUs += WEIGHT * (Math.min(tookUs, 2 * MOST_US) - durableUs);
  }

  /** How long the next one lasts. */
  public long us() {
    return fixedUs > 0 ? fixedUs : Math.max(LEAST_US, Math.min(MOST_US, (long) durableUs));
  }

  /** No epoch lasts longer. */
  public long mostUs() {
    return fixedUs > 0 ? fixedUs : MOST_US;
  }
}
