package org.thetisdb.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls back into the application, whose faults must not stop the client.
 *
 * @hidden
 */
public final class Callbacks {
  private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

  private Callbacks() {}

  static void deliver(CallCallback callback, CallOutcome outcome) {
    safely(() -> callback.onOutcome(outcome));
  }

  /** Runs what calls the application. */
  public static void safely(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.warn("a callback of the application failed", e);
    }
  }
}
