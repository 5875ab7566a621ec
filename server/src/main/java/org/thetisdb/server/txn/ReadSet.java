package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;

/**
 * What a serializable transaction has read in its snapshot: keys, be there a row or not, and ranges
 * as far as they were read. Bounded; a transaction that reads more can no longer write. Not
 * thread-safe.
 */
final class ReadSet {
  static final int MOST_KEYS = 10_000;
  static final int MOST_RANGES = 1_000;

  /** Most rows in ranges, since each is looked at again at the COMMIT. */
  static final int MOST_ROWS = 20_000;

  private final Set<RowKey> keys = new LinkedHashSet<>();
  private final List<KeySet.KeyRange> ranges = new ArrayList<>();
  private int rows;
  private boolean tooLarge;

  /** A key was looked up. */
  void add(RowKey key) {
    if (!tooLarge) {
      keys.add(key);
      requireBounds();
    }
  }

  /** More was read than is kept. */
  void giveUp() {
    tooLarge = true;
    keys.clear();
    ranges.clear();
  }

  /** A range was read, up to the last of the rows that were found if these are as many as asked. */
  void add(int tableId, KeyRange range, int limit, boolean backwards, List<Row> found) {
    if (tooLarge) {
      return;
    }
    byte[] from = range.encodedFrom();
    byte[] to = range.encodedTo();
    if (found.size() >= limit) {
      byte[] last = found.get(found.size() - 1).encodedKey();
      from = backwards ? last : from;
      to = backwards ? to : Arrays.copyOf(last, last.length + 1);
    }
    ranges.add(new KeySet.KeyRange(tableId, from, to));
    rows += found.size();
    requireBounds();
  }

  private void requireBounds() {
    if (keys.size() > MOST_KEYS || ranges.size() > MOST_RANGES || rows > MOST_ROWS) {
      giveUp();
    }
  }

  /** Whether more was read than is kept. */
  boolean isTooLarge() {
    return tooLarge;
  }

  /** Keys and ranges, as the router gets them to have them mastered here. */
  KeySet toKeySet() {
    return new KeySet(List.of(), List.copyOf(keys), List.copyOf(ranges));
  }

  Set<RowKey> keys() {
    return keys;
  }

  List<KeySet.KeyRange> ranges() {
    return ranges;
  }

  /**
   * Whether the newest versions are those that the snapshot sees: no row was changed, came or went.
   */
  boolean isUnchanged(RowStore store, Snapshot seen) {
    RowVersion version = new RowVersion();
    for (RowKey key : keys) {
      if (store.readNewest(key, version) && !seen.isVisible(version.stamp(), version.position())) {
        return false;
      }
    }
    for (KeySet.KeyRange range : ranges) {
      if (!isUnchanged(range, store, seen)) {
        return false;
      }
    }
    return true;
  }

  /** Every newest row is one that was seen, and they are as many as were seen. */
  private static boolean isUnchanged(KeySet.KeyRange range, RowStore store, Snapshot seen) {
    boolean[] changed = {false};
    int[] count = {0};
    byte[] to = range.to().length == 0 ? null : range.to();
    store.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> {
          changed[0] = !seen.isVisible(version.stamp(), version.position());
          count[0]++;
          return !changed[0];
        });
    if (changed[0]) {
      return false;
    }
    store.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        seen,
        (key, version) -> {
          count[0]--;
          return true;
        });
    return count[0] == 0;
  }
}
