package org.thetisdb.server.scheme.batch;

import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/**
 * A call that was put into a batch. Once it has left that, it runs under row locks, though others
 * run in batches. Owned by the site's engine.
 */
final class BatchedCall extends CallState {
  private final CallPath path;
  private final boolean isUnderSnapshots;
  private boolean isAlone;

  BatchedCall(CallPath path, boolean isUnderSnapshots) {
    this.path = path;
    this.isUnderSnapshots = isUnderSnapshots;
  }

  /** A call cannot commit with its batch, and goes on by itself. */
  static void leaveAlone(Transaction t) {
    if (t.state() instanceof BatchedCall batched) {
      batched.isAlone = true;
    }
  }

  @Override
  public CallPath path() {
    return isAlone ? null : path;
  }

  @Override
  public boolean isUnderSnapshots() {
    return isUnderSnapshots;
  }
}
