package org.thetisdb.router.dispatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.router.call.AwaitedMoves;
import org.thetisdb.router.call.BlockedCall;
import org.thetisdb.router.call.Contender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;

/**
 * What keeps partitions at which site, and which waits for which because of that, or for a row. An
 * interactive transaction keeps what it has written until it ends, and asks for more in any order,
 * so cycles over several sites close. Each waits for one group of moves or one row at a time, but
 * for all that have that row; a cycle is found by the one that closes it. Cycles of rows alone are
 * found at their site. Owned by the engine's thread.
 */
final class KeptPartitions {
  /** A longer path is not followed: one that is idle at its site and wanted ends after a second. */
  private static final int LONGEST = 100;

  private final Set<SqlTransaction> holders = new LinkedHashSet<>();
  private final Map<PendingCall, BlockedCall> blocked = new LinkedHashMap<>();

  /** A transaction keeps partitions. */
  void keeps(SqlTransaction transaction) {
    holders.add(transaction);
  }

  /** A transaction is over, or is being ended. */
  void ended(SqlTransaction transaction) {
    holders.remove(transaction);
  }

  /**
   * A call waits at its site for a row.
   *
   * @param call that call
   * @param ahead the call directly ahead of it in the queue; null if a transaction is
   * @param wait which transaction
   * @return what waits; null if nothing keeps what it waits for any more
   */
  Contender waits(PendingCall call, PendingCall ahead, RowWait wait) {
    blocked.values().removeIf(each -> !each.isUnderWay());
    Contender before =
        ahead == null ? holder(wait.aheadSession(), wait.aheadNumber()) : partyOf(ahead);
    if (before == null && wait.more()) {
      return null;
    }
    if (call.transaction() != null) {
      call.transaction().await(call, before, wait.more());
      return before == null ? null : call.transaction();
    }
    BlockedCall known = blocked.get(call);
    BlockedCall waiter =
        known != null && known.isOf(call.attemptId()) ? known : new BlockedCall(call);
    waiter.await(before, wait.more());
    blocked.put(call, waiter);
    return before == null ? null : waiter;
  }

  private Contender holder(long session, long number) {
    for (SqlTransaction each : holders) {
      if (each.session == session && each.number == number) {
        return each;
      }
    }
    return null;
  }

  private Contender partyOf(PendingCall call) {
    return call.transaction() != null ? call.transaction() : blocked.get(call);
  }

  /**
   * Those that wait for each other in a cycle that one closes which begins to wait, it first; empty
   * if there is no cycle. Each waits for the next.
   */
  List<Contender> cycleOf(Contender waiter) {
    List<Contender> path = new ArrayList<>(4);
    return follow(waiter, waiter, path, new HashSet<>()) ? path : List.of();
  }

  private boolean follow(
      Contender from, Contender start, List<Contender> path, Set<Contender> seen) {
    path.add(from);
    boolean closed = false;
    for (Contender ahead : from.ahead()) {
      closed = closed || step(ahead, start, path, seen);
    }
    closed =
        closed
            || (from.awaitedMoves() != null && followMoves(from.awaitedMoves(), start, path, seen));
    if (!closed) {
      path.remove(path.size() - 1);
    }
    return closed;
  }

  private boolean followMoves(
      AwaitedMoves group, Contender start, List<Contender> path, Set<Contender> seen) {
    for (SqlTransaction holder : holders) {
      if (group.waitsFor(holder) && step(holder, start, path, seen)) {
        return true;
      }
    }
    for (BlockedCall call : blocked.values()) {
      if (group.waitsFor(call) && step(call, start, path, seen)) {
        return true;
      }
    }
    return false;
  }

  private boolean step(Contender next, Contender start, List<Contender> path, Set<Contender> seen) {
    return next == start
        || (path.size() < LONGEST && seen.add(next) && follow(next, start, path, seen));
  }
}
