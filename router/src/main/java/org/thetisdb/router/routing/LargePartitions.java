package org.thetisdb.router.routing;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Partitions of which a site has said lately that their rows are too many to go with them (decision
 * 0082). Each is believed for a while, since rows may go. Not thread-safe.
 */
public final class LargePartitions {
  private static final long BELIEVED_US = 10_000_000;
  private static final int MOST = 4_096;

  /** Until when each is believed, the oldest first. */
  private final Map<Long, Long> untilUs = new LinkedHashMap<>();

  /** A site has said so. */
  public void add(long partition, long nowUs) {
    untilUs.remove(partition);
    if (untilUs.size() == MOST) {
      Iterator<Long> oldest = untilUs.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    untilUs.put(partition, nowUs + BELIEVED_US);
  }

  /** Whether one has said so lately. */
  public boolean contains(long partition, long nowUs) {
    Long until = untilUs.isEmpty() ? null : untilUs.get(partition);
    return until != null && nowUs < until;
  }
}
