/**
 * The list-append workload: transactions append to lists and read them, everything is recorded as a
 * history, and the history is checked for isolation anomalies in the end. It measures nothing that
 * an application would do; it proves that the cluster does what it claims.
 */
package org.thetisdb.benchmarks.listappend;
