package org.thetisdb.core.id;

/**
 * The id of a partition, a contiguous range of one table's keys, in one word: the table in the high
 * 16 bits, the index of the range in the table's grid in the low 48. Kept as a plain {@code long}
 * on hot paths.
 */
public final class PartitionId {
  /** Indexes run from {@code -MAX_INDEX} to {@code MAX_INDEX}. */
  public static final long MAX_INDEX = (1L << 46) - 1;

  /** Largest table id. */
  public static final int MAX_TABLE = (1 << 15) - 1;

  private static final long BIAS = 1L << 47;
  private static final long INDEX_MASK = (1L << 48) - 1;

  private PartitionId() {}

  /** Packs table and index; ids of one table sort as their ranges do. */
  public static long of(int tableId, long index) {
    if (tableId < 0 || tableId > MAX_TABLE || index < -MAX_INDEX || index > MAX_INDEX) {
      throw new IllegalArgumentException(
          "partition out of range: table " + tableId + ", index " + index);
    }
    return (long) tableId << 48 | (index + BIAS & INDEX_MASK);
  }

  /** The table of a partition. */
  public static int table(long partition) {
    return (int) (partition >>> 48);
  }

  /** The index of a partition in its table's grid. */
  public static long index(long partition) {
    return (partition & INDEX_MASK) - BIAS;
  }

  /** A form for people: {@code table/index}. */
  public static String toString(long partition) {
    return table(partition) + "/" + index(partition);
  }
}
