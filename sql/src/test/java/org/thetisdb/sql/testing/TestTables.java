package org.thetisdb.sql.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ProcedureRandom;
import org.thetisdb.procedures.runtime.TableRegistry;

/** Tables in one sorted map, and a transaction on them that writes at once. Not thread-safe. */
public final class TestTables implements Context {
  private final TreeMap<RowKey, byte[]> rows = new TreeMap<>();
  private final RandomGenerator random = new ProcedureRandom(1);
  private TableRegistry registry = TableRegistry.EMPTY;
  private TreeMap<RowKey, byte[]> saved;
  private int rowsRead;

  /** The stored tables there are. */
  public TableRegistry registry() {
    return registry;
  }

  /** Takes other tables over. */
  public void setRegistry(TableRegistry tables) {
    this.registry = tables;
  }

  /** Rows that were read since the last call. */
  public int takeRowsRead() {
    int count = rowsRead;
    rowsRead = 0;
    return count;
  }

  /** Begins a transaction. */
  public void begin() {
    saved = new TreeMap<>(rows);
  }

  /** Undoes everything since {@link #begin}. */
  public void rollback() {
    rows.clear();
    rows.putAll(saved);
  }

  private RowKey key(Table table, byte[] encoded) {
    return new RowKey(registry.idOf(table), encoded);
  }

  @Override
  public Row get(Table table, Object... key) {
    byte[] encoded = table.keys().encode(key);
    byte[] image = rows.get(key(table, encoded));
    rowsRead++;
    return image == null ? null : Row.of(table, encoded, image);
  }

  @Override
  public Row get(Table table, long key) {
    return get(table, (Object) key);
  }

  @Override
  public List<Row> scan(KeyRange range, int limit) {
    return read(view(range), range, limit);
  }

  @Override
  public List<Row> scanBackwards(KeyRange range, int limit) {
    return read(view(range).descendingMap(), range, limit);
  }

  private NavigableMap<RowKey, byte[]> view(KeyRange range) {
    int id = registry.idOf(range.table());
    RowKey from = new RowKey(id, range.encodedFrom());
    RowKey to =
        range.encodedTo().length == 0
            ? new RowKey(id + 1, new byte[0])
            : new RowKey(id, range.encodedTo());
    return rows.subMap(from, true, range.isEmpty() ? from : to, false);
  }

  private List<Row> read(NavigableMap<RowKey, byte[]> view, KeyRange range, int limit) {
    List<Row> found = new ArrayList<>();
    for (var entry : view.entrySet()) {
      if (found.size() == limit) {
        break;
      }
      rowsRead++;
      found.add(Row.of(range.table(), entry.getKey().bytes(), entry.getValue()));
    }
    return found;
  }

  @Override
  public void insert(Row row) {
    if (rows.containsKey(key(row.table(), row.encodedKey()))) {
      throw ConstraintException.exists(row);
    }
    put(row);
  }

  @Override
  public void put(Row row) {
    rows.put(key(row.table(), row.encodedKey()), row.encodedImage());
  }

  @Override
  public boolean delete(Table table, Object... key) {
    return rows.remove(key(table, table.keys().encode(key))) != null;
  }

  @Override
  public boolean delete(Table table, long key) {
    return delete(table, (Object) key);
  }

  @Override
  public Instant now() {
    return Instant.parse("2026-02-03T04:05:06.789Z");
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
