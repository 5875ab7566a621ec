/**
 * What a transaction costs the machine, stage by stage, while cluster and clients share the process
 * of the benchmark.
 */
package org.thetisdb.benchmarks.costs;
