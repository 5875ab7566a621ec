package org.thetisdb.router.routing.fixed;

import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.thetisdb.router.routing.Placement;

/**
 * Where ranges were mastered before they moved, where masters are fixed: a range has no first
 * master, since it was split from others. So a cluster whose ranges were spread under another
 * scheme keeps them spread. What moves before this router serves is not noted; nor is it known to
 * the next router, which leaves ranges where they are. Not thread-safe.
 */
final class FirstMastersOfRanges implements Placement.Listener {
  /** Ranges away from their first masters that are remembered; more stay where they are. */
  private static final int MOST_REMEMBERED = 4_096;

  private static final long[] NONE = {};

  /** In the order of partitions, so that one seed has one history. */
  private final TreeMap<Long, Integer> firstMasters = new TreeMap<>();

  private boolean notes;
  private long next = Long.MIN_VALUE;

  /** This router serves: what moves from now on moves away from its first master. */
  void begin() {
    notes = true;
  }

  /** Where a range is to be; 0 if it is there. */
  int preferredSite(long partition) {
    return firstMasters.getOrDefault(partition, 0);
  }

  /** Visits some ranges that are away, in the order of their numbers, and then the next ones. */
  void visit(int most, LongConsumer visitor) {
    int visited = 0;
    long[] some = new long[Math.min(most, firstMasters.size())];
    for (long partition : firstMasters.tailMap(next).keySet()) {
      if (visited == some.length) {
        break;
      }
      some[visited++] = partition;
    }
    next = visited < most ? Long.MIN_VALUE : some[visited - 1] + 1;
    for (int i = 0; i < visited; i++) {
      visitor.accept(some[i]);
    }
  }

  @Override
  public void onMoved(long partition, int from, int to) {
    Integer preferred = firstMasters.get(partition);
    if (preferred != null && preferred == to) {
      firstMasters.remove(partition);
    } else if (notes && preferred == null && firstMasters.size() < MOST_REMEMBERED) {
      firstMasters.put(partition, from);
    }
  }

  @Override
  public void onReshaped(long partition) {
    firstMasters.remove(partition);
  }

  /** What a site leaves to its successors has no other first master. */
  @Override
  public long[] knownAt(int site) {
    firstMasters.values().removeIf(preferred -> preferred == site);
    return NONE;
  }
}
