/**
 * Microbenchmarks of single parts, with JMH. The figures, and the commands that gave them, are in
 * {@code docs/measurements}.
 */
package org.thetisdb.benchmarks.jmh;
