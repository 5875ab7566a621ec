package org.thetisdb.server.stage;

import java.util.function.BooleanSupplier;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Lets a call pass that has its locks when nobody else has prepared what it writes. If it runs
 * elsewhere, its rows are prepared here, and that is all of it; unless it runs a fragment here.
 */
final class ParticipantStage implements CallStage {
  private final UndecidedRows undecided;
  private final PlannedRows planned;
  private final BooleanSupplier leaving;
  private final TransactionRunner runner;
  private final ActiveCalls active;

  /** Prepares rows by {@code runner}; {@code leaving} says whether this site leaves. */
  ParticipantStage(
      UndecidedRows undecided,
      PlannedRows planned,
      BooleanSupplier leaving,
      TransactionRunner runner,
      ActiveCalls active) {
    this.undecided = undecided;
    this.planned = planned;
    this.leaving = leaving;
    this.runner = runner;
    this.active = active;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    if (undecided.awaitsDecision(t)) {
      return false;
    }
    return t.onlyPrepares() ? prepareRows(t) : true;
  }

  /**
   * Prepares what is locked, if nobody has got hold meanwhile of what is kept as it was read.
   *
   * @return whether it is to run here first
   */
  private boolean prepareRows(Transaction t) {
    boolean prepared = !t.keepsReads() || mayKeepReads(t);
    boolean locksRanges = prepared && t.keepsReads() && !t.runsFragment();
    RowKey locked = locksRanges ? planned.lockedInRange(t) : null;
    if (locked != null) {
      t.share(locked);
      t.wake(); // to wait in its queue
    } else if (prepared && t.runsFragment()) {
      return true;
    } else if (prepared) {
      runner.prepare(t);
      active.finish(t);
    } else {
      active.replan(t, planned.ownersOf(t.plan().toKeySet()), null);
    }
    return false;
  }

  /** Whether what was read is mastered here, and this site goes on locking. */
  private boolean mayKeepReads(Transaction t) {
    boolean hasRead = t.plan().readCount() > 0 || !t.plan().readRanges().isEmpty();
    return !hasRead || (!leaving.getAsBoolean() && planned.mastersReads(t));
  }
}
