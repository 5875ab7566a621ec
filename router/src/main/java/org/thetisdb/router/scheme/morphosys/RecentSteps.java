package org.thetisdb.router.scheme.morphosys;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Partitions that have moved of late, and how often: nothing moves them again for no call a moment
 * later, lest all flee from a site that stalls, and come back. Not thread-safe.
 */
final class RecentSteps {
  /** For so long a partition stays for a while. */
  private static final long MOMENT_US = 500_000;

  /** Moves count for about so long. */
  private static final long REMEMBERED_US = 2_000_000;

  private static final double SECOND_US = 1e6;

  private final Long2ObjectHashMap<Moved> moved = new Long2ObjectHashMap<>();
  private long cleanedUs;

  private static final class Moved {
    private long lastUs;
    private double perS;
  }

  /** The partition moves now. */
  void onMove(long partition, long nowUs) {
    Moved before = moved.get(partition);
    if (before == null) {
      before = new Moved();
      moved.put(partition, before);
    } else {
      long sinceUs = Math.max(1, nowUs - before.lastUs);
      double weight = Math.min(1, sinceUs / (double) REMEMBERED_US + 0.05);
      before.perS += weight * (SECOND_US / sinceUs - before.perS);
    }
    before.lastUs = nowUs;
  }

  /** How often a partition has moved in a second of late; 0 if it moved once, or never. */
  double movesPerS(long partition) {
    Moved known = moved.get(partition);
    return known == null ? 0 : known.perS;
  }

  /** Whether one of these moved a moment ago. */
  boolean isAny(long[] partitions, long nowUs) {
    for (long partition : partitions) {
      Moved known = moved.get(partition);
      if (known != null && nowUs - known.lastUs < MOMENT_US) {
        return true;
      }
    }
    return false;
  }

  /** Drops what is long ago, now and then: so it holds the moves of some seconds at most. */
  void forgetOld(long nowUs) {
    if (nowUs - cleanedUs >= REMEMBERED_US) {
      cleanedUs = nowUs;
      moved.values().removeIf(each -> nowUs - each.lastUs >= REMEMBERED_US);
    }
  }
}
