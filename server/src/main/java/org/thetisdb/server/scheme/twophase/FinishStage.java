package org.thetisdb.server.scheme.twophase;

import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.SessionVectors;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Decides about a run that was kept here, when what its participants reported is applied. */
final class FinishStage implements CallStage {
  private final SiteProgress progress;
  private final SessionVectors sessions;
  private final SuspendedRuns kept;
  private final WaitingCalls waiting;

  /** Decides about what {@code kept} has. */
  FinishStage(
      SiteProgress progress, SessionVectors sessions, SuspendedRuns kept, WaitingCalls waiting) {
    this.progress = progress;
    this.sessions = sessions;
    this.kept = kept;
    this.waiting = waiting;
  }

  @Override
  public Stage at() {
    return Stage.PREPARE;
  }

  @Override
  public boolean pass(Transaction t) {
    sessions.requireReal(t.call);
    if (progress.reached().covers(t.call.vector())) {
      kept.finish(t);
    } else {
      waiting.awaitRefresh(t);
    }
    return false;
  }
}
