package org.thetisdb.server.scheme.epoch;

import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.RowStore;

/**
 * A call that runs in an epoch view, on what is decided there (decision 0050). Owned by the site's
 * engine.
 */
final class EpochCallState extends CallState {
  private final long epochView;
  private final CallPath path;
  private RowStore rows;
  private boolean isUnderSnapshots;

  EpochCallState(long epochView, CallPath path) {
    this.epochView = epochView;
    this.path = path;
  }

  /** The epoch view of a call; 0 if it runs in none. */
  static long epochViewOf(Transaction t) {
    return t.state() instanceof EpochCallState call ? call.epochView : 0;
  }

  /** A call of an epoch view is about to run on its rows. */
  static void begin(Transaction t, RowStore seen, boolean underSnapshots) {
    EpochCallState call = (EpochCallState) t.state();
    call.rows = seen;
    call.isUnderSnapshots = underSnapshots;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public RowStore rows(RowStore store) {
    return rows;
  }

  @Override
  public boolean runsUnlocked() {
    return true;
  }

  @Override
  public boolean isUnderSnapshots() {
    return isUnderSnapshots;
  }
}
