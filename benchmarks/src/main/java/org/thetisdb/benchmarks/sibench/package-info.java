/**
 * SIBench over JDBC (Cahill and others, "Serializable Isolation for Snapshot Databases", SIGMOD
 * 2008): one query that reads all rows, against updates of single rows.
 */
package org.thetisdb.benchmarks.sibench;
