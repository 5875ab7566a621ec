package org.thetisdb.replication.log.stream;

import org.thetisdb.core.net.Transport;
import org.thetisdb.replication.membership.Membership;

/**
 * What log streams need beside the logs.
 *
 * @param cluster its name, and what distinguishes its logs from all others
 * @param self the site that follows
 * @param transport how it reaches others
 * @param membership says where they are
 * @param counters counts entries
 */
public record LogStreamPorts(
    String cluster,
    int self,
    Transport transport,
    Membership membership,
    LogStreamCounters counters) {}
