package org.thetisdb.server.lock;

import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;

/** Whether one writes what another one reads or writes, as far as ranges tell. Stateless. */
public final class Overlap {
  private Overlap() {}

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
        if (one.meets(other)) {
          return true;
        }
      }
    }
    return false;
  }
}
