package org.thetisdb.benchmarks.statements;

import java.util.Arrays;

/**
 * The last times of one kind, in nanoseconds: those of a warm-up fall out at the other end. One
 * thread adds, another one may read a moment later and then misses at most the newest. Bounded.
 */
final class RecentTimes {
  private static final int KEPT = 1 << 13;

  private final long[] timesNs = new long[KEPT];
  private volatile long count;

  /** Adds a time. */
  void add(long timeNs) {
    long at = count;
    timesNs[(int) (at & (KEPT - 1))] = timeNs;
    count = at + 1;
  }

  /** Those that are kept, in no order. */
  long[] all() {
    return Arrays.copyOf(timesNs, (int) Math.min(KEPT, count));
  }
}
