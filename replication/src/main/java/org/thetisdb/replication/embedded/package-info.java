/**
 * ZooKeeper and Kafka inside this process, for a cluster that needs nothing installed, and as
 * stand-alone mains.
 *
 * <p>Servers here are real ones with real files; only their size and their number of threads are
 * small. Starting and closing block and belong to processes that host a cluster and to tests, never
 * to the engine.
 */
package org.thetisdb.replication.embedded;
