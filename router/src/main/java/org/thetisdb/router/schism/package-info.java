/**
 * Placement that is found offline, in the way of Schism (Curino, Jones, Zhang and Madden: Schism: a
 * Workload-Driven Approach to Database Replication and Partitioning, PVLDB 3, 2010): a trace of
 * what transactions access together becomes a graph, the graph is cut into parts, and the parts are
 * said in as few ranges of keys as possible.
 */
package org.thetisdb.router.schism;
