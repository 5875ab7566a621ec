/**
 * Workloads as an application has them: statements over JDBC, one connection for each terminal,
 * transactions that are run again when a conflict has rolled back them. They run on any database
 * that has a driver.
 */
package org.thetisdb.benchmarks.jdbc;
