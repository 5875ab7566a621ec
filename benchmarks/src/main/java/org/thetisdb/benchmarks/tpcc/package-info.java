/**
 * TPC-C: a wholesaler's warehouses take orders, payments and deliveries. All five transactions run
 * statement by statement over JDBC and as procedures; both choose the same inputs and are checked
 * by the same consistency conditions, which are those of clause 3.3.2 of the specification. There
 * are no terminals' screens and no times for keying and thinking, so figures are no results in the
 * sense of the TPC.
 */
package org.thetisdb.benchmarks.tpcc;
