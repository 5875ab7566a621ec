package org.thetisdb.core.wire;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import org.thetisdb.core.key.RowKey;

/** Keys that a call writes and reads, and ranges that it reads; found by reconnaissance. */
public record KeySet(List<RowKey> written, List<RowKey> read, List<KeyRange> ranges) {
  /**
   * Most keys, and most ranges, of one kind. A key takes many times its encoded size in memory, so
   * a limit on frames alone is too weak.
   */
  public static final int MAX_KEYS = 1 << 20;

  /** The number of entries of its longest list. */
  public int largest() {
    return Math.max(written.size(), Math.max(read.size(), ranges.size()));
  }

  /** What is written, without what is only read. */
  public KeySet onlyWritten() {
    return new KeySet(written, List.of(), List.of());
  }

  /** What is of other tables than some, by their ids; this set itself if nothing is of them. */
  public KeySet without(IntPredicate tables) {
    boolean isAll =
        written.stream().noneMatch(key -> tables.test(key.tableId()))
            && read.stream().noneMatch(key -> tables.test(key.tableId()))
            && ranges.stream().noneMatch(range -> tables.test(range.tableId()));
    return isAll
        ? this
        : new KeySet(
            written.stream().filter(key -> !tables.test(key.tableId())).toList(),
            read.stream().filter(key -> !tables.test(key.tableId())).toList(),
            ranges.stream().filter(range -> !tables.test(range.tableId())).toList());
  }

  /**
   * A range of one table's keys: from, inclusive, to, exclusive; an empty {@code to} is the table's
   * end.
   */
  public record KeyRange(int tableId, byte[] from, byte[] to) {
    /** Whether a key lies in it. */
    public boolean contains(RowKey key) {
      return tableId == key.tableId()
          && Arrays.compareUnsigned(from, key.bytes()) <= 0
          && (to.length == 0 || Arrays.compareUnsigned(key.bytes(), to) < 0);
    }

    /** Whether any key may lie in it and in another range. */
    public boolean meets(KeyRange other) {
      return tableId == other.tableId
          && beginsBefore(from, other.to)
          && beginsBefore(other.from, to);
    }

    private static boolean beginsBefore(byte[] from, byte[] to) {
      return to.length == 0 || Arrays.compareUnsigned(from, to) < 0;
    }

    /** The first key that may lie in it. */
    public RowKey first() {
      return new RowKey(tableId, from);
    }

    /** The first key behind it. */
    public RowKey end() {
      return new RowKey(to.length == 0 ? tableId + 1 : tableId, to);
    }

    /** The part of a map whose keys lie in it; a view. */
    public <V> SortedMap<RowKey, V> within(SortedMap<RowKey, V> map) {
      RowKey first = first();
      RowKey end = end();
      return first.compareTo(end) < 0 ? map.subMap(first, end) : Collections.emptySortedMap();
    }

    /** Whether a range of the same table lies in it as a whole. */
    public boolean encloses(byte[] innerFrom, byte[] innerTo) {
      return Arrays.compareUnsigned(from, innerFrom) <= 0
          && (to.length == 0 || (innerTo.length > 0 && Arrays.compareUnsigned(innerTo, to) <= 0));
    }
  }
}
