package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.Snapshot;

/** Rows of a range under a snapshot, with the transaction's own writes in front of them. */
final class RangeScan {
  private final RowStore store;
  private final WriteSet writes;

  RangeScan(RowStore store, WriteSet writes) {
    this.store = store;
    this.writes = writes;
  }

  /** Rows are of the newest version of the table, whichever one the range was made with. */
  List<Row> scan(
      RegisteredTable table, KeyRange range, int limit, boolean backwards, Snapshot snapshot) {
    int tableId = table.id();
    NavigableMap<byte[], byte[]> own = ownWrites(tableId, range);
    NavigableMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    byte[] to = range.encodedTo().length == 0 ? null : range.encodedTo();
    store.scan(
        tableId,
        range.encodedFrom(),
        to,
        backwards,
        snapshot,
        (key, version) -> {
          if (!own.containsKey(key)) {
            found.put(key, version.toByteArray());
          }
          return found.size() < limit;
        });
    own.forEach(
        (key, image) -> {
          if (image != null) {
            found.put(key, image);
          }
        });
    List<Row> rows = new ArrayList<>(Math.min(limit, found.size()));
    for (var entry : (backwards ? found.descendingMap() : found).entrySet()) {
      if (rows.size() == limit) {
        break;
      }
      rows.add(Row.of(table.table(), entry.getKey(), entry.getValue()));
    }
    return rows;
  }

  private NavigableMap<byte[], byte[]> ownWrites(int tableId, KeyRange range) {
    NavigableMap<byte[], byte[]> own = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < writes.size(); i++) {
      RowKey key = writes.key(i);
      if (key.tableId() == tableId && contains(range, key.bytes())) {
        own.put(key.bytes(), writes.image(i));
      }
    }
    return own;
  }

  private static boolean contains(KeyRange range, byte[] key) {
    return Arrays.compareUnsigned(key, range.encodedFrom()) >= 0
        && (range.encodedTo().length == 0 || Arrays.compareUnsigned(key, range.encodedTo()) < 0);
  }
}
