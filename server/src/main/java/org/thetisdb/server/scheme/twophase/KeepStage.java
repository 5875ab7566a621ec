package org.thetisdb.server.scheme.twophase;

import java.util.function.Consumer;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.RunCompletion;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call that is kept aside until others have prepared; others pass. */
final class KeepStage implements CallStage {
  private final SuspendedRuns kept;
  private final RunCompletion ends;
  private final Consumer<Transaction> beginRound;
  private final Consumer<Transaction> stolen;

  /**
   * Runs calls by {@code kept}.
   *
   * @param beginRound takes a call that was rolled back for others
   * @param stolen hears of those that run for too long
   */
  KeepStage(
      SuspendedRuns kept,
      RunCompletion ends,
      Consumer<Transaction> beginRound,
      Consumer<Transaction> stolen) {
    this.kept = kept;
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
    boolean keeps = t.runsAside();
    if (keeps) {
      ends.take(t, kept.run(t, stolen), beginRound);
    }
    return !keeps;
  }
}
