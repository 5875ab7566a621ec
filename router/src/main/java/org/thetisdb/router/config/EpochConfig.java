package org.thetisdb.router.config;

import org.thetisdb.core.config.SchemeSettings.BatchFallback;

/**
 * How epochs go, under a scheme that has such.
 *
 * @param lengthUs how long after its first decision an epoch ends; 0 if that follows from what the
 *     log takes
 * @param snapshots whether calls are only held to snapshot isolation (decision 0068)
 * @param batches how batches over sites go, under a scheme that has such
 * @param shares when the epoch coordinator of an epoch view gets another share of the keys
 */
public record EpochConfig(int lengthUs, boolean snapshots, Batches batches, Shares shares) {
  /** The same, where calls are only held to snapshot isolation, or are not. */
  EpochConfig withSnapshots(boolean only) {
    return new EpochConfig(lengthUs, only, batches, shares);
  }

  /**
   * How batches over sites go (decision 0074).
   *
   * @param mostCalls calls in a batch at most; at least 1
   * @param waitUs how long a batch waits, from its first call on, for others to join it; one that
   *     begins with calls that lost a conflict does not wait
   * @param reordering whether a call that only read what an earlier one of its batch writes commits
   *     before that one
   * @param fallback when calls that lost a conflict run behind their batch under ordered locks
   */
  public record Batches(int mostCalls, long waitUs, boolean reordering, BatchFallback fallback) {
    /** Batches of what has come together. */
    public static final Batches DEFAULT = new Batches(256, 0, true, BatchFallback.AUTO);
  }

  /**
   * When the epoch coordinator of an epoch view gets another share of the keys (decision 0094).
   *
   * @param busy while no engine is busier than this, from 0 to 1, it gets none
   * @param alike engines that differ by less are as busy as each other
   * @param restUs from one change to the next, so long at least
   */
  public record Shares(double busy, double alike, long restUs) {
    /** What is shipped: measures have followed a change after a second. */
    public static final Shares DEFAULT = new Shares(0.6, 0.1, 1_000_000);
  }
}
