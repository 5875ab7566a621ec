package org.thetisdb.server.txn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.server.batch.BatchConfig;
import org.thetisdb.server.order.CommitOrder;
import org.thetisdb.server.order.OrderedLocks.Ticket;

/**
 * Runs calls under locks that are granted in a fixed order (Calvin; decision 0071). Calls that have
 * come together are a batch. Each gets its place, in the order in which they came, and asks for all
 * that it is going to read and write; it goes on when it has all of that. So calls that conflict
 * commit in the order of their places, and none is undone for another one.
 *
 * <p>What a call meets was planned, or found by reconnaissance. One that has met more than it asked
 * for is undone, and has a place in the next batch with what it has met; unless it runs exactly
 * where its place is, behind all earlier ones and before all later ones. One that was sent back
 * several times locks everything, so nobody loses for ever.
 *
 * <p>Owned by the site's engine. The calls at the site are its bound.
 */
final class OrderedCalls implements ResumableTask {
  /** Who was sent back so often locks everything. */
  private static final int MOST_SENT_BACK = 3;

  private final SiteState state;
  private final TransactionRunner runner;
  private final WaitingCalls waitingCalls;
  private final ActiveCalls active;
  private final BatchConfig config;
  private final CommitOrder commitOrder = new CommitOrder();

  /** Those that were sent back, and are first in the next batch. */
  private final ArrayDeque<Transaction> again = new ArrayDeque<>();

  /** Those that come behind them. */
  private final ArrayDeque<Transaction> waiting = new ArrayDeque<>();

  private boolean posted;

  OrderedCalls(
      SiteState state,
      TransactionRunner runner,
      WaitingCalls waitingCalls,
      ActiveCalls active,
      BatchConfig config) {
    this.state = state;
    this.runner = runner;
    this.waitingCalls = waitingCalls;
    this.active = active;
    this.config = config;
  }

  /** Whether a call needs a place, and has none. */
  boolean takes(Transaction t) {
    return state.runsInOrder() && t.mayShareBatch();
  }

  /** Puts a call into the next batch. */
  void add(Transaction t) {
    t.stage = Transaction.Stage.ORDER;
    waiting.add(t);
    post();
  }

  /** Those that have no place yet. */
  List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(again);
    calls.addAll(waiting);
    return calls;
  }

  private void post() {
    if (posted) {
      return;
    }
    posted = true;
    if (config.waitUs() > 0 && again.isEmpty()) {
      state.scheduler.schedule(config.waitUs(), () -> state.scheduler.execute(this));
    } else {
      state.scheduler.execute(this);
    }
  }

  @Override
  public void run() {
    if (state.stopped) {
      return;
    }
    posted = false;
    for (int i = 0; i < config.mostCalls() && !(again.isEmpty() && waiting.isEmpty()); i++) {
      Transaction next = again.isEmpty() ? waiting.remove() : again.remove();
      if (next.stage != Transaction.Stage.DONE) {
        askForLocks(next);
      }
    }
    if (!again.isEmpty() || !waiting.isEmpty()) {
      post();
    }
  }

  private void askForLocks(Transaction t) {
    boolean wantsAll = t.sentBack >= MOST_SENT_BACK;
    t.ticket = state.order.ask(t, wantsAll ? null : t.plan);
    if (t.ticket.isGranted()) {
      t.wake();
    } else {
      waitingCalls.track(t);
    }
  }

  /** Runs a call that has its locks, and commits it if it kept to them. */
  TransactionRunner.Result run(Transaction t, Consumer<Transaction> onStolen) {
    byte[][] value = new byte[1][];
    TransactionRunner.Result undone = runner.runToKeep(t, value, onStolen);
    if (undone != null) {
      return undone;
    }
    if (runner.committedBefore(t) == null) {
      if (!keepsToLocks(t) && !runsAtItsPlace(t.ticket)) {
        state.counters.conflicts++;
        t.attempts++;
        runner.undoToLock(t);
        return TransactionRunner.Result.CONFLICT;
      }
      commitOrder.commit(
          t.ticket.place(),
          state.order.firstPlace(),
          t.context.readKeys(),
          t.context.readRanges(),
          t.writes.keys());
    }
    return runner.finishAside(t, value[0]);
  }

  /** Whether a run has met nothing but what its call has locked. */
  private static boolean keepsToLocks(Transaction t) {
    for (RowKey key : t.context.readKeys()) {
      if (!t.ticket.coversRead(key)) {
        return false;
      }
    }
    for (KeyRange range : t.context.readRanges()) {
      if (!t.ticket.coversRead(range)) {
        return false;
      }
    }
    for (RowKey key : t.writes.keys()) {
      if (!t.ticket.coversWrite(key)) {
        return false;
      }
    }
    return true;
  }

  /** Whether all earlier ones have ended, and no later one has committed. */
  private boolean runsAtItsPlace(Ticket ticket) {
    return state.order.firstPlace() == ticket.place() && commitOrder.isLatest(ticket.place());
  }

  /** A call has met more than it had locked, and is undone; it asks for that, too. */
  void sendBack(Transaction t) {
    active.beginAgain(t);
    t.beginRound();
    t.sentBack++;
    t.plan = t.nextPlan;
    t.stage = Transaction.Stage.ORDER;
    again.add(t);
    post();
  }
}
