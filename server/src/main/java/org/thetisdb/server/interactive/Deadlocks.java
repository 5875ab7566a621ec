package org.thetisdb.server.interactive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;

/**
 * Ends cycles of transactions that wait for each other's rows at this site (hazard 13). Interactive
 * transactions lock rows in any order, so such cycles close. One waits for one row at a time, but
 * for all that hold or want it in modes that do not go with its own. These are followed whenever
 * somebody begins to wait: a cycle is found by the one that closes it, and it may close several. In
 * each, a call that has not run gives its locks back and asks for them again; where all are
 * interactive transactions, the youngest ends.
 *
 * <p>Cycles over several sites, through rows and partitions, are found by the router. It learns
 * which one waits for a row directly behind which, as far as an interactive transaction has to do
 * with it. Owned by the site's engine.
 */
public final class Deadlocks {
  /**
   * More of those that wait are not looked at; one that is in a cycle then waits for a bounded
   * time.
   */
  private static final int MOST_SEEN = 1_000;

  /** So many cycles that one closes at once are opened. */
  private static final int MOST_CYCLES = 1_000;

  private final LockTable locks;
  private final OpenTransactions open;
  private final ActiveCalls active;

  /** Looks for cycles among those that wait for {@code locks}. */
  public Deadlocks(LockTable locks, OpenTransactions open, ActiveCalls active) {
    this.locks = locks;
    this.open = open;
    this.active = active;
    locks.setListener(this::tell);
  }

  private void tell(LockTable.Owner waiter, List<LockTable.Owner> ahead, boolean anew) {
    Transaction waiting = callOf(waiter);
    if (waiting == null || open.size() == 0) {
      return;
    }
    boolean more = !anew;
    for (LockTable.Owner each : ahead) {
      if (each instanceof OpenTransaction other) {
        send(waiting, 0, other.session, other.number, more);
      } else if (waiting.open != null || ((Transaction) each).awaitedRow() != null) {
        // Two calls lock in the same order: a cycle through both goes on behind the one ahead.
        send(waiting, ((Transaction) each).call.attemptId(), 0, 0, more);
      } else {
        continue;
      }
      more = true;
    }
  }

  private static void send(
      Transaction waiting, long attemptId, long session, long number, boolean more) {
    waiting.connection.send(
        new RowWait(waiting.call.attemptId(), attemptId, session, number, more));
  }

  /** What an owner runs; null if it runs nothing. */
  private static Transaction callOf(LockTable.Owner owner) {
    return owner instanceof OpenTransaction other ? other.running() : (Transaction) owner;
  }

  /** A call has begun to wait for a row: the cycles that this closes are broken. */
  public void onWait(Transaction waiter) {
    for (int i = 0; i < MOST_CYCLES && waiter.awaitedRow() != null; i++) {
      List<LockTable.Owner> cycle = new ArrayList<>(4);
      if (!follow(waiter, waiter.lockOwner(), cycle, newSet())) {
        return;
      }
      end(cycle);
    }
  }

  private static Set<LockTable.Owner> newSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  /** Whether one waits for a goal in the end; then the path has all on the way there. */
  private boolean follow(
      Transaction waiting,
      LockTable.Owner goal,
      List<LockTable.Owner> path,
      Set<LockTable.Owner> seen) {
    path.add(waiting.lockOwner());
    for (LockTable.Owner ahead : locks.ahead(waiting.awaitedRow(), waiting.lockOwner())) {
      if (ahead == goal) {
        return true;
      }
      Transaction next = callOf(ahead);
      boolean waits = next != null && next.awaitedRow() != null;
      if (waits && seen.size() < MOST_SEEN && seen.add(ahead) && follow(next, goal, path, seen)) {
        return true;
      }
    }
    path.remove(path.size() - 1);
    return false;
  }

  private void end(List<LockTable.Owner> cycle) {
    OpenTransaction youngest = null;
    for (LockTable.Owner owner : cycle) {
      if (owner instanceof Transaction call) {
        active.unlock(call);
        call.wake();
        return;
      }
      OpenTransaction one = (OpenTransaction) owner;
      youngest = youngest == null || one.order > youngest.order ? one : youngest;
    }
    open.end(
        youngest,
        new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE,
            "it and others waited for each other's rows (a deadlock)"));
  }
}
