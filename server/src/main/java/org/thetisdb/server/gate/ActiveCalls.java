package org.thetisdb.server.gate;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;

/**
 * The calls at a site, from their entry to their end: counts them, and frees what each holds when
 * it ends or begins anew. Owned by the site's engine.
 */
public final class ActiveCalls {
  private final Scheduler scheduler;
  private final SiteData data;
  private final LockTable locks;
  private final SiteCounters counters;
  private final Releases releases;
  private final TransactionRunner runner;
  private final Answers answers;
  private Ending ending;
  private int count;

  /** Ends the interactive transaction to which a call belonged. */
  @FunctionalInterface
  public interface Ending {
    /** What the transaction wrote is forgotten, and what it holds is free. */
    void end(OpenTransaction open, ThetisException why);
  }

  /** No calls yet; {@link #setEnding} completes it. */
  public ActiveCalls(
      Scheduler scheduler,
      SiteData data,
      LockTable locks,
      SiteCounters counters,
      Releases releases,
      TransactionRunner runner,
      Answers answers) {
    this.scheduler = scheduler;
    this.data = data;
    this.locks = locks;
    this.counters = counters;
    this.releases = releases;
    this.runner = runner;
    this.answers = answers;
  }

  /** Completes the pair. */
  public void setEnding(Ending transactions) {
    ending = transactions;
  }

  /** A call begins its stages. */
  public void enter(Transaction t) {
    count++;
    t.wake();
  }

  /** A call waits before it begins. */
  public void enterWaiting(Transaction t) {
    count++;
    t.moveTo(Transaction.Stage.GATHER);
    t.open.run(t);
  }

  /** Ends a call with an error; some errors end its interactive transaction, too. */
  public void refuse(Transaction t, ThetisException error) {
    answers.failed(t, error);
    finish(t);
    if (t.open != null && endsTransaction(error.code())) {
      ending.end(t.open, error);
    }
  }

  /** After these errors a client has to begin anew; after others its transaction can go on. */
  private static boolean endsTransaction(ErrorCode code) {
    return code.sqlState().equals("40001");
  }

  /** Ends a call that the router has to route again. */
  public void replan(Transaction t, List<Owner> owners, KeySet touched) {
    finish(t);
    answers.replan(t, owners, touched);
  }

  /** Ends a call that was refused a lock for which it does not wait; the router sends it again. */
  public void refuseLock(Transaction t) {
    counters.conflicts++;
    replan(t, List.of(), null);
  }

  /**
   * Whether a call committed before, and ends with its recorded answer (hazard 3).
   *
   * @throws ThetisException if it did, and its answer is not known any more
   */
  public boolean answerIfCommitted(Transaction t) {
    Outcome outcome = runner.committedBefore(t);
    if (outcome == null) {
      return false;
    }
    finish(t);
    answers.recorded(t, outcome);
    return true;
  }

  /** Frees whatever a call holds, which is answered elsewhere or not at all. */
  public void finish(Transaction t) {
    if (t.stage() == Transaction.Stage.DONE) {
      return;
    }
    giveBack(t);
    t.moveTo(Transaction.Stage.DONE);
    count--;
    if (t.open != null && t.open.running() == t) {
      keepLocked(t.open);
      t.open.endStatement(scheduler.clock().nowUs());
    }
  }

  /**
   * Rows that a statement locked when it met them are written by the COMMIT: their partitions stay,
   * too.
   */
  private void keepLocked(OpenTransaction transaction) {
    transaction
        .notKept()
        .removeIf(
            key ->
                !data.catalog().knowsTableOf(key)
                    || keep(transaction, data.catalog().partitionOf(key)));
  }

  /** Whether a partition is kept here for a transaction, from now on at the latest. */
  private boolean keep(OpenTransaction transaction, long partition) {
    if (!transaction.keeps(partition)) {
      if (!data.mastership().isOwnAndHere(partition)) {
        return false;
      }
      releases.pin(transaction.keep(List.of(data.mastership().mastership(partition))));
    }
    return true;
  }

  /** Rolls back a run, and frees its locks; those of an interactive transaction stay. */
  public void unlock(Transaction t) {
    runner.rollBack(t);
    if (t.awaitedRow() != null) {
      locks.forget(t.awaitedRow(), t.lockOwner());
      t.awaitRow(null);
    }
    for (int i = t.locked() - 1; i >= 0 && t.open == null; i--) {
      RowKey key = t.rowToLock(i);
      if (t.locksBeforeRun(key)) {
        locks.unlock(key, t);
      }
    }
    t.clearLocked();
  }

  /** Frees whatever a call holds that begins anew. */
  public void beginAgain(Transaction t) {
    giveBack(t);
  }

  /** Rolls back a run, and frees its locks, its place, and the partitions that are kept for it. */
  private void giveBack(Transaction t) {
    unlock(t);
    t.leaveScheme();
    if (t.isPinned()) {
      t.setPinned(false);
      releases.unpin(t);
    }
  }

  /** Number of calls at the site. */
  public int count() {
    return count;
  }
}
