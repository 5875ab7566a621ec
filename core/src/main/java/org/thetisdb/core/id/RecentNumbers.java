package org.thetisdb.core.id;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;

/**
 * The last numbers of which something is known, such as that their transactions are decided. That
 * one is not among them says nothing. Not thread-safe.
 */
public final class RecentNumbers {
  private final int most;
  private final Set<Long> known = new HashSet<>();
  private final ArrayDeque<Long> order = new ArrayDeque<>();

  /** So many at most; the oldest go first. */
  public RecentNumbers(int most) {
    this.most = most;
  }

  /** Adds one; returns whether it was not among them. */
  public boolean add(long number) {
    boolean isNew = known.add(number);
    if (isNew) {
      order.add(number);
      if (order.size() > most) {
        known.remove(order.remove());
      }
    }
    return isNew;
  }

  /** Whether one is among them. */
  public boolean contains(long number) {
    return known.contains(number);
  }
}
