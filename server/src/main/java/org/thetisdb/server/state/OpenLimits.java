package org.thetisdb.server.state;

/**
 * Bounds on interactive transactions.
 *
 * @param most how many may be open
 * @param lockWaitMs how long a statement may wait for rows, partitions and its snapshot
 * @param idleWantedMs how long one may be idle while others want what it holds
 * @param idleMs how long one may be idle
 * @param longestMs how long one may last, since its snapshot keeps old versions alive
 */
public record OpenLimits(int most, int lockWaitMs, int idleWantedMs, int idleMs, int longestMs) {
  /** Good for most. */
  public static final OpenLimits DEFAULT = new OpenLimits(10_000, 10_000, 1_000, 60_000, 300_000);
}
