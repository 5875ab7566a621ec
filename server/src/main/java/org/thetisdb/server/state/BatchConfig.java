package org.thetisdb.server.state;

import org.thetisdb.core.config.SchemeSettings.BatchFallback;

/**
 * How a site makes batches of calls, and what else schemes leave open. Immutable.
 *
 * @param mostCalls calls in a batch at most; at least 1
 * @param waitUs how long a batch waits, from its first call on, for others to join it; one that
 *     begins with calls that lost a conflict does not wait
 * @param reordering whether a transaction that only read what an earlier one of its batch has
 *     written commits before that one
 * @param fallback when transactions that lost a conflict run under row locks
 * @param snapshots whether transactions of a batch are only held to snapshot isolation
 * @param pieces whether later transactions may see pieces of earlier ones
 */
public record BatchConfig(
    int mostCalls,
    long waitUs,
    boolean reordering,
    BatchFallback fallback,
    boolean snapshots,
    boolean pieces) {
  /** Batches of what has come together, as a site makes them that has no other setting. */
  public static final BatchConfig DEFAULT =
      new BatchConfig(256, 0, true, BatchFallback.AUTO, false, true);

  /** The same, where transactions are only held to snapshot isolation, or are not. */
  public BatchConfig withSnapshots(boolean only) {
    return new BatchConfig(mostCalls, waitUs, reordering, fallback, only, pieces);
  }
}
