package org.thetisdb.server.stage;

import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Has a call wait for others to be decided before it locks what they have prepared. */
final class DecisionStage implements CallStage {
  private final UndecidedRows undecided;

  /** Asks {@code undecided}. */
  DecisionStage(UndecidedRows undecided) {
    this.undecided = undecided;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    return !undecided.awaitsDecisionUnlocked(t);
  }
}
