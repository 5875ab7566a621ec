package org.thetisdb.router.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which interactive transactions keep partitions at their sites, and who waits for whom because of
 * that. Each keeps what it has written until it ends, and asks for more in any order, so circles
 * over several sites close. One transaction waits for one group of moves at a time; a circle is
 * found by the one that closes it. Circles of rows are found at their site. Owned by the engine's
 * thread.
 */
final class KeptPartitions {
  /** A longer path is not followed: whoever is idle at its site and wanted ends after a second. */
  private static final int LONGEST = 100;

  private final Set<SqlTransaction> keepers = new LinkedHashSet<>();

  /** A transaction keeps partitions. */
  void keeps(SqlTransaction transaction) {
    keepers.add(transaction);
  }

  /** A transaction is over, or is being ended. */
  void ended(SqlTransaction transaction) {
    keepers.remove(transaction);
  }

  /**
   * Those who wait for each other in a circle that one closes which begins to wait, it first; empty
   * if there is no circle. Each waits for a release of its group by the next.
   */
  List<SqlTransaction> circleOf(SqlTransaction waiter) {
    List<SqlTransaction> path = new ArrayList<>(4);
    return follow(waiter, waiter, path, new HashSet<>()) ? path : List.of();
  }

  private boolean follow(
      SqlTransaction from,
      SqlTransaction start,
      List<SqlTransaction> path,
      Set<SqlTransaction> seen) {
    path.add(from);
    for (SqlTransaction keeper : keepers) {
      if (!from.awaited.waitsFor(keeper)) {
        continue;
      }
      boolean further = path.size() < LONGEST && keeper.isWaiting() && seen.add(keeper);
      if (keeper == start || (further && follow(keeper, start, path, seen))) {
        return true;
      }
    }
    path.remove(path.size() - 1);
    return false;
  }
}
