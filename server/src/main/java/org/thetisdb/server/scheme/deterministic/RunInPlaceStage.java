package org.thetisdb.server.scheme.deterministic;

import java.util.function.Consumer;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.RunCompletion;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Runs a call that has a place in the order of commits; others pass. */
final class RunInPlaceStage implements CallStage {
  private final OrderedCalls ordered;
  private final RunCompletion ends;
  private final Consumer<Transaction> stolen;
  private final Consumer<Transaction> beginRound;

  /** Runs calls by {@code ordered}; {@code stolen} hears of those that run for too long. */
  RunInPlaceStage(OrderedCalls ordered, RunCompletion ends, Consumer<Transaction> stolen) {
    this.ordered = ordered;
    this.ends = ends;
    this.stolen = stolen;
    this.beginRound = ordered::sendBack;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    boolean hasPlace = OrderedCalls.hasPlace(t);
    if (hasPlace) {
      ends.take(t, ordered.run(t, stolen), beginRound);
    }
    return !hasPlace;
  }
}
