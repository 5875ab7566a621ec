/**
 * TATP over JDBC: what a mobile network asks its register of subscribers, in seven transactions.
 */
package org.thetisdb.benchmarks.tatp;
