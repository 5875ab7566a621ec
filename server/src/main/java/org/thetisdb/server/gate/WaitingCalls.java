package org.thetisdb.server.gate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.server.txn.Transaction;

/**
 * Calls that wait, by what they wait for: a jar or a definition, mastership, refresh transactions,
 * a cut. Whatever may let somebody go on wakes all that wait for it; a woken call looks again at
 * all that it needs in the instant in which it runs. Queues of locks are those of the lock table,
 * and statements that are compiled have none; such calls are only {@link #track tracked}, so that
 * they do not wait for ever. Owned by the site's engine.
 */
public final class WaitingCalls {
  private final List<Transaction> forCatalog = new ArrayList<>();
  private final List<Transaction> forRefresh = new ArrayList<>();
  private final List<Transaction> forCut = new ArrayList<>();
  private final Map<RowKey, List<Transaction>> forDecision = new LinkedHashMap<>();
  private final Long2ObjectHashMap<List<Transaction>> forMastership = new Long2ObjectHashMap<>();

  private final Listener listener;

  /** All that have waited and may not have ended yet, whatever they wait for. */
  private final List<Transaction> tracked = new ArrayList<>();

  /** None waits yet. */
  public WaitingCalls(Listener listener) {
    this.listener = listener;
  }

  /** Hears of calls that wait for what comes sooner if it is asked for. */
  public interface Listener {
    /** One waits for what stands in the logs, or will. */
    void onLogsAwaited();

    /** One waits for another cut. */
    void onCutAwaited();
  }

  /** Until the catalog is as new as the router that sent the call knows it. */
  public void awaitCatalog(Transaction t) {
    await(forCatalog, t);
  }

  /** Until more of the logs is applied. */
  public void awaitRefresh(Transaction t) {
    await(forRefresh, t);
    listener.onLogsAwaited();
  }

  /** Until another cut is usable, or what the call reads is mastered here. */
  void awaitCut(Transaction t) {
    await(forCut, t);
    listener.onCutAwaited();
  }

  /** Until a transaction over several sites is decided that has prepared a row. */
  public void awaitDecision(Transaction t, RowKey row) {
    t.awaitDecision(row);
    await(forDecision.computeIfAbsent(row, r -> new ArrayList<>(2)), t);
    listener.onLogsAwaited();
  }

  /** Until a partition comes to this site. */
  void awaitMastership(Transaction t, long partition) {
    await(forMastership.computeIfAbsent(partition, p -> new ArrayList<>(2)), t);
    listener.onLogsAwaited();
  }

  private void await(List<Transaction> queue, Transaction t) {
    queue.add(t);
    track(t);
  }

  /** Keeps an eye on a call that is woken by others; see {@link #expire}. */
  public void track(Transaction t) {
    if (!t.isTracked()) {
      t.track();
      tracked.add(t);
    }
  }

  /** Some wait still, though something came: what they wait for is to come soon. */
  public void expedite() {
    if (!forRefresh.isEmpty() || !forMastership.isEmpty() || !forDecision.isEmpty()) {
      listener.onLogsAwaited();
    }
    if (!forCut.isEmpty()) {
      listener.onCutAwaited();
    }
  }

  /** The catalog has changed. */
  public void wakeForCatalog() {
    wake(forCatalog);
  }

  /** More is applied or acknowledged. */
  public void wakeForRefresh() {
    wake(forRefresh);
  }

  /** A cut has become usable, or reads may have become local. */
  public void wakeForCut() {
    wake(forCut);
  }

  /**
   * A transaction over several sites was decided, which had prepared this. Those that wait for one
   * of its rows go on in the order in which they came.
   */
  public void wakeForDecision(KeySet prepared) {
    if (!prepared.read().isEmpty() || !prepared.ranges().isEmpty()) {
      List<List<Transaction>> queues = new ArrayList<>(forDecision.values());
      forDecision.clear();
      queues.forEach(WaitingCalls::wakeDecided);
      return;
    }
    for (RowKey row : prepared.written()) {
      List<Transaction> queue = forDecision.remove(row);
      if (queue != null) {
        wakeDecided(queue);
      }
    }
  }

  private static void wakeDecided(List<Transaction> queue) {
    queue.forEach(t -> t.awaitDecision(null));
    wake(queue);
  }

  /** A record moved a partition. */
  public void wakeForMastership(long partition) {
    List<Transaction> queue = forMastership.remove(partition);
    if (queue != null) {
      wake(queue);
    }
  }

  /** Partitions of which there is no list have moved. */
  public void wakeForMastership() {
    List<List<Transaction>> queues = new ArrayList<>(forMastership.values());
    forMastership.clear();
    queues.forEach(WaitingCalls::wake);
  }

  private static void wake(List<Transaction> queue) {
    if (!queue.isEmpty()) {
      queue.forEach(Transaction::wake);
      queue.clear();
    }
  }

  /** Takes a call out of all queues. */
  public void remove(Transaction t) {
    forCatalog.remove(t);
    forRefresh.remove(t);
    forCut.remove(t);
    removeForDecision(t);
    forMastership.values().forEach(queue -> queue.remove(t));
    forMastership.values().removeIf(List::isEmpty);
  }

  private void removeForDecision(Transaction t) {
    List<Transaction> queue = t.undecidedRow() == null ? null : forDecision.get(t.undecidedRow());
    if (queue != null) {
      queue.remove(t);
      if (queue.isEmpty()) {
        forDecision.remove(t.undecidedRow());
      }
    }
    t.awaitDecision(null);
  }

  /** Those that have waited and not ended, and that a test holds for. */
  public List<Transaction> find(Predicate<Transaction> which) {
    return tracked.stream().filter(t -> !isDone(t) && which.test(t)).toList();
  }

  /** Takes out those whose time is over, and has them refused; forgets those that have ended. */
  public void expire(long nowUs, Consumer<Transaction> refuse) {
    tracked.removeIf(
        t -> {
          if (!isDone(t) && nowUs > t.deadlineUs) {
            remove(t);
            refuse.accept(t);
          }
          return isDone(t);
        });
  }

  /** Forgets those that have ended. */
  public void forgetDone() {
    tracked.removeIf(WaitingCalls::isDone);
  }

  private static boolean isDone(Transaction t) {
    return t.stage() == Transaction.Stage.DONE || t.stage() == Transaction.Stage.KEPT;
  }
}
