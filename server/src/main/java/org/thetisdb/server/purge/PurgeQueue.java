package org.thetisdb.server.purge;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.function.IntPredicate;

/**
 * Which purged tables a site looks at next. Those that were purged while it serves come first, as
 * long as they have rows. All others are looked at in turn, some at a time, since rows of them may
 * have come back from a checkpoint or from logs; they are never forgotten, and may be many. Owned
 * by the engine's event loop.
 */
final class PurgeQueue {
  private static final int FIRST_LENGTH = 64;

  private final Deque<Integer> fresh = new ArrayDeque<>();
  private int[] all = new int[FIRST_LENGTH];
  private int count;
  private int next;

  /** Begins anew with these. */
  void reset(Collection<Integer> tables) {
    fresh.clear();
    all = tables.stream().mapToInt(Integer::intValue).toArray();
    count = all.length;
    next = 0;
  }

  /** One more was purged. */
  void add(int table) {
    if (count == all.length) {
      all = Arrays.copyOf(all, Math.max(FIRST_LENGTH, 2 * count));
    }
    all[count++] = table;
    fresh.add(table);
  }

  /**
   * Looks at some tables.
   *
   * @param most how many it looks at
   * @param hasRows whether a table has rows
   * @param mayGo whether these may go now
   * @return the first one of which both is true; -1 if there is none among them
   */
  int find(int most, IntPredicate hasRows, IntPredicate mayGo) {
    for (int looked = Math.min(most, fresh.size()); looked > 0; looked--) {
      int table = fresh.remove();
      if (hasRows.test(table)) {
        fresh.add(table);
        if (mayGo.test(table)) {
          return table;
        }
      }
    }
    for (int looked = Math.min(most, count); looked > 0; looked--) {
      int table = all[next];
      next = (next + 1) % count;
      if (hasRows.test(table) && mayGo.test(table)) {
        return table;
      }
    }
    return -1;
  }
}
