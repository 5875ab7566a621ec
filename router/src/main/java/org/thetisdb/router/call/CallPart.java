package org.thetisdb.router.call;

import org.thetisdb.router.site.Attempt;

/** An attempt of a call, or a part of one. */
public interface CallPart extends Attempt {
  /** The call. */
  PendingCall call();
}
