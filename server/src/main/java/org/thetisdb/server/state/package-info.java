/**
 * What the parts of one site's engine share: its log, rows, catalog, locks, masters and counters,
 * and how far they have come. Below it are only the parts themselves, such as the log and the
 * tables; it knows nothing of calls.
 */
package org.thetisdb.server.state;
