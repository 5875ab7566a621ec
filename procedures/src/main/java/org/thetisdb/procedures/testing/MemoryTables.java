package org.thetisdb.procedures.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;

/** Tables in sorted maps. Not thread-safe. */
final class MemoryTables {
  private final TreeMap<RowKey, byte[]> images = new TreeMap<>();
  private TableRegistry registry = TableRegistry.EMPTY;

  /** Makes tables that are not there yet. */
  void create(List<Table> tables) {
    for (Table table : registry.missing(tables)) {
      registry = registry.withTable(registry.nextId(), table.schema());
    }
  }

  TableRegistry registry() {
    return registry;
  }

  RowKey key(Table table, byte[] encodedKey) {
    return new RowKey(registry.idOf(table), encodedKey);
  }

  /** The image of a row; null if there is none. */
  byte[] get(RowKey key) {
    return images.get(key);
  }

  /** All images of a range, in order; a copy. */
  NavigableMap<RowKey, byte[]> range(KeyRange range) {
    return new TreeMap<>(view(images, registry.idOf(range.table()), range));
  }

  /** The part of a map of keys that lies in a range of a table. */
  static <V> NavigableMap<RowKey, V> view(
      NavigableMap<RowKey, V> map, int tableId, KeyRange range) {
    RowKey from = new RowKey(tableId, range.encodedFrom());
    RowKey to = new RowKey(tableId, range.encodedTo());
    RowKey end = to.bytes().length == 0 ? new RowKey(tableId + 1, to.bytes()) : to;
    return map.subMap(from, true, range.isEmpty() ? from : end, false);
  }

  /** Stores images; a null one deletes. */
  void apply(Map<RowKey, byte[]> writes) {
    writes.forEach(
        (key, image) -> {
          if (image == null) {
            images.remove(key);
          } else {
            images.put(key, image);
          }
        });
  }

  List<Row> rows(Table table) {
    List<Row> rows = new ArrayList<>();
    range(table.all()).forEach((key, image) -> rows.add(Row.of(table, key.bytes(), image)));
    return rows;
  }
}
