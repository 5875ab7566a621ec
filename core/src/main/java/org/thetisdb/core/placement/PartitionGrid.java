package org.thetisdb.core.placement;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.BigEndian;

/**
 * The partitions of one table: contiguous ranges of keys that follow from the key alone, so that
 * router and sites agree on them without asking each other. If the first key column is a LONG or an
 * INT, partition <i>i</i> holds the keys with {@code floorDiv(value, partitionKeys) == i};
 * otherwise <i>i</i> is the number in the key's first two bytes. A first column that may be null is
 * looked at behind its mark, and its nulls lie in the last partition. Partition ids rise with the
 * keys.
 *
 * <p>Bounds are bytes in the order of encoded keys; they need not be whole keys. An empty lower
 * bound is the table's beginning, an empty upper bound, which is exclusive, its end.
 *
 * <p>Immutable, safe for all threads; looking up a partition allocates nothing.
 */
public final class PartitionGrid implements Partitioning {
  private static final byte[] OPEN = {};
  private static final int PREFIX_BYTES = 2;

  private final int tableId;
  private final long partitionKeys;
  private final int widthBytes;
  private final boolean numbers;

  /** Bytes in front of the first column's value: 1 if it may be null. */
  private final int markBytes;

  private final long minIndex;
  private final long maxIndex;

  /** The grid of a table, with {@code partitionKeys} values of a first column of numbers each. */
  public PartitionGrid(int tableId, TableSchema schema, long partitionKeys) {
    if (partitionKeys < 1) {
      throw new IllegalArgumentException("a partition of " + partitionKeys + " keys");
    }
    ColumnType type = schema.column(0).type();
    this.tableId = tableId;
    this.partitionKeys = partitionKeys;
    this.numbers = type == ColumnType.LONG || type == ColumnType.INT;
    this.markBytes = schema.column(0).nullable() ? 1 : 0;
    this.widthBytes = numbers ? type.widthBytes() : PREFIX_BYTES;
    this.minIndex = numbers ? indexOf(lowest(type)) : 0;
    this.maxIndex = numbers ? indexOf(~lowest(type)) : 0xffff;
    PartitionId.of(tableId, maxIndex);
  }

  private static long lowest(ColumnType type) {
    return type == ColumnType.LONG ? Long.MIN_VALUE : Integer.MIN_VALUE;
  }

  private long indexOf(long value) {
    long index = Math.floorDiv(value, partitionKeys);
    return Math.max(-PartitionId.MAX_INDEX, Math.min(PartitionId.MAX_INDEX, index));
  }

  /** The table. */
  public int tableId() {
    return tableId;
  }

  /** The partition of a key of this table. */
  public long partitionOf(RowKey key) {
    return partitionOf(key.bytes());
  }

  /** Also that of the first key from a lower bound on. */
  @Override
  public long partitionOf(byte[] key) {
    int mark = mark(key);
    if (mark != KeyCodec.PRESENT) {
      return mark < KeyCodec.PRESENT ? firstPartition() : lastPartition();
    }
    long first = first(key);
    return PartitionId.of(tableId, numbers ? indexOf(first) : first);
  }

  /**
   * Whether partitions are distinguished by numbers: the first key column is one, and is never
   * null.
   */
  public boolean isOfNumbers() {
    return numbers && markBytes == 0;
  }

  /** The partition of a value of the first key column, which is a number. */
  public long partitionOfValue(long value) {
    return PartitionId.of(tableId, Math.max(minIndex, Math.min(maxIndex, indexOf(value))));
  }

  /** The lowest value of the first key column in a partition, where it is a number. */
  public long firstValue(long partition) {
    return index(partition) * partitionKeys;
  }

  /** The highest value of the first key column in a partition, where it is a number. */
  public long lastValue(long partition) {
    return firstValue(partition) + partitionKeys - 1;
  }

  /** What stands in front of the first column's value; 0 for a bound without any bytes. */
  private int mark(byte[] key) {
    if (markBytes == 0) {
      return KeyCodec.PRESENT;
    }
    return key.length == 0 ? 0 : key[0] & 0xff;
  }

