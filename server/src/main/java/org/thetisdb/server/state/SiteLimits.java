package org.thetisdb.server.state;

import org.thetisdb.sql.memory.MemoryPool;

/**
 * Bounds that were set for a site.
 *
 * @param waitingCalls calls that may be at the site at once
 * @param procedureMs how long a procedure may run
 * @param writeSetBytes how much one transaction may write
 * @param queryRows how many rows a query may read before it is read on another event loop
 * @param statementMemory how much of the heap statements may keep, all together and each
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
    MemoryPool statementMemory,
    int deltaSavingBytes,
    OpenLimits open,
    long epochUs,
    BatchConfig batches) {}
