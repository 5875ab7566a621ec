/**
 * Connections between parts of one process: what one line of execution sends is handed to the other
 * without a socket, and without a thread in between.
 */
package org.thetisdb.core.net.near;
