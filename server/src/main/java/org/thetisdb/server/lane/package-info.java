/**
 * Sites of one process that share their rows: the lanes of a machine with many processors (decision
 * 0072).
 */
package org.thetisdb.server.lane;
