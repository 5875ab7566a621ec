package org.thetisdb.router.scheme.epoch;

import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.scheme.CallPort;

/**
 * Calls that wait for an epoch view, or for the time in which none is open, and how many run while
 * none is. They wait in the order in which they came. Owned by the engine's thread.
 */
final class WaitingForEpoch {
  private final CallPort calls;
  private final CallQueue forEpochView = new CallQueue();
  private final CallQueue forEpochCoordinator = new CallQueue();
  private int aloneUnderWay;

  /** Nobody waits; {@code calls} get those that wait no more. */
  WaitingForEpoch(CallPort calls) {
    this.calls = calls;
  }

  /** Those that run in an epoch view. */
  CallQueue forEpochView() {
    return forEpochView;
  }

  /** Those that the epoch coordinator runs alone. */
  CallQueue forEpochCoordinator() {
    return forEpochCoordinator;
  }

  /** Whether anybody waits. */
  boolean isAny() {
    return !forEpochView.isEmpty() || !forEpochCoordinator.isEmpty();
  }

  /** Whether nobody needs the time in which no epoch view is open. */
  boolean isNoneAlone() {
    return aloneUnderWay == 0 && forEpochCoordinator.isEmpty();
  }

  /** Takes note of whether a call is under way while no epoch view is open. */
  void countAlone(PendingCall call, boolean isAlone) {
    if (EpochCall.of(call).countAlone(isAlone)) {
      aloneUnderWay += isAlone ? 1 : -1;
    }
  }

  /** Routes those anew that wait for an epoch view. */
  void releaseForEpochView() {
    release(forEpochView);
  }

  /** Routes those anew that the epoch coordinator runs alone. */
  void releaseForEpochCoordinator() {
    release(forEpochCoordinator);
  }

  private void release(CallQueue queue) {
    for (PendingCall call : queue.releaseAll()) {
      calls.route(call);
    }
  }
}
