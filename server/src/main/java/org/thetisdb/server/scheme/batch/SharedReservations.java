package org.thetisdb.server.scheme.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.Conflict;

/**
 * One site's reservations in a batch that runs at several (decision 0074). Each transaction has
 * reserved what it has met of this site's keys. When all have, it reports which of them have met
 * what an earlier one has. Which commits is decided where the word of all sites is.
 *
 * <p>What is reported does not depend on the order in which reservations came. Bounded by the
 * batch. Not thread-safe.
 */
public final class SharedReservations {
  private static final KeySet NOTHING = new KeySet(List.of(), List.of(), List.of());

  private final Map<Long, KeySet> made = new HashMap<>();
  private final Set<Long> refused = new HashSet<>();

  /** Reserves what a transaction has met of this site's keys; once more is the same. */
  public void add(long transaction, KeySet own) {
    made.put(transaction, own);
  }

  /** What a transaction has met cannot be reserved here: it will not commit in this batch. */
  public void refuse(long transaction) {
    made.put(transaction, NOTHING);
    refused.add(transaction);
  }

  /** A transaction is not in the batch any more. */
  public void remove(long transaction) {
    made.remove(transaction);
    refused.remove(transaction);
  }

  /**
   * Ends a batch, and forgets its reservations.
   *
   * @param batch its transactions, in their order; one that is not among them has reserved nothing
   * @return those that have met what an earlier one has
   */
  public List<Conflict> check(List<Long> batch) {
    EarlierAccesses earlier = new EarlierAccesses();
    List<Conflict> conflicts = new ArrayList<>();
    for (long transaction : batch) {
      KeySet own = made.get(transaction);
      if (own != null) {
        Conflict conflict = conflictOf(transaction, own, earlier);
        if (conflict.raw() || conflict.war() || conflict.waw()) {
          conflicts.add(conflict);
        }
        earlier.add(own.read(), own.ranges(), own.written());
      }
    }
    made.clear();
    refused.clear();
    return conflicts;
  }

  private Conflict conflictOf(long transaction, KeySet own, EarlierAccesses earlier) {
    if (refused.contains(transaction)) {
      return new Conflict(transaction, true, true, true);
    }
    return new Conflict(
        transaction,
        earlier.write(own.read(), own.ranges()),
        earlier.haveRead(own.written()),
        earlier.write(own.written(), List.of()));
  }

  /** Number of transactions that have reserved something. */
  public int size() {
    return made.size();
  }
}
