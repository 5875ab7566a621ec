package org.thetisdb.server.lock;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;

/** Whether one writes what another one reads or writes, as far as ranges tell. Stateless. */
public final class Overlap {
  private Overlap() {}

  /** The first key behind a range. */
  public static RowKey endOf(KeyRange range) {
    return range.to().length == 0
        ? new RowKey(range.tableId() + 1, range.to())
        : new RowKey(range.tableId(), range.to());
  }

  /** Whether a plan conflicts with the ranges of an earlier one. */
  public static boolean isBetween(AccessPlan earlier, AccessPlan later) {
    return holdsAny(earlier.readRanges(), later.writes())
        || holdsAny(earlier.writeRanges(), later.writes())
        || holdsAny(earlier.writeRanges(), later.reads())
        || meetAny(earlier.readRanges(), later.writeRanges())
        || meetAny(earlier.writeRanges(), later.readRanges())
        || meetAny(earlier.writeRanges(), later.writeRanges());
  }

  private static boolean holdsAny(List<KeyRange> ranges, List<RowKey> keys) {
    for (KeyRange range : ranges) {
      for (RowKey key : keys) {
        if (range.contains(key)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean meetAny(List<KeyRange> some, List<KeyRange> others) {
    for (KeyRange one : some) {
      for (KeyRange other : others) {
        if (meet(one, other)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean meet(KeyRange one, KeyRange other) {
    return one.tableId() == other.tableId()
        && beginsBeforeEnd(one.from(), other.to())
        && beginsBeforeEnd(other.from(), one.to());
  }

  private static boolean beginsBeforeEnd(byte[] from, byte[] to) {
    return to.length == 0 || Arrays.compareUnsigned(from, to) < 0;
  }
}
