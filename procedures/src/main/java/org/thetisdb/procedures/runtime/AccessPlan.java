package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * What one call is going to touch: keys that it writes, keys that it only reads, and ranges. Keys
 * are sorted and distinct, and no key is in both lists. Made by {@link AccessPlanBuilder}.
 * Immutable by contract: arrays and lists that are handed out must not be changed.
 */
public final class AccessPlan {
  /** Touches nothing. */
  public static final AccessPlan EMPTY =
      new AccessPlan(new RowKey[0], new RowKey[0], List.of(), List.of());

  private final RowKey[] writes;
  private final RowKey[] reads;
  private final List<KeyRange> readRanges;
  private final List<KeyRange> writeRanges;

  AccessPlan(
      RowKey[] writes, RowKey[] reads, List<KeyRange> readRanges, List<KeyRange> writeRanges) {
    this.writes = writes;
    this.reads = reads;
    this.readRanges = readRanges;
    this.writeRanges = writeRanges;
  }

  /** The keys of this one, and no ranges. */
  public AccessPlan withoutRanges() {
    return readRanges.isEmpty() && writeRanges.isEmpty()
        ? this
        : new AccessPlan(writes, reads, List.of(), List.of());
  }

  /** Number of keys that are written. */
  public int writeCount() {
    return writes.length;
  }

  /** A key that is written. */
  public RowKey write(int index) {
    return writes[index];
  }

  /** The keys that are written, as a view. */
  public List<RowKey> writes() {
    return Arrays.asList(writes);
  }

  /** Number of keys that are only read. */
  public int readCount() {
    return reads.length;
  }

  /** A key that is only read. */
  public RowKey read(int index) {
    return reads[index];
  }

  /** The keys that are only read, as a view. */
  public List<RowKey> reads() {
    return Arrays.asList(reads);
  }

  /** The ranges that are read; may overlap each other and the keys. */
  public List<KeyRange> readRanges() {
    return readRanges;
  }

  /** The ranges in which rows are written that the run finds out; may overlap. */
  public List<KeyRange> writeRanges() {
    return writeRanges;
  }

  /** Whether nothing is written. */
  public boolean isReadOnly() {
    return writes.length == 0 && writeRanges.isEmpty();
  }

  /** Whether a key is among those that are written, ranges left aside. */
  public boolean writesKey(RowKey key) {
    return Arrays.binarySearch(writes, key) >= 0;
  }

  /** Whether writing a key was planned, by itself or by a range. */
  public boolean coversWrite(RowKey key) {
    return writesKey(key) || isIn(writeRanges, key);
  }

  /** Whether reading a key was planned; what may be written may be read. */
  public boolean coversRead(RowKey key) {
    return coversWrite(key) || Arrays.binarySearch(reads, key) >= 0 || isIn(readRanges, key);
  }

  /** Whether reading a range was planned, by one range that is as wide. */
  public boolean coversRead(KeyRange range) {
    return isWithin(readRanges, range) || isWithin(writeRanges, range);
  }

  private static boolean isIn(List<KeyRange> ranges, RowKey key) {
    for (KeyRange range : ranges) {
      if (range.contains(key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithin(List<KeyRange> ranges, KeyRange inner) {
    for (KeyRange outer : ranges) {
      if (outer.tableId() == inner.tableId() && outer.encloses(inner.from(), inner.to())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Keys and ranges as they go over the wire; ranges that are written go as ranges that are read.
   */
  public KeySet toKeySet() {
    if (writeRanges.isEmpty()) {
      return new KeySet(writes(), reads(), readRanges);
    }
    List<KeyRange> ranges = new ArrayList<>(readRanges);
    ranges.addAll(writeRanges);
    return new KeySet(writes(), reads(), ranges);
  }

  @Override
  public String toString() {
    return "writes %s %s, reads %s %s".formatted(writes(), writeRanges, reads(), readRanges);
  }
}
