/**
 * What is decided in an era of epochs and not in the log yet (decision 0050): rows, and what is
 * locked of them. All of it is in memory alone, and can be forgotten at any time.
 */
package org.thetisdb.server.epoch;
