/**
 * What a run brings: outcomes and latencies, each second and the cluster's counters before and
 * after, and the result of it all as a table and as JSON.
 */
package org.thetisdb.benchmarks.driver.result;
