package org.thetisdb.router.scheme.dynamast;

import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.router.routing.Measures;

/**
 * When each partition was moved, for some time: one that moved a moment ago moves again only for a
 * call that needs it. A moment is {@link #LEAST_US}, or as long as twenty moves take. Not
 * thread-safe.
 */
final class RecentMoves {
  private static final long LEAST_US = 1_000_000;
  private static final int MOVES = 20;
  private static final long NEVER = Long.MIN_VALUE;

  private final Measures measures;
  private final Long2LongHashMap movedUs = new Long2LongHashMap(NEVER);
  private long cleanedUs;

  RecentMoves(Measures measures) {
    this.measures = measures;
  }

  /** Whether a partition was moved a moment ago. */
  boolean isRecent(long partition, long nowUs) {
    long atUs = movedUs.get(partition);
    return atUs != NEVER && nowUs - atUs < momentUs();
  }

  private long momentUs() {
    return Math.max(LEAST_US, (long) (MOVES * measures.moveUs()));
  }

  /** The partition moves now. */
  void onMove(long partition, long nowUs) {
    movedUs.put(partition, nowUs);
  }

  /** Drops what is long ago, once in a moment: so it holds the moves of two moments at most. */
  void forgetOld(long nowUs) {
    long momentUs = momentUs();
    if (nowUs - cleanedUs >= momentUs) {
      cleanedUs = nowUs;
      movedUs.values().removeIfLong(atUs -> nowUs - atUs >= momentUs);
    }
  }
}
