/** TPC-C over JDBC, statement by statement. */
package org.thetisdb.benchmarks.tpcc.jdbc;
