package org.thetisdb.sql.script;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ProcedureRandom;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/** Rows in a sorted map, written at once; counts what was put. Tables may get later versions. */
public final class MemoryRows implements Context {
  private final ProcedureRandom random = new ProcedureRandom(1);
  private final TreeMap<RowKey, byte[]> images = new TreeMap<>();
  private TableRegistry registry;
  private int puts;

  /** No rows yet. */
  public MemoryRows(TableRegistry registry) {
    this.registry = registry;
  }

  /** Other tables, or later versions of them. */
  public void use(TableRegistry tables) {
    registry = tables;
  }

  /** A copy of all rows as they are now. */
  public Map<RowKey, byte[]> save() {
    return new TreeMap<>(images);
  }

  /** Rolls back everything since {@link #save}. */
  public void restore(Map<RowKey, byte[]> saved) {
    images.clear();
    images.putAll(saved);
  }

  /** How many rows were put since the last call. */
  public int putsSinceLast() {
    int count = puts;
    puts = 0;
    return count;
  }

  /** All rows of a table. */
  public List<Row> all(Table table) {
    return scan(table.all(), Integer.MAX_VALUE);
  }

  @Override
  public Row get(Table table, Object... key) {
    return get(table, table.keys().encode(key));
  }

  @Override
  public Row get(Table table, long key) {
    return get(table, table.keys().encode(key));
  }

  private Row get(Table table, byte[] key) {
    RegisteredTable stored = registry.of(table);
    byte[] image = images.get(new RowKey(stored.id(), key));
    return image == null ? null : Row.of(stored.table(), key, image);
  }

  @Override
  public List<Row> scan(KeyRange range, int limit) {
    return rows(range, view(range), limit);
  }

  @Override
  public List<Row> scanBackwards(KeyRange range, int limit) {
    return rows(range, view(range).descendingMap(), limit);
  }

  private NavigableMap<RowKey, byte[]> view(KeyRange range) {
    int id = registry.idOf(range.table());
    RowKey from = new RowKey(id, range.encodedFrom());
    RowKey to =
        range.encodedTo().length == 0
            ? new RowKey(id + 1, range.encodedTo())
            : new RowKey(id, range.encodedTo());
    return images.subMap(from, true, range.isEmpty() ? from : to, false);
  }

  private List<Row> rows(KeyRange range, NavigableMap<RowKey, byte[]> found, int limit) {
    List<Row> rows = new ArrayList<>();
    Table stored = registry.of(range.table()).table();
    found.entrySet().stream()
        .limit(limit)
        .forEach(entry -> rows.add(Row.of(stored, entry.getKey().bytes(), entry.getValue())));
    return rows;
  }

  @Override
  public void insert(Row row) {
    if (get(row.table(), row.encodedKey()) != null) {
      throw new IllegalStateException("twice: " + row);
    }
    put(row);
  }

  @Override
  public void put(Row row) {
    puts++;
    RegisteredTable stored = registry.of(row.table());
    images.put(new RowKey(stored.id(), row.encodedKey()), stored.imageOf(row));
  }

  @Override
  public boolean delete(Table table, Object... key) {
    return images.remove(new RowKey(registry.idOf(table), table.keys().encode(key))) != null;
  }

  @Override
  public boolean delete(Table table, long key) {
    return images.remove(new RowKey(registry.idOf(table), table.keys().encode(key))) != null;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
