package org.thetisdb.router.routing;

/**
 * For one partition: how often each other partition was accessed together with it. A table of longs
 * to ints with open addressing. Removing closes the gap by moving entries back, so the table needs
 * no tombstones however long it lives.
 *
 * <p>The order of a walk depends on hashing. Callers must take sums, or break ties by partition.
 */
public final class CoAccessCounts {
  /** No partition has this id: its index would be out of range. */
  private static final long FREE = 0;

  private static final int FIRST_CAPACITY = 4;

  private long[] partitions = new long[FIRST_CAPACITY];
  private int[] counts = new int[FIRST_CAPACITY];
  private int size;

  public int size() {
    return size;
  }

  /** Number of slots to walk over with {@link #partitionAt} and {@link #countAt}. */
  public int slots() {
    return partitions.length;
  }

  /** The partition in a slot; 0 when the slot is free. */
  public long partitionAt(int slot) {
    return partitions[slot];
  }

  /** The count in a slot. */
  public int countAt(int slot) {
    return counts[slot];
  }

  public int get(long partition) {
    int slot = slotOf(partition);
    return partitions[slot] == partition ? counts[slot] : 0;
  }

  /** Counts one more, or one less. */
  public void change(long partition, boolean add) {
    if (add) {
      increment(partition);
    } else {
      decrement(partition);
    }
  }

  public void increment(long partition) {
    int slot = slotOf(partition);
    if (partitions[slot] == FREE) {
      if (size >= partitions.length - (partitions.length >> 2)) {
        grow();
        slot = slotOf(partition);
      }
      partitions[slot] = partition;
      size++;
    }
    counts[slot]++;
  }

  public void decrement(long partition) {
    int slot = slotOf(partition);
    if (partitions[slot] == FREE) {
      throw new IllegalStateException("a co-access that was never counted");
    }
    if (--counts[slot] == 0) {
      size--;
      free(slot);
    }
  }

  private int slotOf(long partition) {
    int mask = partitions.length - 1;
    int slot = hash(partition) & mask;
    while (partitions[slot] != partition && partitions[slot] != FREE) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Closes the gap at {@code gap} by moving later entries of the same run back. */
  private void free(int gap) {
    int mask = partitions.length - 1;
    int hole = gap;
    int slot = gap;
    partitions[hole] = FREE;
    while (true) {
      slot = (slot + 1) & mask;
      if (partitions[slot] == FREE) {
        return;
      }
      int home = hash(partitions[slot]) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        partitions[hole] = partitions[slot];
        counts[hole] = counts[slot];
        partitions[slot] = FREE;
        counts[slot] = 0;
        hole = slot;
      }
    }
  }

  private void grow() {
    long[] oldPartitions = partitions;
    int[] oldCounts = counts;
    partitions = new long[oldPartitions.length * 2];
    counts = new int[partitions.length];
    for (int i = 0; i < oldPartitions.length; i++) {
      if (oldPartitions[i] != FREE) {
        int slot = slotOf(oldPartitions[i]);
        partitions[slot] = oldPartitions[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  private static int hash(long partition) {
    long h = partition * 0x9e37_79b9_7f4a_7c15L;
    return (int) (h ^ h >>> 32);
  }
}
