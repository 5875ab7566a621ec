/**
 * Connections between parts of one process: what one event loop sends is handed to the other
 * without a socket, and without a thread in between.
 */
package org.thetisdb.core.net.inprocess;
