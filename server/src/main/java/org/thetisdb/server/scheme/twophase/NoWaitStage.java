package org.thetisdb.server.scheme.twophase;

import java.util.function.BooleanSupplier;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Refuses a call under read locks (NO_WAIT) what others keep: it waits for nobody. What its run has
 * read is validated here, where others prepare for it.
 */
final class NoWaitStage implements CallStage {
  private final PlannedRows planned;
  private final Validation validation;
  private final BooleanSupplier leaving;
  private final ActiveCalls active;

  /** Refuses calls that {@code active} knows; {@code leaving} says whether this site leaves. */
  NoWaitStage(
      PlannedRows planned, Validation validation, BooleanSupplier leaving, ActiveCalls active) {
    this.planned = planned;
    this.validation = validation;
    this.leaving = leaving;
    this.active = active;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    boolean refused = t.isUnderReadLocks() && isRefused(t);
    if (refused) {
      active.refuseLock(t);
    }
    return !refused;
  }

  /**
   * Nobody waits for a transaction over several sites that has what it writes, or prepares. A site
   * that leaves locks nothing more: what it masters is about to be another one's, and nothing may
   * follow in its log.
   */
  private boolean isRefused(Transaction t) {
    return planned.awaitsDecision(t)
        || (t.onlyPrepares() && (leaving.getAsBoolean() || !planned.mayShare(t) || !isValid(t)));
  }

  /** Whether what a run has read is as it was, as far as it is mastered here. */
  private boolean isValid(Transaction t) {
    return t.part.observed() == null || validation.isAsSeen(t.call.plan(), t.part.observed());
  }
}
