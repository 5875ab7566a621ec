package org.thetisdb.server.scheme.deterministic;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.BatchQueue;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/**
 * Runs calls under locks that are granted in a fixed order (Calvin; decision 0071). Calls that have
 * come together are a batch. Each gets its place, in the order in which they came, and asks for all
 * that it is going to read and write; it goes on when it has all of that. So calls that conflict
 * commit in the order of their places, and none is rolled back for another one.
 *
 * <p>What a call meets was planned, or found by reconnaissance. One that has met more than it asked
 * for is rolled back, and has a place in the next batch with what it has met; unless it runs
 * exactly where its place is, behind all earlier ones and before all later ones (hazard 21). One
 * that was sent back several times locks everything, so nobody loses for ever.
 *
 * <p>Under {@link EarlyExecutions} a call may have run by then, and commits what it has left (BOHM;
 * decision 0065), or some of its pieces may have (PWV; decision 0066).
 *
 * <p>Owned by the site's engine. The calls at the site are its bound.
 */
final class OrderedCalls implements ResumableTask {
  /** A call that was sent back so often locks everything. */
  private static final int MOST_SENT_BACK = 3;

  private final SiteLife life;
  private final OrderedLocks order = new OrderedLocks();
  private final TransactionRunner runner;
  private final WaitingCalls waitingCalls;
  private final ActiveCalls active;
  private final BatchConfig config;
  private final CommitOrder commitOrder = new CommitOrder();

  private final EarlyExecutions ahead;
  private CallPath path;

  /** Those that have no place yet; the ones that were sent back are first. */
  private final BatchQueue queue;

  /** No calls yet. */
  OrderedCalls(
      Scheduler scheduler,
      SiteLife life,
      TransactionRunner runner,
      WaitingCalls waitingCalls,
      ActiveCalls active,
      EarlyExecutions ahead,
      BatchConfig config) {
    this.life = life;
    this.runner = runner;
    this.waitingCalls = waitingCalls;
    this.active = active;
    this.ahead = ahead;
    this.config = config;
    this.queue = new BatchQueue(scheduler, config, this);
  }

  /** Whether a call needs a place where calls have one, and has none. */
  boolean takes(Transaction t) {
    return t.mayShareBatch();
  }

  /** Calls with a place pass these stages. */
  void setPath(CallPath stages) {
    path = stages;
  }

  /** Whether a call has its place. */
  static boolean hasPlace(Transaction t) {
    OrderedCall call = OrderedCall.of(t);
    return call != null && call.keepsPlace();
  }

  /** Whether a call has its place, and all that it has asked for. */
  static boolean isItsTurn(Transaction t) {
    return hasPlace(t) && OrderedCall.of(t).ticket().isGranted();
  }

  /** Puts a call into the next batch. */
  void add(Transaction t) {
    t.setState(new OrderedCall(t, order, path));
    t.moveTo(Transaction.Stage.ORDER);
    queue.add(t);
  }

  /** Those that have no place yet. */
  List<Transaction> calls() {
    return queue.calls();
  }

  @Override
  public void run() {
    if (life.isStopped()) {
      return;
    }
    queue.begin();
    for (int i = 0; i < config.mostCalls() && !queue.isEmpty(); i++) {
      Transaction next = queue.next();
      if (next.stage() != Transaction.Stage.DONE) {
        askForLocks(next);
      }
    }
    queue.post();
  }

  private void askForLocks(Transaction t) {
    OrderedCall call = OrderedCall.of(t);
    call.ask(call.sentBack() >= MOST_SENT_BACK);
    ahead.place(t);
    if (call.ticket().isGranted()) {
      t.wake();
      return;
    }
    waitingCalls.track(t);
    if (call.early() != null) {
      t.wake();
    }
  }

  /** Runs a call that has its locks, and commits it if it kept to them. */
  TransactionRunner.Result run(Transaction t, Consumer<Transaction> onStolen) {
    byte[][] value = {ahead.takeKept(t)};
    if (value[0] == null) {
      TransactionRunner.Result rolledBack = runner.runToKeep(t, value, onStolen);
      if (rolledBack != null) {
        return rolledBack;
      }
    }
    if (runner.committedBefore(t) == null) {
      Ticket ticket = OrderedCall.of(t).ticket();
      if (!keepsToLocks(t) && !runsAtItsPlace(ticket)) {
        runner.noteConflict(t);
        runner.rollBackToLock(t);
        return TransactionRunner.Result.CONFLICT;
      }
      ahead.settle(t);
      commitOrder.commit(
          ticket.place(),
          order.firstPlace(),
          t.context().readKeys(),
          t.context().readRanges(),
          t.writes.keys());
    }
    return runner.finishAside(t, value[0]);
  }

  /** Whether a run has met nothing but what its call has locked. */
  static boolean keepsToLocks(Transaction t) {
    Ticket ticket = OrderedCall.of(t).ticket();
    for (RowKey key : t.context().readKeys()) {
      if (!ticket.coversRead(key)) {
        return false;
      }
    }
    for (KeyRange range : t.context().readRanges()) {
      if (!ticket.coversRead(range)) {
        return false;
      }
    }
    for (RowKey key : t.writes.keys()) {
      if (!ticket.coversWrite(key)) {
        return false;
      }
    }
    return true;
  }

  /** Whether all earlier ones have ended, and no later one has committed. */
  private boolean runsAtItsPlace(Ticket ticket) {
    return order.firstPlace() == ticket.place() && commitOrder.isLatest(ticket.place());
  }

  /** A call has met more than it had locked, and is rolled back; it asks for that, too. */
  void sendBack(Transaction t) {
    active.beginAgain(t);
    t.beginRound();
    OrderedCall.of(t).addSentBack();
    t.takeNextPlan();
    t.moveTo(Transaction.Stage.ORDER);
    queue.addAgain(t);
    queue.post();
  }
}
