/**
 * Twitter over JDBC: people follow each other, write short messages and read those of others. Few
 * have most of the followers and write most of the messages.
 */
package org.thetisdb.benchmarks.twitter;
