package org.thetisdb.server.commit;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.thetisdb.core.key.RowKey;

/**
 * Which transactions have prepared rows to write them. A row may have several, which stand on each
 * other in the order of their numbers (decision 0163). Not thread-safe; the site's engine owns it.
 */
final class RowOwners {
  private static final long[] NONE = {};

  private final TreeMap<RowKey, long[]> owners = new TreeMap<>();

  boolean isEmpty() {
    return owners.isEmpty();
  }

  boolean contains(RowKey key) {
    return owners.containsKey(key);
  }

  void add(RowKey key, long transaction) {
    long[] before = of(key);
    if (Arrays.binarySearch(before, transaction) < 0) {
      long[] more = Arrays.copyOf(before, before.length + 1);
      more[before.length] = transaction;
      Arrays.sort(more);
      owners.put(key, more);
    }
  }

  void remove(RowKey key, long transaction) {
    long[] before = of(key);
    int place = Arrays.binarySearch(before, transaction);
    if (place < 0) {
      return;
    }
    if (before.length == 1) {
      owners.remove(key);
      return;
    }
    long[] fewer = Arrays.copyOf(before, before.length - 1);
    System.arraycopy(before, place + 1, fewer, place, fewer.length - place);
    owners.put(key, fewer);
  }

  /** Those of a row, the lowest number first. */
  long[] of(RowKey key) {
    return owners.isEmpty() ? NONE : owners.getOrDefault(key, NONE);
  }

  boolean isAny(RowKey key, LongPredicate which) {
    return isAny(of(key), which);
  }

  private static boolean isAny(long[] transactions, LongPredicate which) {
    for (long each : transactions) {
      if (which.test(each)) {
        return true;
      }
    }
    return false;
  }

  /** The first row of a range that has one of these; null if there is none. */
  RowKey firstIn(int tableId, byte[] from, byte[] to, LongPredicate which) {
    for (Map.Entry<RowKey, long[]> each : in(tableId, from, to).entrySet()) {
      if (isAny(each.getValue(), which)) {
        return each.getKey();
      }
    }
    return null;
  }

  /** All of the rows of a range; one may be named again. */
  void forEachIn(int tableId, byte[] from, byte[] to, LongConsumer action) {
    for (long[] each : in(tableId, from, to).values()) {
      Arrays.stream(each).forEach(action);
    }
  }

  private Map<RowKey, long[]> in(int tableId, byte[] from, byte[] to) {
    if (owners.isEmpty()) {
      return Map.of();
    }
    RowKey end = to.length == 0 ? new RowKey(tableId + 1, to) : new RowKey(tableId, to);
    RowKey first = new RowKey(tableId, from);
    return first.compareTo(end) >= 0 ? Map.of() : owners.subMap(first, end);
  }
}
