package org.thetisdb.router.call;

import java.util.function.Predicate;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The calls under way, by session and sequence, so that a repetition finds the first one while that
 * is under way. A session has one call under way; more than one only if its client gave one up. Not
 * thread-safe.
 */
public final class CallTable {
  private final Long2ObjectHashMap<PendingCall> bySession = new Long2ObjectHashMap<>();
  private int size;

  /** How many calls are under way. */
  public int size() {
    return size;
  }

  /** The call, or null if it is not under way. */
  public PendingCall find(long session, long sequence) {
    PendingCall call = bySession.get(session);
    while (call != null && call.sequence != sequence) {
      call = call.nextOfSession;
    }
    return call;
  }

  /** A call is under way; one of the same session and sequence must not be. */
  public void add(PendingCall call) {
    call.nextOfSession = bySession.put(call.session, call);
    size++;
  }

  /**
   * A call is over.
   *
   * @throws IllegalStateException if it was not under way
   */
  public void remove(PendingCall call) {
    PendingCall head = bySession.get(call.session);
    PendingCall rest = without(head, call);
    if (rest == null) {
      bySession.remove(call.session);
    } else {
      bySession.put(call.session, rest);
    }
    size--;
  }

  /** Whether a condition holds of a call. */
  public boolean any(Predicate<PendingCall> condition) {
    for (PendingCall head : bySession.values()) {
      for (PendingCall call = head; call != null; call = call.nextOfSession) {
        if (condition.test(call)) {
          return true;
        }
      }
    }
    return false;
  }

  /** All calls, in no order that means anything. */
  public PendingCall[] all() {
    PendingCall[] all = new PendingCall[size];
    int next = 0;
    for (PendingCall head : bySession.values()) {
      for (PendingCall call = head; call != null; call = call.nextOfSession) {
        all[next++] = call;
      }
    }
    return all;
  }

  private static PendingCall without(PendingCall head, PendingCall removed) {
    if (head == null) {
      throw new IllegalStateException("a call that is not in the table: " + removed);
    }
    if (head == removed) {
      PendingCall rest = head.nextOfSession;
      head.nextOfSession = null;
      return rest;
    }
    head.nextOfSession = without(head.nextOfSession, removed);
    return head;
  }
}
