package org.thetisdb.router.scheme.morphosys;

import org.agrona.collections.Long2LongHashMap;

/**
 * Partitions that have moved a moment ago: nothing moves them again for no call, lest all flee from
 * a site that stalls, and come back. Not thread-safe.
 */
final class RecentSteps {
  /** For so long a partition stays for a while. */
  private static final long MOMENT_US = 500_000;

  private static final long NEVER = Long.MIN_VALUE;

  private final Long2LongHashMap movedUs = new Long2LongHashMap(NEVER);
  private long cleanedUs;

  /** The partition moves now. */
  void onMove(long partition, long nowUs) {
    movedUs.put(partition, nowUs);
  }

  /** Whether one of these moved a moment ago. */
  boolean isAny(long[] partitions, long nowUs) {
    for (long partition : partitions) {
      long atUs = movedUs.get(partition);
      if (atUs != NEVER && nowUs - atUs < MOMENT_US) {
        return true;
      }
    }
    return false;
  }

  /** Drops what is long ago, once in a moment: so it holds the moves of two moments at most. */
  void forgetOld(long nowUs) {
    if (nowUs - cleanedUs >= MOMENT_US) {
      cleanedUs = nowUs;
      movedUs.values().removeIfLong(atUs -> nowUs - atUs >= MOMENT_US);
    }
  }
}
