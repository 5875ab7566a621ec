package org.thetisdb.server.stage;

import java.util.List;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.state.CommitBarrier;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Sends calls back that would commit while nothing may. That begins while calls are under way, so
 * each is asked whenever it goes on, wherever it stands.
 */
final class BarrierStage implements CallStage {
  private final CommitBarrier barrier;
  private final ActiveCalls active;

  /** Sends calls back that {@code active} knows. */
  BarrierStage(CommitBarrier barrier, ActiveCalls active) {
    this.barrier = barrier;
    this.active = active;
  }

  @Override
  public Stage at() {
    return Stage.MASTER;
  }

  @Override
  public boolean isMetFrom(Stage standing) {
    return standing != Stage.PREPARE;
  }

  @Override
  public boolean pass(Transaction t) {
    boolean isLate = barrier.isClosed() && commits(t);
    if (isLate) {
      active.replan(t, List.of(), null); // it runs when others may commit again
    }
    return !isLate;
  }

  /** Whether it would commit here; a lost COMMIT is only looked up. */
  private static boolean commits(Transaction t) {
    return t.open == null && !t.isReadOnly() && t.procedure() != LostCommit.INSTANCE;
  }
}
