package org.thetisdb.server.stage;

import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Lets a call pass that has its locks when nobody else has prepared what it writes. If it runs
 * elsewhere, its rows are prepared here, and that is all of it.
 */
final class ParticipantStage implements CallStage {
  private final UndecidedRows undecided;
  private final TransactionRunner runner;
  private final ActiveCalls active;

  /** Prepares rows by {@code runner}. */
  ParticipantStage(UndecidedRows undecided, TransactionRunner runner, ActiveCalls active) {
    this.undecided = undecided;
    this.runner = runner;
    this.active = active;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    if (undecided.awaitsDecision(t)) {
      return false;
    }
    if (t.onlyPrepares()) {
      runner.prepare(t);
      active.finish(t);
      return false;
    }
    return true;
  }
}
