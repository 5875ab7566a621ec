package org.thetisdb.server.scheme.epoch;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.Executables;
import org.thetisdb.server.stage.RunCompletion;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call of an epoch view, on all that is decided here (decision 0050). */
final class EpochRunStage implements CallStage {
  private final SiteProgress progress;
  private final EpochRuns epochs;
  private final Executables executables;
  private final ActiveCalls active;
  private final WaitingCalls waiting;
  private final Consumer<Transaction> stolen;

  /** Runs calls by {@code epochs}; {@code stolen} hears of those that run for too long. */
  EpochRunStage(
      SiteProgress progress,
      EpochRuns epochs,
      Executables executables,
      ActiveCalls active,
      WaitingCalls waiting,
      Consumer<Transaction> stolen) {
    this.progress = progress;
    this.epochs = epochs;
    this.executables = executables;
    this.active = active;
    this.waiting = waiting;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.MASTER;
  }

  @Override
  public boolean pass(Transaction t) {
    if (!epochs.isOf(t)) {
      active.replan(t, List.of(), null);
      return false;
    }
    if (!epochs.mayRun(t)) {
      waiting.track(t);
      return false;
    }
    t.readAt(new VectorSnapshot(progress.everything()));
    if (!executables.findForSnapshot(t)) {
      return false;
    }
    if (epochs.run(t, stolen) == TransactionRunner.Result.NOT_SHORT) {
      RunCompletion.leaveToOwnThread(t);
    } else {
      active.finish(t);
    }
    return false;
  }
}
