package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.server.lock.LockTable;

/**
 * Ends circles of those who wait for each other's rows at this site. Interactive transactions lock
 * rows in any order, so such circles close. One waits for one row at a time, so that who waits for
 * whom is a path, and it is followed whenever somebody begins to wait: a circle is found by the one
 * that closes it. A call that has not run gives its locks back and asks for them again; where all
 * are interactive transactions, the youngest ends.
 *
 * <p>Circles over several sites, through rows and partitions, are found by the router. It is told
 * who waits for a row directly behind whom, as far as an interactive transaction has to do with it.
 * Owned by the site's engine.
 */
final class Deadlocks {
  /** A longer path is not followed; who waits at its end waits for a bounded time. */
  private static final int LONGEST = 1_000;

  private final LockTable locks;
  private final OpenTransactions open;
  private final ActiveCalls active;

  Deadlocks(LockTable locks, OpenTransactions open, ActiveCalls active) {
    this.locks = locks;
    this.open = open;
    this.active = active;
    locks.setListener(this::tell);
  }

  private void tell(LockTable.Owner waiter, LockTable.Owner ahead) {
    Transaction waiting = callOf(waiter);
    if (waiting == null || open.size() == 0) {
      return;
    }
    if (ahead instanceof OpenTransaction other) {
      send(waiting, 0, other.session, other.number);
    } else if (waiting.open != null || ((Transaction) ahead).awaitedRow != null) {
      // Two calls lock in the same order: a circle through both goes on behind the one ahead.
      send(waiting, ((Transaction) ahead).call.attemptId(), 0, 0);
    }
  }

  private static void send(Transaction waiting, long attemptId, long session, long number) {
    waiting.connection.send(new RowWait(waiting.call.attemptId(), attemptId, session, number));
  }

  /** What an owner runs; null if it runs nothing. */
  private static Transaction callOf(LockTable.Owner owner) {
    return owner instanceof OpenTransaction other ? other.running : (Transaction) owner;
  }

  /** A call has begun to wait for a row: if that closes a circle, the circle is broken. */
  void onWait(Transaction waiter) {
    List<LockTable.Owner> circle = circleOf(waiter);
    if (!circle.isEmpty()) {
      end(circle);
    }
  }

  private List<LockTable.Owner> circleOf(Transaction waiter) {
    List<LockTable.Owner> path = new ArrayList<>(4);
    Transaction last = waiter;
    while (last != null && last.awaitedRow != null && path.size() < LONGEST) {
      path.add(last.lockOwner());
      LockTable.Owner holder = locks.holder(last.awaitedRow);
      if (holder == waiter.lockOwner()) {
        return path;
      }
      last = callOf(holder);
    }
    return List.of();
  }

  private void end(List<LockTable.Owner> circle) {
    OpenTransaction youngest = null;
    for (LockTable.Owner owner : circle) {
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
