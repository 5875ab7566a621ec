/** TPC-C by procedures, which reach rows by key: one call is one transaction. */
package org.thetisdb.benchmarks.tpcc.procedure;
