/**
 * The YCSB of the DynaMast paper (Abebe and others, ICDE 2020, section 6.1.1 and Appendix B):
 * updates of three records whose partitions lie near each other, scans of neighbouring partitions,
 * and neighbourhoods that may change while it runs.
 */
package org.thetisdb.benchmarks.correlated;
