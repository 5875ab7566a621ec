/**
 * Judges of what a cluster did: its log, the messages between its parts, and the answers of its
 * clients.
 */
package org.thetisdb.simulation.cluster.judge;
