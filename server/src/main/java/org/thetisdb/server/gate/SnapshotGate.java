package org.thetisdb.server.gate;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.RowStore;

/**
 * Gives a call the snapshot that it reads: as of now where all is mastered here, else the newest
 * usable cut that covers its session and shows the newest version of each row that it writes
 * (hazard 7). A call whose reads are validated later reads all that is applied here. Owned by the
 * site's engine.
 */
public final class SnapshotGate {
  /** Cuts that a call lets pass before it locks. */
  private static final int MOST_CUTS_AWAITED = 3;

  private final RowStore store;
  private final Catalog catalog;
  private final SiteProgress progress;
  private final Cuts cuts;
  private final PlannedRows rows;
  private final WaitingCalls waiting;
  private final ActiveCalls active;

  /** A gate that has calls wait in {@code waiting}. */
  public SnapshotGate(
      RowStore store,
      Catalog catalog,
      SiteProgress progress,
      Cuts cuts,
      PlannedRows rows,
      WaitingCalls waiting,
      ActiveCalls active) {
    this.store = store;
    this.catalog = catalog;
    this.progress = progress;
    this.cuts = cuts;
    this.rows = rows;
    this.waiting = waiting;
    this.active = active;
  }

  /**
   * Whether a call that will read a cut waits for one before it locks what it writes. Then few wait
   * while they hold what others want; what is written meanwhile it may still have to wait for.
   */
  public boolean awaitsCutUnlocked(Transaction t) {
    boolean isTooLate =
        t.locked() > 0 || t.lockCount() == 0 || t.cutsAwaited() == MOST_CUTS_AWAITED;
    boolean isOfOthers =
        t.open != null || t.part != null || t.state().keepsPlace() || t.readsOnlyNow();
    if (isTooLate || isOfOthers || rows.mayReadNow(t)) {
      return false;
    }
    VectorSnapshot usable = cuts.usable();
    if (usable != null && usable.vector().covers(t.call.vector()) && rows.showsNewest(t, usable)) {
      return false;
    }
    t.addCutAwaited();
    waiting.awaitCut(t);
    return true;
  }

  /**
   * Whether a call has its snapshot; if not, it waits or has ended.
   *
   * @throws ThetisException SERIALIZATION_FAILURE
   */
  public boolean pass(Transaction t) {
    if (t.runsAside()) {
      t.readAt(new VectorSnapshot(progress.everything()));
      return true;
    }
    if (t.open != null && t.open.snapshot() != null && !t.open.isReadCommitted()) {
      return readAsBefore(t);
    }
    boolean onlyNow = t.readsOnlyNow() && t.open == null;
    if ((!t.isCutForced() || onlyNow) && rows.mayReadNow(t)) {
      t.readNow();
      return true;
    }
    if (onlyNow) {
      beginAnew(t);
      return false;
    }
    return readAtCut(t);
  }

  /** What it reads is not all here, or not locked for it, or somebody is about to write it. */
  private void beginAnew(Transaction t) {
    KeySet planned = t.plan().toKeySet();
    if (!t.isUnderReadLocks() && !t.isReadingPrepared()) {
      active.replan(t, List.of(), planned);
    } else if (rows.isReadTaken(t)) {
      active.refuseLock(t);
    } else {
      active.replan(t, rows.ownersOf(planned), planned);
    }
  }

  /** A later statement of a transaction reads what the first one read. */
  private boolean readAsBefore(Transaction t) {
    t.readAt(t.open.snapshot().snapshot());
    return rows.showsNewest(t, t.snapshot()) || moveForward(t);
  }

  /**
   * A row that the statement writes was changed since the transaction began. If a later cut shows
   * all that it has read as it was, it goes on as if it had begun later.
   */
  private boolean moveForward(Transaction t) {
    OpenTransaction open = t.open;
    VectorSnapshot usable = cuts.usable();
    if (open.reads == null || open.reads.isTooLarge()) {
      throw changed();
    }
    if (usable == null
        || !usable.vector().covers(t.snapshot().vector())
        || !rows.showsNewest(t, usable)) {
      waiting.awaitCut(t);
      return false;
    }
    if (!open.reads.isUnchanged(store, catalog.tables(), t.snapshot(), usable)) {
      throw changed();
    }
    open.takeSnapshot(cuts);
    t.readAt(usable);
    return true;
  }

  private static ThetisException changed() {
    return new ThetisException(
        ErrorCode.SERIALIZATION_FAILURE, "a row that it writes was changed since it began");
  }

  /** Whether a long change would not see what was committed here before it turned out to be one. */
  private boolean isBeforeRun(Transaction t, VectorSnapshot cut) {
    int self = progress.self();
    return t.mayLeaveLine()
        && cut.vector().get(self) < t.longSince(progress.everything().get(self));
  }

  private boolean readAtCut(Transaction t) {
    VectorSnapshot usable = cuts.usable();
    if (usable == null
        || !usable.vector().covers(t.call.vector())
        || (t.open != null && usable.vector().get(progress.self()) < t.open.lockedPosition())
        || !rows.showsNewest(t, usable)
        || (t.isLong() && (rows.haveJustCome(t, usable) || isBeforeRun(t, usable)))) {
      waiting.awaitCut(t);
      return false;
    }
    t.readAt(usable);
    if (t.open != null) {
      t.open.takeSnapshot(cuts);
    }
    return true;
  }
}