  /**
   * The first column as a number, or the first two bytes; bytes that are not there count as zero.
   */
  private long first(byte[] key) {
    if (widthBytes == Long.BYTES && key.length >= markBytes + Long.BYTES) {
      return BigEndian.getLong(key, markBytes) ^ Long.MIN_VALUE;
    }
    long value = 0;
    for (int i = markBytes; i < markBytes + widthBytes; i++) {
      value = value << 8 | (i < key.length ? key[i] & 0xff : 0);
    }
    return numbers ? value + lowestOfWidth() : value;
  }

  private long lowestOfWidth() {
    return widthBytes == Long.BYTES ? Long.MIN_VALUE : Integer.MIN_VALUE;
  }

  /** The lowest partition of the table. */
  public long firstPartition() {
    return PartitionId.of(tableId, minIndex);
  }

  /** The highest partition of the table. */
  public long lastPartition() {
    return PartitionId.of(tableId, maxIndex);
  }

  /**
   * The highest partition that holds keys below {@code to}; below the first one if there are none.
   */
  private long lastIndexBelow(byte[] to) {
    if (to.length == 0) {
      return maxIndex;
    }
    int mark = mark(to);
    if (mark != KeyCodec.PRESENT) {
      return mark > KeyCodec.PRESENT ? maxIndex : minIndex - 1;
    }
    long first = first(to);
    if (to.length > markBytes + widthBytes) {
      return numbers ? indexOf(first) : first;
    }
    if (!numbers) {
      boolean shorterKeyBelow =
          to.length == markBytes + widthBytes && to[markBytes + widthBytes - 1] == 0;
      return shorterKeyBelow ? first : first - 1;
    }
    return first == lowestOfWidth() ? minIndex - 1 : indexOf(first - 1);
  }

  /** Where a partition begins: every key of it is at or above, every key of a lower one below. */
  public byte[] lowerBound(long partition) {
    long index = index(partition);
    if (index == minIndex) {
      return OPEN;
    }
    long first = numbers ? index * partitionKeys - lowestOfWidth() : index;
    return withoutTrailingZeros(first);
  }

  private byte[] withoutTrailingZeros(long first) {
    byte[] bound = new byte[markBytes + widthBytes];
    long rest = first;
    int length = markBytes;
    for (int i = bound.length - 1; i >= markBytes; i--) {
      bound[i] = (byte) rest;
      length = length == markBytes && bound[i] != 0 ? i + 1 : length;
      rest >>>= 8;
    }
    if (markBytes > 0) {
      bound[0] = KeyCodec.PRESENT;
    }
    return Arrays.copyOf(bound, length);
  }

  /** Where a partition ends, exclusive; empty for the last one. */
  public byte[] upperBound(long partition) {
    long index = index(partition);
    return index == maxIndex ? OPEN : lowerBound(PartitionId.of(tableId, index + 1));
  }

  private long index(long partition) {
    long index = PartitionId.index(partition);
    if (PartitionId.table(partition) != tableId || index < minIndex || index > maxIndex) {
      throw new IllegalArgumentException(
          "partition " + PartitionId.toString(partition) + " is not of table " + tableId);
    }
    return index;
  }

  /**
   * Number of partitions that hold keys from {@code from} to below {@code to}; 0 if the range is
   * empty.
   */
  public long countPartitions(byte[] from, byte[] to) {
    if (to.length > 0 && Arrays.compareUnsigned(from, to) >= 0) {
      return 0;
    }
    long first = PartitionId.index(partitionOf(from));
    return Math.max(0, lastIndexBelow(to) - first + 1);
  }

  @Override
  public boolean forEachPartition(byte[] from, byte[] to, int most, LongConsumer action) {
    long count = countPartitions(from, to);
    if (count > most) {
      return false;
    }
    long first = PartitionId.index(partitionOf(from));
    for (long i = 0; i < count; i++) {
      action.accept(PartitionId.of(tableId, first + i));
    }
    return true;
  }
}
