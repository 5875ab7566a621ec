package org.thetisdb.router.call;

import org.thetisdb.core.error.ThetisException;

/** Ends calls that cannot go on. */
public interface CallEnd {
  /**
   * Ends a call with an error that is found here. Of a call that may have run it says nothing: the
   * error is one of its repetition.
   */
  void fail(PendingCall call, ThetisException error);
}
