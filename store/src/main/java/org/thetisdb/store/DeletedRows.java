package org.thetisdb.store;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/**
 * Rows that were deleted, in the order in which they were. They are collected as soon as the
 * watermark sees the delete, long before the walk over all rows comes by: a table that is used as a
 * queue would otherwise have more deleted rows in front than rows, and each look for its first row
 * would pass all of them. Bounded: a row that finds no room is left to the walk. Thread-safe.
 */
public final class DeletedRows {
  /** How many are kept in mind. */
  public static final int MOST = 1 << 16;

  /** Removes a row if it may go. */
  @FunctionalInterface
  public interface RowCollector {
    /** Returns whether it was removed. */
    boolean collect(RowKey key);
  }

  private record Deleted(RowKey key, long stamp, long position) {}

  private final ArrayDeque<Deleted> rows = new ArrayDeque<>();

  /** Of the rows that found no room, the one that was deleted last, by the site that did it. */
  private final Map<Integer, Deleted> forgotten = new HashMap<>();

  /** Takes note of a row whose newest version is a delete. */
  public synchronized void add(RowKey key, long stamp, long position) {
    if (rows.size() < MOST) {
      rows.add(new Deleted(key, stamp, position));
    } else {
      Deleted before = forgotten.get(Stamp.site(stamp));
      if (before == null || before.position < position) {
        forgotten.put(Stamp.site(stamp), new Deleted(key, stamp, position));
      }
    }
  }

  /**
   * Whether rows found no room that can all be collected now. Then it is for the caller to find
   * them, and they are not reported again.
   */
  public synchronized boolean handsOver(Snapshot watermark) {
    if (forgotten.isEmpty()) {
      return false;
    }
    for (Deleted last : forgotten.values()) {
      if (!watermark.isVisible(last.stamp, last.position)) {
        return false;
      }
    }
    forgotten.clear();
    return true;
  }

  /** Collects up to {@code most} rows whose deletes are seen; returns how many were removed. */
  public int collect(Snapshot watermark, int most, RowCollector rowCollector) {
    int removed = 0;
    for (int looked = 0; looked < most; looked++) {
      RowKey key = poll(watermark);
      if (key == null) {
        break;
      }
      removed += rowCollector.collect(key) ? 1 : 0;
    }
    return removed;
  }

  /** The row that was deleted first, if its delete is seen; else null. */
  private synchronized RowKey poll(Snapshot watermark) {
    Deleted first = rows.peek();
    if (first == null || !watermark.isVisible(first.stamp, first.position)) {
      return null;
    }
    rows.poll();
    return first.key;
  }
}
