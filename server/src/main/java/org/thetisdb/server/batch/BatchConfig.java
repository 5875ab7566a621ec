package org.thetisdb.server.batch;

import org.thetisdb.core.config.ThetisSettings.BatchFallback;

/**
 * How a site makes batches of calls. Immutable.
 *
 * @param mostCalls calls in a batch at most; 0 if calls are not run in batches, but under row locks
 * @param waitUs how long a batch waits, from its first call on, for others to join it; one that
 *     begins with calls that lost a conflict does not wait
 * @param reordering whether a transaction that only read what an earlier one of its batch has
 *     written commits before that one
 * @param fallback when transactions that lost a conflict run under row locks
 */
public record BatchConfig(int mostCalls, long waitUs, boolean reordering, BatchFallback fallback) {
  /** No batches. */
  public static final BatchConfig OFF = new BatchConfig(0, 0, true, BatchFallback.AUTO);

  /** Whether calls are run in batches. */
  public boolean isOn() {
    return mostCalls > 0;
  }
}
