package org.thetisdb.benchmarks.listappend;

import java.util.random.RandomGenerator;

/**
 * Which lists are in use. A list that has got its share of appends retires and a new one takes its
 * place; for a while it is still read. Thread-safe.
 */
final class KeyWindow {
  /** Between two keys, so that few of them share a partition. */
  private static final long STRIDE = 37;

  private static final int READ_RETIRED_PERCENT = 10;

  private final int appendsPerKey;
  private final long[] current;
  private final long[] retired;
  private final int[] appends;
  private long nextKey;
  private long nextElement = Lists.READ + 1;

  KeyWindow(int keys, int appendsPerKey) {
    this.appendsPerKey = appendsPerKey;
    this.current = new long[keys];
    this.retired = new long[keys];
    this.appends = new int[keys];
    for (int slot = 0; slot < keys; slot++) {
      current[slot] = newKey();
      retired[slot] = current[slot];
    }
  }

  private long newKey() {
    nextKey += STRIDE;
    return nextKey - STRIDE;
  }

  /** A list to read. */
  synchronized long keyToRead(RandomGenerator random) {
    int slot = random.nextInt(current.length);
    return random.nextInt(100) < READ_RETIRED_PERCENT ? retired[slot] : current[slot];
  }

  /** A list to append to, which counts as one append. */
  synchronized long keyToAppend(RandomGenerator random) {
    int slot = random.nextInt(current.length);
    long key = current[slot];
    if (++appends[slot] == appendsPerKey) {
      appends[slot] = 0;
      retired[slot] = key;
      current[slot] = newKey();
    }
    return key;
  }

  /** An element that no list has. */
  synchronized long newElement() {
    return nextElement++;
  }

  /** How many lists there have been. */
  synchronized int keys() {
    return Math.toIntExact(nextKey / STRIDE);
  }

  /** The key of a list, from 0. */
  static long key(int number) {
    return number * STRIDE;
  }
}
