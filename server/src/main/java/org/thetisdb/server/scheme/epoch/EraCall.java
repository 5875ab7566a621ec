package org.thetisdb.server.scheme.epoch;

import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/**
 * A call that runs in an era, on what is decided there (decision 0050). Owned by the site's engine.
 */
final class EraCall extends CallState {
  private final long era;
  private final CallPath path;
  private RowStore rows;
  private boolean isUnderSnapshots;

  EraCall(long era, CallPath path) {
    this.era = era;
    this.path = path;
  }

  /** The era of a call; 0 if it runs in none. */
  static long eraOf(Transaction t) {
    return t.state() instanceof EraCall call ? call.era : 0;
  }

  /** A call of an era is about to run on its rows. */
  static void begin(Transaction t, RowStore seen, boolean underSnapshots) {
    EraCall call = (EraCall) t.state();
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
