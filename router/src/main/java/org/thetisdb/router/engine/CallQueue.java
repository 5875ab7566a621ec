package org.thetisdb.router.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Calls that wait for the same thing, in the order in which they came. Not thread-safe. */
final class CallQueue {
  private final Set<PendingCall> calls = new LinkedHashSet<>();

  boolean isEmpty() {
    return calls.isEmpty();
  }

  int size() {
    return calls.size();
  }

  /** Holds a call. */
  void add(PendingCall call) {
    call.become(PendingCall.State.HELD);
    call.heldIn = this;
    calls.add(call);
  }

  /** A call that was held here is over. */
  void remove(PendingCall call) {
    calls.remove(call);
    call.heldIn = null;
  }

  /** A call that is held here is held in another queue from now on. */
  void pass(PendingCall call, CallQueue to) {
    calls.remove(call);
    call.heldIn = to;
    to.calls.add(call);
  }

  /** Holds calls before all that are held. */
  void addFirst(List<PendingCall> first) {
    List<PendingCall> behind = List.copyOf(calls);
    calls.clear();
    first.forEach(this::add);
    calls.addAll(behind);
  }

  /** Lets all go, first come, first. */
  PendingCall[] releaseAll() {
    return release(Integer.MAX_VALUE);
  }

  /** Lets so many of the first go. */
  PendingCall[] release(int most) {
    PendingCall[] released = calls.stream().limit(most).toArray(PendingCall[]::new);
    for (PendingCall call : released) {
      calls.remove(call);
      call.heldIn = null;
      call.missingSite = 0;
      call.become(PendingCall.State.ROUTING);
    }
    return released;
  }
}
