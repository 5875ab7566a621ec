package org.thetisdb.server.scheme.batch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.BatchQueue;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/**
 * Runs calls in batches and without locks (Aria, sections 5.4 to 5.6 of the thesis; decision 0036).
 * All calls of a batch run on the state that there is when it begins, and keep aside what they
 * write; then {@link Reservations} tell which of them commit, and in which order. Each commits with
 * a record of its own, in an order in which they could have run one by one; so for the log and for
 * other sites nothing is different.
 *
 * <p>A call that lost a conflict is first in the next batch, where it wins; or, while many lose, it
 * locks its rows and runs on its own (the fallback of section 5.6). A batch is one task of the
 * engine's event loop, so nothing comes between its calls. It keeps away from rows that interactive
 * transactions have locked: a call that meets one queues for it as all do.
 *
 * <p>Owned by the site's engine. The calls at the site are its bound.
 */
final class Batches implements ResumableTask {
  /** The fallback begins when this share of calls loses, and ends below half of it. */
  private static final double MANY_LOSE = 0.2;

  /** Weight of one batch in the share of calls that lose. */
  private static final double NEWS = 0.1;

  private final Catalog catalog;
  private final SiteLife life;
  private final LockTable locks;
  private final SiteLimits limits;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final BatchConfig config;
  private final Listener listener;

  /** Those that come with the next batch; the ones that lost are first. */
  private final BatchQueue queue;

  /** Those of this batch that have not run yet. */
  private final ArrayDeque<Transaction> batch = new ArrayDeque<>();

  /** Those of this batch that have run, and hold what they wrote. */
  private final List<Run> runs = new ArrayList<>();

  private Reservations reservations;
  private long bytes;
  private CallPath path;
  private double lostShare;
  private boolean fallsBack;

  /** Hears of calls that do not commit with their batch. */
  interface Listener {
    /** Whether a call is still what it was compiled for, now that its batch runs. */
    boolean isInForce(Transaction t);

    /** It has to run on its own. */
    void onAlone(Transaction t);

    /** It lost a conflict, and runs on its own with the plan that it has next. */
    void onConflict(Transaction t);

    /** It ended with an error. */
    void onError(Transaction t, ThetisException error);

    /** It has run for too long, and keeps its thread. */
    void onStolen(Transaction t);
  }

  private record Run(Transaction call, byte[] value) {}

  /**
   * None under way; {@code listener} hears what becomes of calls that do not commit with theirs.
   */
  Batches(
      Scheduler scheduler,
      Catalog catalog,
      SiteLife life,
      LockTable locks,
      SiteLimits limits,
      TransactionRunner runner,
      ActiveCalls active,
      Listener listener) {
    this.catalog = catalog;
    this.life = life;
    this.locks = locks;
    this.limits = limits;
    this.runner = runner;
    this.active = active;
    this.config = limits.batches();
    this.listener = listener;
    this.queue = new BatchQueue(scheduler, config, this);
  }

  /** Whether a call is for a batch where calls run in batches. */
  boolean takes(Transaction t) {
    return t.mayShareBatch() && !(config.snapshots() && t.asksSerializable());
  }

  /** Calls in batches pass these stages. */
  void setPath(CallPath stages) {
    path = stages;
  }

  /** Puts a call into the next batch. */
  void add(Transaction t) {
    t.setState(new BatchedCall(path, config.snapshots()));
    t.moveTo(Transaction.Stage.BATCH);
    queue.add(t);
  }

  /** Those that wait for their batch. */
  List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(batch);
    calls.addAll(queue.calls());
    return calls;
  }

  @Override
  public void run() {
    if (life.isStopped()) {
      return;
    }
    if (queue.begin()) {
      begin();
    }
    while (!batch.isEmpty() && bytes < limits.writeSetBytes()) {
      Transaction next = batch.remove();
      if (next.stage() != Transaction.Stage.DONE) {
        runAside(next);
      }
    }
    commit();
    batch.forEach(queue::addAgain);
    batch.clear();
    queue.post();
  }

  private void begin() {
    reservations = new Reservations(config.snapshots(), config.reordering());
    bytes = 0;
    while (batch.size() < config.mostCalls() && !queue.isEmpty()) {
      batch.add(queue.next());
    }
  }

  private void runAside(Transaction t) {
    try {
      byte[] value = listener.isInForce(t) ? runner.runAside(t, listener::onStolen) : null;
      if (value == null) {
        BatchedCall.leaveAlone(t);
        listener.onAlone(t);
      } else if (t.writes.size() == 0) {
        settle(t, value);
      } else if (!isFree(t)) {
        runner.rollBack(t);
        BatchedCall.leaveAlone(t);
        listener.onAlone(t);
      } else {
        bytes += t.writes.bytes();
        reservations.add(t.context().readKeys(), t.context().readRanges(), t.writes.keys());
        runs.add(new Run(t, value));
      }
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (ThetisException e) {
      BatchedCall.leaveAlone(t);
      listener.onError(t, e);
    }
  }

  /** Whether none keeps rows for which the batch has to wait. */
  private boolean isFree(Transaction t) {
    for (int i = 0; i < t.writes.size(); i++) {
      RowKey key = t.writes.key(i);
      RowLockMode mode = t.writes.image(i) == null ? RowLockMode.UPDATE : RowLockMode.NO_KEY_UPDATE;
      if (!locks.isFreeToWrite(key, t, mode) || catalog.prepared().isTaken(key, 0)) {
        return false;
      }
    }
    return true;
  }

  private void commit() {
    int[] order = reservations.commitOrder();
    for (int number : order) {
      Run run = runs.set(number, null);
      if (run.call.stage() != Transaction.Stage.DONE) {
        settle(run.call, run.value);
      }
    }
    noteLost(runs.size(), runs.size() - order.length);
    runs.removeIf(run -> run == null || run.call.stage() == Transaction.Stage.DONE);
    if (fallsBack) {
      runs.forEach(run -> lockAndRun(run.call));
    } else {
      runs.forEach(run -> comeAgain(run.call));
    }
    runs.clear();
  }

  private void settle(Transaction t, byte[] value) {
    try {
      if (runner.finishAside(t, value) == TransactionRunner.Result.DONE) {
        active.finish(t);
      } else {
        BatchedCall.leaveAlone(t);
        listener.onAlone(t);
      }
    } catch (ThetisException e) {
      BatchedCall.leaveAlone(t);
      listener.onError(t, e);
    }
  }

  private void noteLost(int size, int lost) {
    if (size > 1) {
      lostShare += NEWS * ((double) lost / size - lostShare);
    }
    fallsBack =
        switch (config.fallback()) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTO -> lostShare > (fallsBack ? MANY_LOSE / 2 : MANY_LOSE);
        };
  }

  /** They ask for their locks in the order of the batch. */
  private void lockAndRun(Transaction t) {
    runner.noteConflict(t);
    runner.rollBackToLock(t);
    BatchedCall.leaveAlone(t);
    listener.onConflict(t);
  }

  private void comeAgain(Transaction t) {
    runner.noteConflict(t);
    runner.rollBack(t);
    queue.addAgain(t);
  }
}
