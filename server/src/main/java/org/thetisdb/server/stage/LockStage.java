package org.thetisdb.server.stage;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.Deadlocks;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Locks all planned rows, in the order of their keys. */
final class LockStage implements CallStage {
  private final LockTable locks;
  private final ActiveCalls active;
  private final WaitingCalls waiting;
  private final Deadlocks deadlocks;
  private final AwaitedParts awaited;

  /** Locks in {@code locks}; both others hear of calls that begin to wait. */
  LockStage(
      LockTable locks,
      ActiveCalls active,
      WaitingCalls waiting,
      Deadlocks deadlocks,
      AwaitedParts awaited) {
    this.locks = locks;
    this.active = active;
    this.waiting = waiting;
    this.deadlocks = deadlocks;
    this.awaited = awaited;
  }

  @Override
  public Stage at() {
    return Stage.LOCK;
  }

  @Override
  public boolean pass(Transaction t) {
    for (; t.locked() < t.rowsToLock(); t.addLocked()) {
      RowKey key = t.rowToLock(t.locked());
      if (t.locksBeforeRun(key) && !lock(t, key)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a call has locked a row; if not, it waits or has ended. */
  private boolean lock(Transaction t, RowKey key) {
    RowLockMode mode = t.modeToLock(t.locked());
    if (t.procedure().rowWait() == RowWait.REFUSE && !locks.tryLock(key, t.lockOwner(), mode)) {
      throw new ThetisException(ErrorCode.ROW_LOCKED);
    }
    if (t.isUnderReadLocks() && !locks.tryLock(key, t.lockOwner(), mode)) {
      active.refuseLock(t);
      return false;
    }
    if (!locks.lock(key, t.lockOwner(), mode)) {
      waiting.track(t);
      t.awaitRow(key);
      deadlocks.onWait(t);
      awaited.onWait(t);
      return false;
    }
    if (t.open != null) {
      t.open.locked(key);
    }
    return true;
  }
}
