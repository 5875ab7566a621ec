package org.thetisdb.client;

/** Hears how a call ended. */
@FunctionalInterface
public interface CallCallback {
  /**
   * Called exactly once, on the client's own thread: it must not block, and it may make the next
   * call.
   */
  void onOutcome(CallOutcome outcome);
}
