package org.thetisdb.server.stage;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.txn.Transaction;

/**
 * Has calls wait for transactions over several sites that have prepared what they write. Owned by
 * the site's engine.
 */
final class UndecidedRows {
  /** Decisions of others that a call lets pass before it locks. */
  private static final int MOST_DECISIONS_AWAITED = 64;

  private final PlannedRows planned;
  private final WaitingCalls waiting;
  private final AwaitedParts awaited;

  /** Calls wait in {@code waiting}, and are reported by {@code awaited}. */
  UndecidedRows(PlannedRows planned, WaitingCalls waiting, AwaitedParts awaited) {
    this.planned = planned;
    this.waiting = waiting;
    this.awaited = awaited;
  }

  /**
   * Whether a call waits for others to be decided before it locks what it writes. The transaction
   * that has prepared a row may wait elsewhere for long; then none waits behind this call for its
   * other rows, and it is in no cycle (hazard 19). One that has let many pass locks what it can
   * have, so that it does not lose for ever.
   */
  boolean awaitsDecisionUnlocked(Transaction t) {
    boolean mayWait =
        t.locked() == 0
            && t.decisionsAwaited() < MOST_DECISIONS_AWAITED
            && t.open == null
            && !t.isUnderReadLocks()
            && t.procedure().rowWait() == RowWait.WAIT;
    boolean waits = mayWait && awaitsDecision(t);
    if (waits) {
      t.addDecisionAwaited();
    }
    return waits;
  }

  /** Whether a call waits for others to be decided. */
  boolean awaitsDecision(Transaction t) {
    RowKey undecided = planned.undecided(t);
    if (undecided != null) {
      waiting.awaitDecision(t, undecided);
      awaited.onWait(t);
    }
    return undecided != null;
  }
}
