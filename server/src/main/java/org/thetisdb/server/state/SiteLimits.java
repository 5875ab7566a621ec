package org.thetisdb.server.state;

import org.thetisdb.server.batch.BatchConfig;

/**
 * Bounds that were set for a site.
 *
 * @param waitingCalls calls that may be at the site at once
 * @param procedureMs how long a procedure may run
 * @param writeSetBytes how much one transaction may write
 * @param queryRows how many rows a query may read before it is read on another line
 * @param queryMemoryBytes how much of the heap long queries may keep, all together
 * @param deltaSavingBytes how many bytes a delta has to save to be logged in place of a row
 * @param open bounds on interactive transactions
 * @param epochUs how long commits wait for the end of their epoch, under a scheme that has the site
 *     log by epochs; 0 if that follows from what the log takes
 * @param batches how calls are run in batches, under a scheme that does so
 */
public record SiteLimits(
    int waitingCalls,
    long procedureMs,
    int writeSetBytes,
    int queryRows,
    long queryMemoryBytes,
    int deltaSavingBytes,
    OpenLimits open,
    long epochUs,
    BatchConfig batches) {}
