/**
 * What a call has to have before it runs, and where it waits for that: masters, a snapshot, more of
 * the logs, its turn. Nobody waits on a thread. It may use {@code execution} and {@code
 * remastering}, and does not know how calls are scheduled beyond that.
 */
package org.thetisdb.server.gate;
