package org.thetisdb.server.scheme.fragments;

import java.util.function.Consumer;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.RunCompletion;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs the fragment of a call, and votes for it. */
final class FragmentStage implements CallStage {
  private final FragmentRuns runs;
  private final RunCompletion ends;
  private final Consumer<Transaction> beginRound;
  private final Consumer<Transaction> stolen;

  /**
   * Runs fragments by {@code runs}.
   *
   * @param beginRound takes a call that was rolled back for others
   * @param stolen hears of those that run for too long
   */
  FragmentStage(
      FragmentRuns runs,
      RunCompletion ends,
      Consumer<Transaction> beginRound,
      Consumer<Transaction> stolen) {
    this.runs = runs;
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
    ends.take(t, runs.run(t, stolen), beginRound);
    return false;
  }
}
