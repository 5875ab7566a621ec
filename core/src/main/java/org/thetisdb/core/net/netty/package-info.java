/**
 * The transport of production: frames over TCP, with Netty.
 *
 * <p>A message that is sent is encoded on the sender's thread into the connection's {@link
 * org.thetisdb.core.net.netty.SendQueue}; the event loop is woken once per burst and hands all that
 * waits to the system in one call. What arrives is decoded on the event loop and handed to the
 * listener's scheduler once per read, or directly when the scheduler is that event loop.
 */
package org.thetisdb.core.net.netty;
