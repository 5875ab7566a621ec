package org.thetisdb.server.replica;

import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopyLimits;

/**
 * What replicas are filled with.
 *
 * @param refresher the event loop that applies the logs
 * @param transport how sites that give rows are reached
 * @param limits how much this site spends on what it gives
 */
public record ReplicaPorts(Scheduler refresher, Transport transport, CopyLimits limits) {}
