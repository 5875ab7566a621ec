package org.thetisdb.server.stage;

import org.thetisdb.server.gate.SnapshotGate;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Has a call that will read a cut wait for one before it locks anything. */
final class CutStage implements CallStage {
  private final SnapshotGate snapshots;

  /** Asks {@code snapshots}. */
  CutStage(SnapshotGate snapshots) {
    this.snapshots = snapshots;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    boolean waits = snapshots.awaitsCutUnlocked(t);
    if (waits && t.times() != null) {
      t.times().awaitsCut();
    }
    return !waits;
  }
}
