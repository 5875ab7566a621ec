package org.thetisdb.server.site;

import org.thetisdb.core.id.Address;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.server.state.BackgroundConfig;
import org.thetisdb.server.state.BatchConfig;

/**
 * How one site is run.
 *
 * @param site its id, from 1
 * @param cluster the settings that the cluster gets if it is new
 * @param listen where routers connect to; port 0 takes any free port
 * @param appendIntervalUs the least time between appends while several calls commit at once
 * @param epochUs how long commits wait for the end of their epoch, under a scheme that has the site
 *     log by epochs; 0 if that follows from what the log takes
 * @param deltaSavingBytes how much shorter what has changed in a row has to be than the row, to be
 *     logged in its place
 * @param unacknowledgedBytes how much may wait for the log
 * @param waitingRefreshBytes how much of other logs may wait to be applied
 * @param reportIntervalUs the least time between requests for a cut; the router hears what is
 *     applied here after twice that
 * @param waitingCalls calls that may be at the site at once
 * @param procedureLimitMs how long a procedure may run
 * @param queryRows how many rows a query may read on the engine's event loop; one that reads more
 *     is read on another
 * @param queryMemoryBytes how much of the heap statements may keep, all together
 * @param statementMemoryBytes how much of that one statement may keep
 * @param writeSetBytes how much one transaction may write
 * @param sessionsRemembered sessions whose last outcome is kept
 * @param outcomeBytes how much of the heap these outcomes may take; beyond it fewer are kept
 * @param background what it does beside transactions
 * @param batches whether and how calls are run in batches
 * @param logStreams whether other sites are asked to send what they log; lanes never ask
 */
public record SiteConfig(
    int site,
    ClusterSettings cluster,
    Address listen,
    long appendIntervalUs,
    long epochUs,
    int deltaSavingBytes,
    int unacknowledgedBytes,
    long waitingRefreshBytes,
    long reportIntervalUs,
    int waitingCalls,
    long procedureLimitMs,
    int queryRows,
    long queryMemoryBytes,
    long statementMemoryBytes,
    int writeSetBytes,
    int sessionsRemembered,
    long outcomeBytes,
    BackgroundConfig background,
    BatchConfig batches,
    boolean logStreams) {

  /** The same where other sites are asked, or not, to send what they log. */
  public SiteConfig withLogStreams(boolean wanted) {
    return new SiteConfig(
        site,
        cluster,
        listen,
        appendIntervalUs,
        epochUs,
        deltaSavingBytes,
        unacknowledgedBytes,
        waitingRefreshBytes,
        reportIntervalUs,
        waitingCalls,
        procedureLimitMs,
        queryRows,
        queryMemoryBytes,
        statementMemoryBytes,
        writeSetBytes,
        sessionsRemembered,
        outcomeBytes,
        background,
        batches,
        wanted);
  }

  /** Sensible limits for a site. */
  public static SiteConfig defaults(int site, ClusterSettings cluster) {
    return new SiteConfig(
        site,
        cluster,
        Address.ANY_LOOPBACK,
        1_000,
        10_000,
        64,
        8 << 20,
        64L << 20,
        2_000,
        10_000,
        1_000,
        4_096,
        256L << 20,
        192L << 20,
        8 << 20,
        100_000,
        128L << 20,
        BackgroundConfig.DEFAULT,
        BatchConfig.DEFAULT,
        false);
  }
}
