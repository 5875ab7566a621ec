package org.thetisdb.server.stage;

import org.thetisdb.server.distributed.KeptRuns;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Decides about a run that was kept here, when what its participants told is applied. */
final class FinishStage implements CallStage {
  private final SiteState state;
  private final KeptRuns kept;
  private final WaitingCalls waiting;

  /** Decides about what {@code kept} has. */
  FinishStage(SiteState state, KeptRuns kept, WaitingCalls waiting) {
    this.state = state;
    this.kept = kept;
    this.waiting = waiting;
  }

  @Override
  public Stage at() {
    return Stage.PREPARE;
  }

  @Override
  public boolean pass(Transaction t) {
    SessionVectors.requireReal(t.call, state);
    if (state.reached().covers(t.call.vector())) {
      kept.finish(t);
    } else {
      waiting.awaitRefresh(t);
    }
    return false;
  }
}
