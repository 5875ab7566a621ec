package org.thetisdb.store.chronicle;

import java.util.Arrays;

/** The ordered keys of each table; tables come into being with their first row. Thread-safe. */
final class TableIndexes {
  /** Table ids are small numbers that the catalog gives out one after the other. */
  static final int MAX_TABLES = 1 << 16;

  private static final OrderedKeys[] NONE = {};

  /** Replaced, never changed; a table without rows has no entry. */
  private volatile OrderedKeys[] byTable = NONE;

  /** A table's keys, or null if it never had any. */
  OrderedKeys find(int tableId) {
    OrderedKeys[] known = byTable;
    return tableId >= 0 && tableId < known.length ? known[tableId] : null;
  }

  /** A table's keys. */
  OrderedKeys findOrCreate(int tableId) {
    OrderedKeys keys = find(tableId);
    return keys != null ? keys : create(tableId);
  }

  private synchronized OrderedKeys create(int tableId) {
    if (tableId < 0 || tableId >= MAX_TABLES) {
      throw new IllegalArgumentException("table id " + tableId + " is not below " + MAX_TABLES);
    }
    OrderedKeys[] known = byTable;
    if (tableId < known.length && known[tableId] != null) {
      return known[tableId];
    }
    OrderedKeys[] more = Arrays.copyOf(known, Math.max(known.length, tableId + 1));
    more[tableId] = new OrderedKeys();
    byTable = more;
    return more[tableId];
  }

  /** Ids below this may have rows. */
  int tableBound() {
    return byTable.length;
  }

  long count(int tableId) {
    OrderedKeys keys = find(tableId);
    return keys == null ? 0 : keys.count();
  }
}
