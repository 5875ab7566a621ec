/**
 * What every workload shares: clients that make calls on real and on stepped clusters, at the pace
 * that is asked for, with latencies that hide no waiting. Results are in {@code driver.result}.
 */
package org.thetisdb.benchmarks.driver;
