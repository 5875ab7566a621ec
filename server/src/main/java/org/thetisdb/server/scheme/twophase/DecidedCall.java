package org.thetisdb.server.scheme.twophase;

import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;

/** A call that decides about a run which was kept. */
final class DecidedCall extends CallState {
  private final CallPath path;

  DecidedCall(CallPath path) {
    this.path = path;
  }

  @Override
  public CallPath path() {
    return path;
  }
}
