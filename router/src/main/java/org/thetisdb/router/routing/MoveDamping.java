package org.thetisdb.router.routing;

import org.agrona.collections.Long2LongHashMap;

/**
 * Remembers which partitions were moved lately, so that they are not thrown back and forth. Each
 * move adds one to a partition's heat; heat halves with every half-life. Not thread-safe.
 */
final class MoveDamping {
  /** After this many half-lives a partition counts as cold. */
  private static final int FORGOTTEN_AFTER = 8;

  private static final long NEVER = Long.MIN_VALUE;
  private static final int HEAT_BITS = 12;
  private static final int HEAT_MASK = (1 << HEAT_BITS) - 1;
  private static final double HEAT_UNIT = 1.0 / 256;

  private final long halfLifeUs;

  /** Milliseconds of the last move above, heat in units below. */
  private final Long2LongHashMap moves = new Long2LongHashMap(NEVER);

  private long cleanedUs;

  MoveDamping(long halfLifeUs) {
    this.halfLifeUs = halfLifeUs;
  }

  /** How hot a partition is: 1 just after its first move, at most 15. */
  double heat(long partition, long nowUs) {
    long entry = moves.get(partition);
    if (entry == NEVER) {
      return 0;
    }
    double halfLives = (nowUs - (entry >> HEAT_BITS) * 1000) / (double) halfLifeUs;
    return (entry & HEAT_MASK) * HEAT_UNIT * Math.pow(0.5, Math.max(0, halfLives));
  }

  /** The partition moves now. */
  void onMove(long partition, long nowUs) {
    double heat = heat(partition, nowUs) + 1;
    long units = Math.min(HEAT_MASK, (long) (heat / HEAT_UNIT));
    moves.put(partition, ((nowUs / 1000) << HEAT_BITS) | units);
  }

  /** Drops what has gone cold, once in a half-life. */
  void forgetCold(long nowUs) {
    if (nowUs - cleanedUs >= halfLifeUs) {
      cleanedUs = nowUs;
      long oldestMs = (nowUs - FORGOTTEN_AFTER * halfLifeUs) / 1000;
      moves.values().removeIfLong(entry -> entry >> HEAT_BITS < oldestMs);
    }
  }
}
