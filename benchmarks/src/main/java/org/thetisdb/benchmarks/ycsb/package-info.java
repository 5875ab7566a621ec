/**
 * YCSB over JDBC: one table of records with ten fields, which are read, changed, added and scanned
 * with keys that follow Zipf's law. Beside the fields each record counts its changes.
 */
package org.thetisdb.benchmarks.ycsb;
