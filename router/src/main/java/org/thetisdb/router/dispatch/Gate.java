package org.thetisdb.router.dispatch;

import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.routing.Placement;

/**
 * Holds calls that are about to be routed, while the scheme changes (decision 0034). It holds no
 * more than the table of calls has; a call whose time is over leaves it like any queue. Owned by
 * the engine's thread.
 */
public final class Gate {
  private final CallQueue waiting = new CallQueue();
  private boolean shut;

  /** Holds back from now on. */
  void shut() {
    shut = true;
  }

  /** Lets calls through, those first that were held; the caller routes them. */
  PendingCall[] open() {
    shut = false;
    return waiting.releaseAll();
  }

  /** Number of calls that are held. */
  public int held() {
    return waiting.size();
  }

  /**
   * Holds a call, unless the change itself may depend on it: what goes on reading, an interactive
   * transaction that keeps something already, and what writes the system's rows.
   *
   * @return whether it is held; if not, it goes on
   */
  boolean holds(PendingCall call) {
    if (!shut || mayPass(call)) {
      return false;
    }
    waiting.add(call);
    return true;
  }

  private static boolean mayPass(PendingCall call) {
    if (call.pinnedTo() != null || call.isCommit()) {
      return true;
    }
    if (call.transaction() != null && call.transaction().hasSite()) {
      return call.changesNothing() || call.transaction().keepsAny();
    }
    return isOfSystem(call);
  }

  /**
   * Whether a call is under way in a manner that the scheme decided: it was sent, or something
   * moves for it. Reads at one site are as good under any other scheme. A COMMIT whose rows other
   * masters prepare is, too, while it waits for its next attempt.
   */
  public static boolean isUnderWay(PendingCall call) {
    boolean begun =
        call.state() == PendingCall.State.SENT
            || call.state() == PendingCall.State.MOVING
            || call.isCommitOverSites();
    boolean matters =
        !call.changesNothing() || call.schemeState().hearsToTheEnd() || call.isCommit();
    return begun && matters && call.pinnedTo() == null && !isOfSystem(call);
  }

  private static boolean isOfSystem(PendingCall call) {
    return call.footprint() != null && Placement.isAnyPinned(call.footprint().written());
  }
}
