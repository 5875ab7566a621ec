package org.thetisdb.router.scheme.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.wire.SiteToRouter.Conflict;

/**
 * Which transactions of a batch commit, and in which order, by what sites tell of them (Aria,
 * sections 5.4 and 5.5 of the thesis; decision 0074). Each conflict relates a transaction to
 * earlier ones. A transaction that has read what an earlier one writes (RAW) saw nothing of those
 * before it: it goes in front of all that are there, unless it writes what an earlier one has read
 * (WAR), too. Any other one has read nothing that they write, and goes behind them.
 *
 * <p>So the order is one in which they could have run one by one, and so is each prefix of it. Of
 * two blind writes of one row the later one counts, so WAW matters under snapshots only: there it
 * alone does (Rule 2). Not thread-safe.
 */
final class BatchOrder {
  private static final Conflict NONE = new Conflict(0, false, false, false);

  private final boolean snapshots;
  private final boolean reordering;
  private final Map<Long, Conflict> conflicts = new HashMap<>();
  private int overtaking;

  BatchOrder(boolean snapshots, boolean reordering) {
    this.snapshots = snapshots;
    this.reordering = reordering;
  }

  /** A site reports what a transaction has met there; what others report of it counts, too. */
  void add(Conflict told) {
    conflicts.merge(told.transaction(), told, BatchOrder::both);
  }

  private static Conflict both(Conflict one, Conflict other) {
    return new Conflict(
        one.transaction(),
        one.raw() || other.raw(),
        one.war() || other.war(),
        one.waw() || other.waw());
  }

  /**
   * Ends a batch.
   *
   * @param batch its transactions, in their order
   * @return those that commit, in the order of their commits
   */
  List<Long> decide(Iterable<Long> batch) {
    ArrayDeque<Long> order = new ArrayDeque<>();
    overtaking = 0;
    for (Long transaction : batch) {
      Conflict met = conflicts.getOrDefault(transaction, NONE);
      if (mayCommit(met) && overtakes(met)) {
        order.addFirst(transaction);
        overtaking++;
      } else if (mayCommit(met)) {
        order.addLast(transaction);
      }
    }
    conflicts.clear();
    return new ArrayList<>(order);
  }

  private boolean mayCommit(Conflict met) {
    if (snapshots) {
      return !met.waw();
    }
    return !met.raw() || (reordering && !met.war());
  }

  private boolean overtakes(Conflict met) {
    return met.raw() && !snapshots;
  }

  /** How many of the last batch commit before earlier ones; they are the first. */
  int overtaking() {
    return overtaking;
  }
}
