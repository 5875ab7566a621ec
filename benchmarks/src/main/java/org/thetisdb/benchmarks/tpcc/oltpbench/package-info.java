/** TPC-C as OLTP-Bench runs it: with its schema, its statements, and in their order. */
package org.thetisdb.benchmarks.tpcc.oltpbench;
