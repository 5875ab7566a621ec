package org.thetisdb.server.scheme.epoch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Until which logical time a site's keys were read as they are: the {@code rts} of LT-OCC (figure
 * 4-4 of the thesis), for rows, for keys without one, and for ranges. A call that writes a key does
 * so at a later time. What is said of a key may be later than the truth, never earlier; so where
 * there is too much to remember, one time is said of all of it. What lies before the end of an
 * epoch is forgotten with that, since everything is written behind it.
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class ReadTimes {
  private static final int MOST_KEYS = 1 << 16;
  private static final int MOST_RANGES = 128;

  private final Map<RowKey, Long> keys = new HashMap<>();
  private final List<ReadRange> ranges = new ArrayList<>(0);

  /** Of all keys of a table, by its id. */
  private final Map<Integer, Long> tables = new HashMap<>();

  /** Of every key. */
  private long least;

  private record ReadRange(KeyRange range, long until) {}

  /** Until when a key was read. */
  public long of(RowKey key) {
    long until = Math.max(least, keys.getOrDefault(key, 0L));
    if (!tables.isEmpty()) {
      until = Math.max(until, tables.getOrDefault(key.tableId(), 0L));
    }
    for (int i = 0; i < ranges.size(); i++) {
      ReadRange read = ranges.get(i);
      if (read.until > until && read.range.contains(key)) {
        until = read.until;
      }
    }
    return until;
  }

  /** A key is read until some time. */
  public void extend(RowKey key, long until) {
    if (until > least && keys.merge(key, until, Math::max) == until && keys.size() > MOST_KEYS) {
      for (long each : keys.values()) {
        least = Math.max(least, each);
      }
      keys.clear();
    }
  }

  /** All that is in a range, and that nothing else is there, is read until some time. */
  public void extend(KeyRange range, long until) {
    if (until <= least) {
      return;
    }
    ranges.add(new ReadRange(range, until));
    if (ranges.size() > MOST_RANGES) {
      for (ReadRange each : ranges) {
        tables.merge(each.range.tableId(), each.until, Math::max);
      }
      ranges.clear();
    }
  }

  /** An epoch has ended: nothing is written at that time any more, or before it. */
  public void endEpoch(long time) {
    least = Math.max(least, time);
    keys.values().removeIf(until -> until <= least);
    ranges.removeIf(read -> read.until <= least);
    tables.values().removeIf(until -> until <= least);
  }
}
