package org.thetisdb.store.chronicle;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.DeletedRows;

/** Walks over all rows in bounded pieces, and remembers where it stopped. Not thread-safe. */
final class Collector {
  private static final byte[] BEGINNING = {};

  private final TableIndexes indexes;
  private int table;
  private byte[] lastKey;
  private int looked;
  private long rounds;

  Collector(TableIndexes indexes) {
    this.indexes = indexes;
  }

  /** Looks at up to {@code maxRows} rows, at each at most once; returns how many were removed. */
  int run(int maxRows, DeletedRows.RowCollector rows) {
    looked = 0;
    int removed = 0;
    for (int tables = indexes.tableBound(); looked < maxRows && tables >= 0; tables--) {
      removed += runTable(maxRows, rows);
      if (looked < maxRows) {
        nextTable();
      }
    }
    return removed;
  }

  private int runTable(int maxRows, DeletedRows.RowCollector rows) {
    OrderedKeys keys = indexes.find(table);
    if (keys == null) {
      return 0;
    }
    int[] removed = {0};
    boolean first = lastKey == null;
    keys.ascend(
        first ? BEGINNING : lastKey,
        first,
        null,
        key -> {
          removed[0] += rows.collect(new RowKey(table, key)) ? 1 : 0;
          lastKey = key;
          looked++;
          return looked < maxRows;
        });
    return removed[0];
  }

  private void nextTable() {
    lastKey = null;
    table++;
    if (table >= indexes.tableBound()) {
      table = 0;
      rounds++;
    }
  }

  /** How often it came to the end of the last table. */
  long rounds() {
    return rounds;
  }
}
