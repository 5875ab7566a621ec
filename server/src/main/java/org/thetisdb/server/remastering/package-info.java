/**
 * Gives up the right to write partitions, takes it in, lends it for a phase, and changes the
 * borders of partitions (DynaMast, Algorithm 1; STAR). It knows the transactions that are in its
 * way only as counts of writers, and may use {@code execution} to put records into the log.
 */
package org.thetisdb.server.remastering;
