/**
 * How long a client waits for each statement of a transaction: SELECT and UPDATE by key, and the
 * COMMIT behind each of them.
 */
package org.thetisdb.benchmarks.statements;
