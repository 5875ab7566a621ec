package org.thetisdb.server.scheme.deterministic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.execution.CommitWatch;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.PieceRun;
import org.thetisdb.server.txn.Transaction;

/**
 * Runs calls that have a place before it is their turn to commit (BOHM; decision 0065): as soon as
 * all is there that they read. What they write fills their placeholders, where later ones read it;
 * nobody else does, before it is committed. At its turn a call commits what it has left, if that
 * still holds; else it runs again. A run that ends with an error, or has met more than it had
 * announced, leaves nothing: its call runs at its turn.
 *
 * <p>A procedure in pieces does not wait for all that it reads (PWV; decision 0066): its pieces run
 * one by one, and what they wrote is shown to later ones as soon as all has run that may roll back
 * the transaction.
 *
 * <p>Owned by the site's engine. The calls at the site are its bound, and what they have left is
 * bounded as one write set is.
 */
final class EarlyExecutions implements CommitWatch {
  private final SiteData data;
  private final SiteProgress progress;
  private final LockTable locks;
  private final Placeholders versions = new Placeholders();
  private final SiteLimits limits;
  private final TransactionRunner runner;
  private final PlannedRows planned;

  /** Whether calls that get a place may run before their turn. */
  private boolean runsAhead;

  /** Whether what they write may be seen by later ones piece by piece. */
  private boolean runsInPieces;

  /** No runs yet. */
  EarlyExecutions(
      SiteData data,
      SiteProgress progress,
      LockTable locks,
      SiteLimits limits,
      TransactionRunner runner,
      PlannedRows planned) {
    this.data = data;
    this.progress = progress;
    this.locks = locks;
    this.limits = limits;
    this.runner = runner;
    this.planned = planned;
  }

  /** A scheme is in force in which calls have places, and perhaps run before their turn. */
  void follow(ConcurrencyControl control) {
    runsInPieces = control == ConcurrencyControl.PIECES;
    runsAhead = runsInPieces || control == ConcurrencyControl.PLACEHOLDERS;
  }

  /** Calls that get a place from now on run at their turn alone. */
  void stop() {
    runsInPieces = false;
    runsAhead = false;
  }

  /** Puts the placeholders of a call that has got its place. */
  void place(Transaction t) {
    if (runsAhead) {
      boolean inPieces = runsInPieces && limits.batches().pieces() && t.procedure().inPieces();
      OrderedCall call = OrderedCall.of(t);
      call.setAhead(new EarlyExecution(t, versions, call.ticket(), inPieces));
    }
  }

  /**
   * Whether a call can run now, though it is not its turn; if it waits for another one, it hears.
   */
  boolean mayRun(Transaction t) {
    if (!mayRunAtAll(t) || !hasWhatItReads(t)) {
      return false;
    }
    t.readNow();
    return true;
  }

  /** What a call has that may run before its turn; else null. */
  private static EarlyExecution aheadOf(Transaction t) {
    OrderedCall call = OrderedCall.of(t);
    return call == null ? null : call.early();
  }

  private boolean mayRunAtAll(Transaction t) {
    EarlyExecution ahead = aheadOf(t);
    return ahead != null
        && ahead.mayRun()
        && versions.filledBytes() < limits.writeSetBytes()
        && data.catalog().prepared().isEmpty()
        && knowsTables(t.plan())
        && planned.mayReadNow(t)
        && mastersWrites(t);
  }

  private boolean hasWhatItReads(Transaction t) {
    OrderedCall call = OrderedCall.of(t);
    if (call.early().isInPieces()) {
      return call.early().isAnyThere();
    }
    Writer producer = versions.producerOfReads(t.plan(), call.ticket().place());
    if (producer != null) {
      call.early().await(producer);
    }
    return producer == null;
  }

  /** Whether it is a call's turn, it will wait for rows, and some pieces can run meanwhile. */
  boolean mayRunBeforeLocks(Transaction t) {
    EarlyExecution ahead = aheadOf(t);
    if (ahead == null || !ahead.isInPieces() || !waitsForRows(t) || !mayRunAtAll(t)) {
      return false;
    }
    t.readNow();
    return true;
  }

