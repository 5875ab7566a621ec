package org.thetisdb.router.config;

import org.thetisdb.core.config.SchemeSettings.BatchFallback;

/**
 * How epochs go, under a scheme that has such.
 *
 * @param lengthUs how long after its first decision an epoch ends
 * @param snapshots whether calls are only held to snapshot isolation (decision 0068)
 * @param batches how batches over sites go, under a scheme that has such
 */
public record EpochConfig(int lengthUs, boolean snapshots, Batches batches) {
  /** The same, where calls are only held to snapshot isolation, or are not. */
  EpochConfig withSnapshots(boolean only) {
    return new EpochConfig(lengthUs, only, batches);
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
}
