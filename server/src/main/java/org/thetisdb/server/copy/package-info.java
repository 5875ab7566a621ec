/**
 * Copies of a site's rows for other sites: for one that joins, and for one that fills a replica of
 * a range. It may use {@code checkpointing}, of which it takes snapshots, and {@code replica}, and
 * knows nothing of calls.
 */
package org.thetisdb.server.copy;
