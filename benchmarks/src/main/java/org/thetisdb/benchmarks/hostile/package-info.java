/**
 * Hostile work, kind by kind, beside a bystander who judges the database by what it costs him.
 * Drives a cluster over JDBC and over bare sockets; knows nothing of how the cluster was started.
 */
package org.thetisdb.benchmarks.hostile;
