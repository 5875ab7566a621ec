/**
 * Locks that are granted in an order that was fixed before (Calvin: Thomson et al., SIGMOD 2012;
 * decision 0071). What an engine does with them is in {@code server.txn}.
 */
package org.thetisdb.server.order;
