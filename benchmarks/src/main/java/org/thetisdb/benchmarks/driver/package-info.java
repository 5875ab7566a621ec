/**
 * What every workload shares: clients that make calls, latencies that hide no waiting, the
 * cluster's counters before and after, and the result as a table and as JSON.
 */
package org.thetisdb.benchmarks.driver;
