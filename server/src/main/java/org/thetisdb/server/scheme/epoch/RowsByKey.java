package org.thetisdb.server.scheme.epoch;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Object2ObjectHashMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.BufferedRows.Version;

/**
 * Rows by their keys, and in the order of their keys for tables in which ranges were asked for.
 * Most tables are only ever read by key, and to keep them in order as well costs several times as
 * much as all else that is done with a decided row; so a table is put in order by the first that
 * asks, and stays so. Not thread-safe.
 */
final class RowsByKey {
  private final Object2ObjectHashMap<RowKey, Version> rows = new Object2ObjectHashMap<>();
  private final Int2ObjectHashMap<NavigableMap<RowKey, Version>> ordered =
      new Int2ObjectHashMap<>();

  Version get(RowKey key) {
    return rows.get(key);
  }

  /** Returns what was there before; null if nothing was. */
  Version put(RowKey key, Version version) {
    Version before = rows.put(key, version);
    NavigableMap<RowKey, Version> order = orderOf(key);
    if (order != null) {
      order.put(key, version);
    }
    return before;
  }

  /** Returns what was there; null if nothing was. */
  Version remove(RowKey key) {
    Version before = rows.remove(key);
    NavigableMap<RowKey, Version> order = orderOf(key);
    if (order != null) {
      order.remove(key);
    }
    return before;
  }

  private NavigableMap<RowKey, Version> orderOf(RowKey key) {
    return ordered.isEmpty() ? null : ordered.get(key.tableId());
  }

  int size() {
    return rows.size();
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * The rows of a table from one key on and before another one; a view.
   *
   * @param first of the table
   * @param end may be of the next table
   */
  NavigableMap<RowKey, Version> between(RowKey first, RowKey end) {
    if (rows.isEmpty() || first.compareTo(end) >= 0) {
      return Collections.emptyNavigableMap();
    }
    NavigableMap<RowKey, Version> order = orderOf(first);
    if (order == null) {
      order = inOrder(first.tableId());
    }
    return order.subMap(first, true, end, false);
  }

  private NavigableMap<RowKey, Version> inOrder(int tableId) {
    NavigableMap<RowKey, Version> order = new TreeMap<>();
    rows.forEach(
        (key, version) -> {
          if (key.tableId() == tableId) {
            order.put(key, version);
          }
        });
    ordered.put(tableId, order);
    return order;
  }
}
