/**
 * Sites of one process that share their rows: the lanes of a machine with many processors. See
 * {@code docs/decisions/0072-lanes.md}.
 */
package org.thetisdb.server.lane;
