package org.thetisdb.server.txn;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.MastershipTable;

/**
 * Which rows a run may write or lock as it meets them. A run that may not is rolled back, or
 * refused. It keeps nothing of a run, so there is one for all runs of a site. Owned by the engine's
 * event loop: what asks holds it.
 */
public final class RowClaims {
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final LockTable locks;

  /** Claims of rows at a site. */
  public RowClaims(Catalog catalog, MastershipTable mastership, LockTable locks) {
    this.catalog = catalog;
    this.mastership = mastership;
    this.locks = locks;
  }

  /** Whether others have locked a row that a call is going to wait for. */
  boolean isHeldByOther(RowKey key, Transaction t) {
    return locks.isHeldByOther(key, t);
  }

  /** A run is about to write a row, in a way for which it needs a lock of this mode. */
  void claimToWrite(ExecutionContext run, RowKey key, RowLockMode mode) {
    Transaction t = run.transaction();
    if (t.writes.find(key) < 0) {
      requireOpen(run, key);
      claimIfMet(run, key, t.writesWhatItLocks() ? RowLockMode.UPDATE : mode);
    }
    if (mode == RowLockMode.UPDATE) {
      claimInFull(run, key);
    }
  }

  /** A table may have been closed since the call was admitted (decision 0038). */
  private void requireOpen(ExecutionContext run, RowKey key) {
    if (!mastership.isOpen(key.tableId())) {
      throw run.rollBack(key, RollBackSignal.Reason.REPLAN);
    }
  }

  /** A row may be locked in a weaker mode than a deletion, or a change of its keys, needs. */
  private void claimInFull(ExecutionContext run, RowKey key) {
    Transaction t = run.transaction();
    if (t.writesWhatItLocks() || t.state().runsUnlocked()) {
      return; // all that it has locked it has locked so
    }
    if (t.runsAhead()) {
      t.lockInFull(key); // it locks its rows when it is its turn
      return;
    }
    boolean has =
        t.open == null
            ? locks.isFreeToWrite(key, t, RowLockMode.UPDATE)
            : locks.tryLock(key, t.open, RowLockMode.UPDATE);
    if (has) {
      return;
    }
    requireWaits(run);
    t.lockInFull(key);
    throw run.rollBack(key, RollBackSignal.Reason.CONFLICT);
  }

  /**
   * A row that was not planned must be free when it is met (hazards 7 and 10). A transaction of one
   * call needs no lock for it: it runs and commits in one go, and nobody else comes between. An
   * interactive one keeps it locked until its COMMIT.
   */
  private void claimIfMet(ExecutionContext run, RowKey key, RowLockMode mode) {
    Transaction t = run.transaction();
    boolean isPlanned = t.plan().writesKey(key);
    if (t.state().runsUnlocked() || (isPlanned && t.locksBeforeRun(key))) {
      return;
    }
    if (!isPlaced(run, key)) {
      return; // it was not prepared: the run goes on to find all such rows, and does not commit
    }
    if (!claim(t, key, mode)) {
      requireWaits(run);
      t.metLocked(key);
      throw run.rollBack(key, RollBackSignal.Reason.CONFLICT);
    }
    if (run.hasChanged(key)) {
      throw run.rollBack(key, RollBackSignal.Reason.CONFLICT);
    }
  }

  /** A call that waits for no row is refused where others have one. */
  private static void requireWaits(ExecutionContext run) {
    if (run.transaction().procedure().rowWait() == RowWait.REFUSE) {
      throw run.refuse(new ThetisException(ErrorCode.ROW_LOCKED));
    }
  }

  /**
   * Locks a row if nobody else has it; else the call does without it, and does not wait. A planned
   * row is not locked before the run either if the call does without rows that others have.
   */
  boolean tryLock(ExecutionContext run, RowKey key, RowLockMode mode) {
    Transaction t = run.transaction();
    RowLockMode wanted = t.writesWhatItLocks() ? RowLockMode.UPDATE : mode;
    if (t.writes.find(key) >= 0) {
      return t.writesWhatItLocks() || claim(t, key, wanted);
    }
    if (!isPlaced(run, key) && run.readsNow() && t.part == null) {
      // a part reads as of now only what is locked for it
      throw run.rollBack(RollBackSignal.Reason.AT_A_CUT);
    }
    return !run.hasChanged(key) && claim(t, key, wanted);
  }

  /**
   * Whether a row may be written here. If it may be neither here nor where it is mastered, the
   * router has to place it first.
   */
  private boolean isPlaced(ExecutionContext run, RowKey key) {
    Transaction t = run.transaction();
    boolean isHere = mayWrite(t, key);
    if (wasSentAsRead(t) || (!isHere && !mayBeElsewhere(t, key))) {
      throw run.rollBack(key, RollBackSignal.Reason.REPLAN);
    }
    return isHere;
  }

  /** What an interactive transaction writes it keeps until its end, so it must not be borrowed. */
  private boolean mayWrite(Transaction t, RowKey key) {
    long partition = catalog.partitionOf(key);
    return t.open == null
        ? mastership.isMasteredHere(partition)
        : mastership.isOwnAndHere(partition);
  }

  /**
   * Whether a row of another master may be written: it prepares the row, or will when this run has
   * reported that it is wanted.
   */
  private static boolean mayBeElsewhere(Transaction t, RowKey key) {
    return (t.part != null && !t.runsFragment()) || isPlannedElsewhere(t, key);
  }

  /** Whether the router knows that a row is written which its master will prepare. */
  private static boolean isPlannedElsewhere(Transaction t, RowKey key) {
    return t.isOverSites() && t.plan().writesKey(key);
  }

  /**
   * Whether the router takes the call for one that changes nothing, since its plan wrote nothing.
   * If this site is lost, it has the call run elsewhere as if for the first time; so the call must
   * not commit here (hazard 3).
   */
  private static boolean wasSentAsRead(Transaction t) {
    Execute call = t.call;
    return t.open == null && call.written().isEmpty() && !call.reconnaissance();
  }

  private boolean claim(Transaction t, RowKey key, RowLockMode mode) {
    if (catalog.prepared().isTaken(key, t::isKeptOutBy)) {
      return false;
    }
    if (t.open == null) {
      return locks.isFreeToWrite(key, t, mode);
    }
    if (!locks.tryLock(key, t.open, mode)) {
      return false;
    }
    t.open.locked(key);
    return true;
  }
}
