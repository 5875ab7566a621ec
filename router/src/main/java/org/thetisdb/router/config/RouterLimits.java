package org.thetisdb.router.config;

/**
 * Bounds on what may wait in a router.
 *
 * @param callsPerConnection calls under way from one client connection
 * @param callsInAll calls under way from all of them
 * @param uploadsWaiting uploads that wait for the one under way
 * @param reroutes how often a call is routed again before it takes precedence over younger ones
 * @param longestTimeoutMs the longest that a call may ask to wait
 * @param answerGraceMs how long beyond its time-out the answer of a call that was sent is awaited,
 *     because the site judges by its own clock whether it was started in time
 * @param sitesWaitMs how long a new leader waits for a site that is registered and cannot be
 *     reached before it has it fenced; it serves when every site has promised to follow it or was
 *     fenced, because a site that still follows the old leader could use cuts that the new one does
 *     not know
 * @param siteLostMs how long a site may be missing from membership before another one is the
 *     failover successor of it
 * @param planMs how long a procedure may take to name its keys; far above what it needs, because a
 *     pause of the machine counts, too
 * @param leaderSilenceMs after how long without a sign of life of the router that leads the others
 *     ask the sites for it, and may take its place; 0 to leave that to membership
 * @param temporaryTablesMs after how long the temporary tables of a connection go that was lost and
 *     has not come again; longer than a transaction may last
 */
public record RouterLimits(
    int callsPerConnection,
    int callsInAll,
    int uploadsWaiting,
    int reroutes,
    int longestTimeoutMs,
    int answerGraceMs,
    int sitesWaitMs,
    int siteLostMs,
    int planMs,
    int leaderSilenceMs,
    int temporaryTablesMs) {
  /** Good for most. */
  public static final RouterLimits DEFAULT =
      new RouterLimits(1_024, 20_000, 8, 4, 600_000, 5_000, 20_000, 300, 1_000, 250, 600_000);

  /** The same with another bound on the leader's silence. */
  public RouterLimits withLeaderSilenceMs(int ms) {
    return new RouterLimits(
        callsPerConnection,
        callsInAll,
        uploadsWaiting,
        reroutes,
        longestTimeoutMs,
        answerGraceMs,
        sitesWaitMs,
        siteLostMs,
        planMs,
        ms,
        temporaryTablesMs);
  }

  /** The same with another time for temporary tables of lost connections. */
  public RouterLimits withTemporaryTablesMs(int ms) {
    return new RouterLimits(
        callsPerConnection,
        callsInAll,
        uploadsWaiting,
        reroutes,
        longestTimeoutMs,
        answerGraceMs,
        sitesWaitMs,
        siteLostMs,
        planMs,
        leaderSilenceMs,
        ms);
  }
}
