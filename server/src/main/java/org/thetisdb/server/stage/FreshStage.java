package org.thetisdb.server.stage;

import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Has a repetition wait for what may hold its outcome, and a transaction over several sites for
 * what its participants know; then a call that committed before ends with its recorded answer.
 */
final class FreshStage implements CallStage {
  private final SiteProgress progress;
  private final WaitingCalls waiting;
  private final ActiveCalls active;
  private final OpenTransactions open;

  /** Calls wait in {@code waiting}. */
  FreshStage(
      SiteProgress progress, WaitingCalls waiting, ActiveCalls active, OpenTransactions open) {
    this.progress = progress;
    this.waiting = waiting;
    this.active = active;
    this.open = open;
  }

  @Override
  public Stage at() {
    return Stage.FRESH;
  }

  @Override
  public boolean pass(Transaction t) {
    if (isBehindAll(t) && !progress.reached().covers(t.call.vector())) {
      waiting.awaitRefresh(t);
      return false;
    }
    if (active.answerIfCommitted(t)) {
      return false;
    }
    if (t.procedure() == LostCommit.INSTANCE) {
      throw open.whyEnded(t.call.session());
    }
    return true;
  }

  /** What others have locked for a transaction is as they have it when their reports are here. */
  private static boolean isBehindAll(Transaction t) {
    return t.call.repetition() || t.call.fresh() || (t.isDecidedHere() && t.reader() != 0);
  }
}
