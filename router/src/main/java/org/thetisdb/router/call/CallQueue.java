package org.thetisdb.router.call;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Calls that wait for the same thing, in the order in which they came. Not thread-safe. */
public final class CallQueue {
  private final Set<PendingCall> calls = new LinkedHashSet<>();

  /** Whether nobody waits. */
  public boolean isEmpty() {
    return calls.isEmpty();
  }

  /** How many wait. */
  public int size() {
    return calls.size();
  }

  /** Holds a call. */
  public void add(PendingCall call) {
    call.become(PendingCall.State.HELD);
    call.heldIn = this;
    calls.add(call);
  }

  /** Holds a call that waits for a site. */
  public void add(PendingCall call, int missingSite) {
    add(call);
    call.missingSite = missingSite;
  }

  /** A call that was held here is over. */
  public void remove(PendingCall call) {
    calls.remove(call);
    call.heldIn = null;
  }

  /** A call that is held here is held in another queue from now on. */
  public void pass(PendingCall call, CallQueue to) {
    calls.remove(call);
    call.heldIn = to;
    to.calls.add(call);
  }

  /** Holds calls before all that are held. */
  public void addFirst(List<PendingCall> first) {
    List<PendingCall> behind = List.copyOf(calls);
    calls.clear();
    first.forEach(this::add);
    calls.addAll(behind);
  }

  /** Lets all go, first come, first. */
  public PendingCall[] releaseAll() {
    return release(Integer.MAX_VALUE);
  }

  /** Lets so many of the first go. */
  public PendingCall[] release(int most) {
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
