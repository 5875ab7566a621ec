package org.thetisdb.server.scheme.batch;

import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.Executables;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Puts a call into a batch, which runs it. One that cannot be in it passes, and locks its rows; one
 * that waits for a lock is asked again.
 */
final class BatchStage implements CallStage {
  private final Batches batches;
  private final PlannedRows planned;
  private final Executables executables;

  /** Puts calls into {@code batches}. */
  BatchStage(Batches batches, PlannedRows planned, Executables executables) {
    this.batches = batches;
    this.planned = planned;
    this.executables = executables;
  }

  @Override
  public Stage at() {
    return Stage.BATCH;
  }

  @Override
  public boolean isMetFrom(Stage standing) {
    return standing == Stage.BATCH || standing == Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    if (t.stage() == Stage.BATCH) {
      return false; // its batch will take it on
    }
    boolean joins = batches.takes(t) && planned.mayReadNow(t);
    if (joins) {
      join(t);
    }
    return !joins;
  }

  private void join(Transaction t) {
    t.readNow();
    if (executables.findForSnapshot(t)) {
      batches.add(t);
    }
  }
}
