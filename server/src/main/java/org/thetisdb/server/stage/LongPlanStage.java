package org.thetisdb.server.stage;

import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Has statements leave the engine's event loop that name more rows than may be written there, such
 * as a batch of many thousand. Their rows are not locked before they run, which would take the
 * event loop for long by itself; they are compared with what others do when they have run.
 */
final class LongPlanStage implements CallStage {
  private final int mostRows;

  /** Statements that write up to {@code mostRows} rows go on as they are. */
  LongPlanStage(int mostRows) {
    this.mostRows = mostRows;
  }

  @Override
  public Stage at() {
    return Stage.MASTER;
  }

  @Override
  public boolean pass(Transaction t) {
    if (t.plan().writeCount() > mostRows && !t.isLong()) {
      t.letLeave(true);
      if (t.mayLeaveLine()) {
        t.setPlan(AccessPlan.EMPTY);
        t.readElsewhere();
      }
    }
    return true;
  }
}
