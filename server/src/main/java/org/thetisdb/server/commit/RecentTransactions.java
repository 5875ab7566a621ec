package org.thetisdb.server.commit;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * The last transactions over several sites of which this site knows something, be it that they are
 * decided. That one is not among them says nothing. Not thread-safe; the site's engine owns it.
 */
final class RecentTransactions {
  /** Many times what ends while one transaction waits for those that it stands on. */
  private static final int MOST = 16_384;

  private final Set<Long> known = new HashSet<>();
  private final ArrayDeque<Long> order = new ArrayDeque<>();

  /** Whether that is news. */
  boolean add(long transaction) {
    boolean isNew = known.add(transaction);
    if (isNew) {
      order.add(transaction);
      if (order.size() > MOST) {
        known.remove(order.remove());
      }
    }
    return isNew;
  }

  boolean contains(long transaction) {
    return known.contains(transaction);
  }
}
