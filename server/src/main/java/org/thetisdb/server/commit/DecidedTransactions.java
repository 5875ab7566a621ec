package org.thetisdb.server.commit;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * Transactions over several sites of which this site has applied the decision: the last ones. That
 * one is not among them says nothing, so whatever stands on it begins anew. Not thread-safe; the
 * site's engine owns it.
 */
final class DecidedTransactions {
  /** Many times what is decided while one of them waits for those that it stands on. */
  private static final int MOST = 16_384;

  private final Set<Long> known = new HashSet<>();
  private final ArrayDeque<Long> order = new ArrayDeque<>();

  void add(long transaction) {
    if (known.add(transaction)) {
      order.add(transaction);
      if (order.size() > MOST) {
        known.remove(order.remove());
      }
    }
  }

  boolean contains(long transaction) {
    return known.contains(transaction);
  }
}
