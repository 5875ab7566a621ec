package org.thetisdb.server.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.server.txn.Transaction;

/**
 * Calls that wait for the next batch: those that come again first, the others in the order in which
 * they came. Has a task run when a batch has waited long enough for company. Owned by the site's
 * engine. The calls at the site are its bound.
 */
public final class BatchQueue {
  private final Scheduler scheduler;
  private final BatchConfig config;
  private final ResumableTask task;

  /** Those that were in a batch before, and are first in the next one. */
  private final ArrayDeque<Transaction> again = new ArrayDeque<>();

  /** Those that come behind them. */
  private final ArrayDeque<Transaction> waiting = new ArrayDeque<>();

  private boolean posted;

  /** Ends the wait for company; null if nobody waits. */
  private Scheduler.Timer company;

  /** An empty queue for a task that takes batches from it. */
  public BatchQueue(Scheduler scheduler, BatchConfig config, ResumableTask task) {
    this.scheduler = scheduler;
    this.config = config;
    this.task = task;
  }

  /** Puts a call behind the others. */
  public void add(Transaction t) {
    waiting.add(t);
    post();
  }

  /** Puts a call before all new ones, whose batch does not wait for company; see {@link #post}. */
  public void addAgain(Transaction t) {
    again.add(t);
  }

  /**
   * Has the task run, unless nobody waits or it is going to run anyway. A batch that is full needs
   * no company.
   */
  public void post() {
    if (isEmpty()) {
      return;
    }
    boolean waits = config.waitUs() > 0 && again.isEmpty() && waiting.size() < config.mostCalls();
    if (!posted) {
      posted = true;
      if (waits) {
        company = scheduler.schedule(config.waitUs(), this::runTask);
      } else {
        scheduler.execute(task);
      }
    } else if (company != null && !waits) {
      company.cancel();
      runTask();
    }
  }

  private void runTask() {
    company = null;
    scheduler.execute(task);
  }

  /** The task runs; returns whether for a new batch, and not again for one that it has taken. */
  public boolean begin() {
    boolean isNew = posted;
    posted = false;
    return isNew;
  }

  /** Takes the next one; null if there is none. */
  public Transaction next() {
    return again.isEmpty() ? waiting.poll() : again.remove();
  }

  public boolean isEmpty() {
    return again.isEmpty() && waiting.isEmpty();
  }

  /** All of them at this moment. */
  public List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(again);
    calls.addAll(waiting);
    return calls;
  }
}
