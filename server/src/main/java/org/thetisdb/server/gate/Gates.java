package org.thetisdb.server.gate;

/**
 * Where calls wait before they run, and what knows all of them.
 *
 * @param waiting those that wait, by what they wait for
 * @param active all of them, from entry to end
 * @param mastership lets pass what is mastered here
 */
public record Gates(WaitingCalls waiting, ActiveCalls active, MastershipGate mastership) {}
