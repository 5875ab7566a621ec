package org.thetisdb.router.scheme.fragments;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.key.RowKey;

/**
 * Which rows are named most often, of many: it keeps a bounded number of counts, and one that comes
 * new takes the place and the count of the least (Metwally's Space-Saving). So a count is too high
 * at most by the least one. Owned by the engine's thread.
 */
final class HotRows {
  static final int MOST_ROWS = 64;

  private final Map<RowKey, Integer> counts = new HashMap<>();

  /** A row is named once more. */
  void add(RowKey row) {
    Integer known = counts.get(row);
    if (known != null) {
      counts.put(row, known + 1);
    } else if (counts.size() < MOST_ROWS) {
      counts.put(row, 1);
    } else {
      RowKey least = least();
      counts.put(row, counts.remove(least) + 1);
    }
  }

  private RowKey least() {
    return counts.entrySet().stream()
        .min(
            Map.Entry.<RowKey, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .orElseThrow()
        .getKey();
  }

  /**
   * So often the row was named that was named most often: at least that often without the least.
   */
  int most() {
    int most = 0;
    int least = counts.size() < MOST_ROWS ? 0 : Integer.MAX_VALUE;
    for (int count : counts.values()) {
      most = Math.max(most, count);
      least = counts.size() < MOST_ROWS ? 0 : Math.min(least, count);
    }
    return most - least;
  }

  /** What was long ago counts half. */
  void age() {
    counts.replaceAll((row, count) -> count / 2);
    counts.values().removeIf(count -> count == 0);
  }
}
