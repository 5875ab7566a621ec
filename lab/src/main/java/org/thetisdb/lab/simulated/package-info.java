/**
 * Whole clusters on virtual time for experiments: the engine's own code, what each step costs, and
 * the workloads of benchmarks in front of it.
 */
package org.thetisdb.lab.simulated;
