package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call under its locks and its snapshot, and commits it. */
final class RunStage implements CallStage {
  private final TransactionRunner runner;
  private final RunCompletion ends;
  private final Consumer<Transaction> beginRound;
  private final Consumer<Transaction> stolen;

  /**
   * Runs calls by {@code runner}.
   *
   * @param beginRound takes a call that was rolled back for others
   * @param stolen hears of those that run for too long
   */
  RunStage(
      TransactionRunner runner,
      RunCompletion ends,
      Consumer<Transaction> beginRound,
      Consumer<Transaction> stolen) {
    this.runner = runner;
    this.ends = ends;
    this.beginRound = beginRound;
    this.stolen = stolen;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    ends.take(t, runner.run(t, stolen), beginRound);
    return false;
  }
}
