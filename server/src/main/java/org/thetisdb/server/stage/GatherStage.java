package org.thetisdb.server.stage;

import org.thetisdb.server.interactive.TransactionControl;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a COMMIT when the partitions have come that were moved here for it. */
final class GatherStage implements CallStage {
  private final TransactionControl control;

  /** Runs it by {@code control}. */
  GatherStage(TransactionControl control) {
    this.control = control;
  }

  @Override
  public Stage at() {
    return Stage.GATHER;
  }

  @Override
  public boolean pass(Transaction t) {
    control.gather(t);
    return false;
  }
}
