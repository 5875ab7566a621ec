/**
 * Connections whose callers write and read: a thread that waits for an answer reads it itself, so
 * that no other thread has to be woken. The core of the client is the same as over Netty.
 */
package org.thetisdb.client.caller;
