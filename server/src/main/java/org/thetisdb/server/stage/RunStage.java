package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.scheme.twophase.KeptRuns;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call under its locks and its snapshot, and commits it or keeps what it wrote. */
final class RunStage implements CallStage {
  private final TransactionRunner runner;
  private final KeptRuns kept;
  private final ActiveCalls active;
  private final RunEnds ends;
  private final Consumer<Transaction> stolen;
  private final Consumer<Transaction> beginRound = this::beginRound;

  /** Runs calls by {@code runner}; {@code stolen} hears of those that run for too long. */
  RunStage(
      TransactionRunner runner,
      KeptRuns kept,
      ActiveCalls active,
      RunEnds ends,
      Consumer<Transaction> stolen) {
    this.runner = runner;
    this.kept = kept;
    this.active = active;
    this.ends = ends;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    TransactionRunner.Result result = t.runsAside() ? kept.run(t, stolen) : runner.run(t, stolen);
    ends.take(t, result, beginRound);
    return false;
  }

  private void beginRound(Transaction t) {
    active.unlock(t); // its partitions stay: it would have to wait for them again
    t.beginRound();
    t.takeNextPlan();
    t.moveTo(Stage.MASTER);
    t.wake();
  }
}