  private boolean waitsForRows(Transaction t) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (locks.isHeldByOther(t.plan().write(i), t)) {
        return true;
      }
    }
    return false;
  }

  /** A table may have been dropped since it was planned. */
  private boolean knowsTables(AccessPlan plan) {
    return plan.writes().stream().allMatch(data.catalog()::knowsTableOf)
        && plan.reads().stream().allMatch(data.catalog()::knowsTableOf);
  }

  private boolean mastersWrites(Transaction t) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (!data.mastership().isMasteredHere(data.catalog().partitionOf(t.plan().write(i)))) {
        return false;
      }
    }
    return true;
  }

  /** Runs a call of which {@link #mayRun} holds. */
  void run(Transaction t, Consumer<Transaction> onStolen) {
    run(t, false, onStolen);
  }

  /** Runs the pieces of a call of which {@link #mayRunBeforeLocks} holds. */
  void runBeforeLocks(Transaction t, Consumer<Transaction> onStolen) {
    run(t, true, onStolen);
  }

  private void run(Transaction t, boolean beforeLocks, Consumer<Transaction> onStolen) {
    EarlyExecution ahead = aheadOf(t);
    ahead.begin(beforeLocks);
    try {
      byte[] value = runner.runAside(t, onStolen);
      if (value == null) {
        ahead.awaitMet();
      } else {
        keep(t, value);
      }
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (ThetisException error) {
      leaveNothing(t); // what it has read may change: its client hears of it at its turn
    } finally {
      ahead.end();
    }
  }

  private void leaveNothing(Transaction t) {
    runner.rollBack(t);
    aheadOf(t).takeBack();
    aheadOf(t).giveUp();
  }

  private void keep(Transaction t, byte[] value) {
    if (t.context().hasLockedAlone() || !OrderedCalls.keepsToLocks(t)) {
      leaveNothing(t);
      return;
    }
    PieceRun pieces = t.context().pieces();
    if (pieces != null && pieces.isPartial()) {
      aheadOf(t).show(pieces.images());
      runner.rollBack(t); // with the other pieces, it runs from its beginning
      return;
    }
    if (t.writes.size() == 0) {
      leaveNothing(t);
      return;
    }
    aheadOf(t)
        .keep(
            new EarlyExecution.Kept(
                value,
                data.catalog().sql(),
                data.catalog().existence().version(),
                progress.placementPosition()),
            imagesOf(t));
  }

  private static Map<RowKey, byte[]> imagesOf(Transaction t) {
    Map<RowKey, byte[]> images = new HashMap<>();
    for (int i = 0; i < t.writes.size(); i++) {
      images.put(t.writes.key(i), t.writes.image(i));
    }
    return images;
  }

  /**
   * A call has run at its turn, and is about to commit. If it wrote what its pieces have shown,
   * those that have read that need not run again.
   */
  void settle(Transaction t) {
    EarlyExecution ahead = aheadOf(t);
    if (ahead == null || !ahead.hasShown()) {
      return;
    }
    if (t.writes.keys().stream().allMatch(t.plan()::coversWrite)) {
      ahead.settle(imagesOf(t));
    } else {
      ahead.takeBack();
    }
  }

  /** Rows of users were committed here, by a call or, without one, as was decided elsewhere. */
  @Override
  public void onCommitted(Transaction t, List<RowKey> keys) {
    EarlyExecution ahead = t == null ? null : aheadOf(t);
    versions.commit(ahead == null ? null : ahead.writer(), keys);
  }

  /** What stands in system rows may be what others have read before their turn. */
  @Override
  public void onSystemRows() {
    versions.rollBackAll();
  }

  /** It is a call's turn: what it has left, if that holds; else null, and it has to run. */
  byte[] takeKept(Transaction t) {
    EarlyExecution ahead = aheadOf(t);
    EarlyExecution.Kept kept = ahead == null ? null : ahead.kept();
    if (kept == null) {
      return null;
    }
    if (t.snapshot() == null
        && t.context() != null
        && isByTheRules(kept)
        && hasRowsOfItsRanges(t)) {
      return kept.value();
    }
    versions.rollBack(ahead.writer());
    return null;
  }

  /** Rows that it had not named are not locked for it: others may have locked them since. */
  private boolean hasRowsOfItsRanges(Transaction t) {
    return t.writes.keys().stream()
        .allMatch(
            key -> t.plan().writesKey(key) || locks.isFreeToWrite(key, t, RowLockMode.UPDATE));
  }

  /** Definitions may have come since, rights of rows to exist (hazard 15), and other masters. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isByTheRules(EarlyExecution.Kept kept) {
    return kept.catalog() == data.catalog().sql()
        && kept.existence() == data.catalog().existence().version()
        && kept.placement() == progress.placementPosition();
  }
}
