package org.thetisdb.server.stage;

import org.thetisdb.server.gate.SnapshotGate;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Gives a call its snapshot, and what it runs as that snapshot has it. */
final class SnapshotStage implements CallStage {
  private final SnapshotGate snapshots;
  private final Executables executables;

  /** Takes snapshots from {@code snapshots}. */
  SnapshotStage(SnapshotGate snapshots, Executables executables) {
    this.snapshots = snapshots;
    this.executables = executables;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    return snapshots.pass(t) && executables.findForSnapshot(t);
  }
}
