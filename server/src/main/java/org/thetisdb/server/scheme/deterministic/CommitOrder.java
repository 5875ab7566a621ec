package org.thetisdb.server.scheme.deterministic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Checks that those which conflict commit in the order of their places, by what they have in fact
 * read and written, whatever was locked for them. What has committed is kept while somebody with an
 * earlier place has not. Not thread-safe.
 */
public final class CommitOrder {
  /** Of so many keys and ranges; what comes beyond is not compared with earlier ones. */
  private static final int MOST = 100_000;

  private final TreeMap<RowKey, Long> written = new TreeMap<>();
  private final Map<RowKey, Long> read = new HashMap<>();
  private final List<ReadRange> ranges = new ArrayList<>();

  /** The latest place that has committed. */
  private long latest;

  private record ReadRange(KeyRange range, long place) {}

  /** Whether nobody with a later place has committed. */
  public boolean isLatest(long place) {
    return latest < place;
  }

  /**
   * One is about to commit.
   *
   * @param firstPlace the first place of those that have not left, its own at the latest
   * @throws IllegalStateException if it conflicts with one that has a later place and has committed
   */
  public void commit(
      long place,
      long firstPlace,
      List<RowKey> readKeys,
      List<KeyRange> readRanges,
      List<RowKey> writtenKeys) {
    if (firstPlace > latest) {
      clear();
    }
    if (!isLatest(place)) {
      requireNoConflict(place, readKeys, readRanges, writtenKeys);
    }
    latest = Math.max(latest, place);
    if (firstPlace < place && size() < MOST) {
      readKeys.forEach(key -> read.merge(key, place, Math::max));
      writtenKeys.forEach(key -> written.merge(key, place, Math::max));
      readRanges.forEach(range -> ranges.add(new ReadRange(range, place)));
    }
  }

  private int size() {
    return written.size() + read.size() + ranges.size();
  }

  private void clear() {
    written.clear();
    read.clear();
    ranges.clear();
  }

  private void requireNoConflict(
      long place, List<RowKey> readKeys, List<KeyRange> readRanges, List<RowKey> writtenKeys) {
    for (RowKey key : readKeys) {
      require(place, key, written.get(key));
    }
    for (RowKey key : writtenKeys) {
      require(place, key, written.get(key));
      require(place, key, read.get(key));
      for (ReadRange each : ranges) {
        if (each.range.contains(key)) {
          require(place, key, each.place);
        }
      }
    }
    for (KeyRange range : readRanges) {
      RowKey from = new RowKey(range.tableId(), range.from());
      for (Map.Entry<RowKey, Long> each : written.tailMap(from).entrySet()) {
        if (!range.contains(each.getKey())) {
          break;
        }
        require(place, each.getKey(), each.getValue());
      }
    }
  }

  private static void require(long place, RowKey key, Long other) {
    if (other != null && other > place) {
      throw new IllegalStateException(
          "place %d commits behind place %d, and both meet %s".formatted(place, other, key));
    }
  }
}
