package org.thetisdb.client;

/** Takes how a call ended. */
@FunctionalInterface
public interface CallCallback {
  /**
   * Called exactly once for each call, on the client's own thread, which all calls of the client
   * share: it must not block, and it may make the next call. A client that is closed calls it on
   * the thread that makes the call. What it throws is logged and ignored.
   *
   * @param outcome how the call ended; the callee's to keep
   */
  void onOutcome(CallOutcome outcome);
}
