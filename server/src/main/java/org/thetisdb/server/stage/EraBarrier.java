package org.thetisdb.server.stage;

import java.util.List;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.state.OpenEra;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Keeps calls back that are of no era while one is open: nothing else commits then. An era opens
 * while calls are under way, so each is asked whenever it goes on, wherever it stands.
 */
final class EraBarrier implements CallStage {
  private final OpenEra era;
  private final ActiveCalls active;

  /** Sends calls back that {@code active} knows. */
  EraBarrier(OpenEra era, ActiveCalls active) {
    this.era = era;
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
    boolean isLate = era.isOpen() && commits(t);
    if (isLate) {
      active.replan(t, List.of(), null); // it runs by itself when no era is open
    }
    return !isLate;
  }

  /** Whether it would commit here; a lost COMMIT is only looked up. */
  private static boolean commits(Transaction t) {
    return t.open == null && !t.isReadOnly() && t.procedure() != LostCommit.INSTANCE;
  }
}
