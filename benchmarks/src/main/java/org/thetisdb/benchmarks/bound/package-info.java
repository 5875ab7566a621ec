/**
 * The upper bound that stands beside each result: the same procedures on the same row store in one
 * thread, with no concurrency control, no log and no network.
 */
package org.thetisdb.benchmarks.bound;
