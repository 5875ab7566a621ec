package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.interactive.TransactionControl;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Finds what a call runs, decodes its arguments, and plans which rows it touches. */
final class PrepareStage implements CallStage {
  private final SessionVectors sessions;
  private final Executables executables;
  private final TransactionRunner runner;
  private final PlannedRows planned;
  private final Consumer<Transaction> stolen;

  /** Plans by {@code runner}; {@code stolen} hears of procedures that plan for too long. */
  PrepareStage(
      SessionVectors sessions,
      Executables executables,
      TransactionRunner runner,
      PlannedRows planned,
      Consumer<Transaction> stolen) {
    this.sessions = sessions;
    this.executables = executables;
    this.runner = runner;
    this.planned = planned;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.PREPARE;
  }

  @Override
  public boolean pass(Transaction t) {
    sessions.requireReal(t.call);
    if (TransactionControl.isControl(t.call)) {
      t.setProcedure(LostCommit.INSTANCE); // its rows are prepared here; it is run elsewhere
    } else if (!executables.find(t)) {
      return false;
    }
    if (!isPlanned(t)) {
      RunCompletion.leaveToOwnThread(t);
      return false;
    }
    t.state().onPlanned(t.plan());
    if (t.onlyPrepares() || t.runsFragment()) {
      planned.keepOwnWrites(t);
    }
    return true;
  }

  /** Whether its keys are known; not if they are more than a caller-runs thread calculates. */
  private boolean isPlanned(Transaction t) {
    try {
      runner.plan(t, stolen);
      return true;
    } catch (RollBackSignal notShort) {
      return false;
    }
  }
}
