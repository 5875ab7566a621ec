package org.thetisdb.store;

/**
 * About how much a range of a table holds. Immutable.
 *
 * @param rows that are not deleted
 * @param bytes of their newest versions, with their keys
 * @param exact whether they were counted
 */
public record RangeEstimate(long rows, long bytes, boolean exact) {
  /** Ranges of up to so many rows are counted. */
  static final int MOST_COUNTED = 1_024;

  /**
   * The key of the first or the last row of a range; empty if it has none.
   *
   * @param to last key, exclusive; null for the table's end
   */
  public static byte[] endOf(RowStore store, int tableId, byte[] from, byte[] to, boolean last) {
    byte[][] found = {new byte[0]};
    store.scan(
        tableId,
        from,
        to,
        last,
        Snapshot.EVERYTHING,
        (key, version) -> {
          found[0] = key;
          return false;
        });
    return found[0];
  }

  /** Of a range of a store's table. */
  static RangeEstimate of(RowStore store, int tableId, byte[] from, byte[] to) {
    long[] seen = new long[2];
    store.scan(
        tableId,
        from,
        to,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> {
          seen[0]++;
          seen[1] += key.length + version.length();
          return seen[0] < MOST_COUNTED;
        });
    if (seen[0] < MOST_COUNTED) {
      return new RangeEstimate(seen[0], seen[1], true);
    }
    double share = store.share(tableId, from, to);
    long rows = Math.max(MOST_COUNTED, Math.round(share * store.rowCount(tableId)));
    return new RangeEstimate(rows, rows * seen[1] / MOST_COUNTED, false);
  }
}
