package org.thetisdb.server.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.server.txn.Transaction;

/**
 * Calls that may go on: first calls by themselves that hold locks, for which others may wait, then
 * all others, each in the order in which they were woken. Statements of interactive transactions
 * are among the others: what they hold they keep beyond their end. A task of its own drains the
 * queue: code of procedures runs only there, so that a procedure which takes the thread with it
 * takes nothing else. A caller-runs thread runs short calls alone. A call stands in it once, so the
 * calls at the site are its bound. Owned by the site's engine.
 */
public final class ReadyQueue implements Transaction.Ready, ResumableTask, ShortTask {
  /** So many calls run, and what they have committed goes to the log while the next ones do. */
  private static final int CALLS_PER_FLUSH = 16;

  private final Scheduler scheduler;
  private final BooleanSupplier stopped;
  private final Consumer<Transaction> advance;
  private final Runnable flush;
  private final ArrayDeque<Transaction> ready = new ArrayDeque<>();
  private final ArrayDeque<Transaction> holding = new ArrayDeque<>();
  private final ArrayDeque<Runnable> behind = new ArrayDeque<>();

  private boolean drainPosted;

  /**
   * An empty queue.
   *
   * @param stopped whether no call may go on any more
   * @param advance takes a call as far as it goes, and keeps its errors to itself
   * @param flush hands to the log what was committed; runs now and then, and when the queue is
   *     empty
   */
  public ReadyQueue(
      Scheduler scheduler, BooleanSupplier stopped, Consumer<Transaction> advance, Runnable flush) {
    this.scheduler = scheduler;
    this.stopped = stopped;
    this.advance = advance;
    this.flush = flush;
  }

  @Override
  public void add(Transaction t) {
    if (!t.isQueued() && t.stage() != Transaction.Stage.DONE) {
      t.setQueued(true);
      (t.open == null && t.locked() > 0 ? holding : ready).add(t);
      drain();
    }
  }

  /** Sees to it that those in the queue go on, also after a call that took the thread with it. */
  public void drain() {
    if (!drainPosted && !isEmpty()) {
      drainPosted = true;
      scheduler.execute(this);
    }
  }

  /**
   * Runs something when those that stand here have gone as far as they go; at once if none does.
   * What waits so is what the leading router has asked for, so its moves under way are the bound.
   */
  public void runBehind(Runnable next) {
    if (isEmpty() && behind.isEmpty()) {
      next.run();
    } else {
      behind.add(next);
    }
  }

  @Override
  public void run() {
    drainPosted = false;
    for (int calls = 0; !isEmpty() && !stopped.getAsBoolean(); calls++) {
      if (calls > 0 && calls % CALLS_PER_FLUSH == 0) {
        flush.run();
      }
      ArrayDeque<Transaction> first = holding.isEmpty() ? ready : holding;
      Transaction next = first.element();
      if (!next.isShort() && scheduler.handBack()) {
        return;
      }
      first.remove();
      next.setQueued(false);
      if (next.stage() != Transaction.Stage.DONE) {
        advance.accept(next);
      }
    }
    while (!behind.isEmpty() && !stopped.getAsBoolean()) {
      behind.remove().run();
    }
    flush.run();
  }

  boolean isEmpty() {
    return holding.isEmpty() && ready.isEmpty();
  }

  /** Those in the queue at this moment. */
  public List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(holding);
    calls.addAll(ready);
    return calls;
  }
}
