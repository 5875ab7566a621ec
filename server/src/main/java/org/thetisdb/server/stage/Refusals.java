package org.thetisdb.server.stage;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.txn.Transaction;

/**
 * Calls that end with an error: their clients hear of it, unless it may be wrong by now. Owned by
 * the site's engine.
 */
public final class Refusals {
  private final TransactionRunner runner;
  private final ActiveCalls active;

  /** Ends calls that {@code active} knows. */
  Refusals(TransactionRunner runner, ActiveCalls active) {
    this.runner = runner;
    this.active = active;
  }

  /**
   * What a call read "now" may be old if this site has been declared dead meanwhile, and so may be
   * the reason of its error. No log says so, since nothing is appended; the lease does (hazard 8).
   * At a cut it is refused or not, and either is right.
   */
  public void refuse(Transaction t, ThetisException error) {
    if (!runner.mayBeStale(t)) {
      refuseUnlessCommitted(t, error);
    } else if (t.readsOnlyNow()) {
      active.replan(t, List.of(), t.context().touched());
    } else if (t.open == null) {
      runner.rollBack(t);
      t.forceCut();
      t.wake();
    } else {
      active.refuse(
          t,
          new ThetisException(
              ErrorCode.SERIALIZATION_FAILURE, "this site may have been replaced since it read"));
    }
  }

  /** Another attempt of the call may have committed while this one waited (hazard 3). */
  private void refuseUnlessCommitted(Transaction t, ThetisException error) {
    try {
      if (t.context() == null || !active.answerIfCommitted(t)) {
        active.refuse(t, error);
      }
    } catch (ThetisException committed) {
      active.refuse(t, committed); // it did, or a later call of its session; no more is known
    }
  }
}
