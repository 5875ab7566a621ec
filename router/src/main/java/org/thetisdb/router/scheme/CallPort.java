package org.thetisdb.router.scheme;

import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.call.PendingCall;

/** What schemes ask of the classes that take calls. Called on the engine's thread. */
public interface CallPort {
  /** Routes a call anew. */
  void route(PendingCall call);

  /**
   * A run of a call has met these keys: they are its partitions from now on.
   *
   * @throws ThetisException if nothing can be made of them
   */
  void meet(PendingCall call, KeySet touched);

  /** Nothing could be made of what a run has met; the call is tried again, or ends. */
  void onUnknownKeys(PendingCall call, ThetisException problem);

  /** A call is done, and what it did is in the log. */
  void onCommitted(PendingCall call, Executed executed);
}
