/**
 * Voter over JDBC: callers of a television show vote by telephone, each a limited number of times.
 */
package org.thetisdb.benchmarks.voter;
