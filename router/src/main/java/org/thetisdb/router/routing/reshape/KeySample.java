package org.thetisdb.router.routing.reshape;

import org.thetisdb.core.key.RowKey;

/**
 * The last writes in one range, of those that were sampled, and how much is written there. Of each
 * write the first and the last key are kept: it would be split by any border between them. Not
 * thread-safe.
 */
final class KeySample {
  static final int CAPACITY = 64;

  private final RowKey[] lowest = new RowKey[CAPACITY];
  private final RowKey[] highest = new RowKey[CAPACITY];
  private int oldest;
  private int size;
  private RecentCount count = new RecentCount();

  /** Writes that have come since somebody looked for a border. */
  private int unseen;

  void add(RowKey low, RowKey high, long nowUs) {
    count.add(1, nowUs);
    keep(low, high);
  }

  private void keep(RowKey low, RowKey high) {
    unseen++;
    int slot = (oldest + size) % CAPACITY;
    lowest[slot] = low;
    highest[slot] = high;
    if (size < CAPACITY) {
      size++;
    } else {
      oldest = (oldest + 1) % CAPACITY;
    }
  }

  int size() {
    return size;
  }

  /** Writes that have come since {@link #seen}. */
  int unseen() {
    return unseen;
  }

  /** Somebody has looked for a border among what is here, and found none. */
  void seen() {
    unseen = 0;
  }

  /** The first key of a write; index 0 is the oldest. */
  RowKey lowest(int index) {
    return lowest[(oldest + index) % CAPACITY];
  }

  RowKey highest(int index) {
    return highest[(oldest + index) % CAPACITY];
  }

  /** Sampled writes of late; each counts less the older it is. */
  double weight(long nowUs) {
    return count.at(nowUs);
  }

  /** When something was written last. */
  long lastUs() {
    return count.lastUs();
  }

  /**
   * What is known of the part from a border on, or of the part below it. Writes in both count for
   * both.
   */
  KeySample part(byte[] border, boolean upper) {
    KeySample part = new KeySample();
    for (int i = 0; i < size; i++) {
      RowKey key = upper ? highest(i) : lowest(i);
      boolean isUpper = java.util.Arrays.compareUnsigned(key.bytes(), border) >= 0;
      if (isUpper == upper) {
        part.keep(lowest(i), highest(i));
      }
    }
    part.count = count.part(part.size / (double) Math.max(1, size));
    return part;
  }
}
