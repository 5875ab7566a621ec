package org.thetisdb.procedures.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.procedures.runtime.ProcedureRandom;

/** One transaction on {@link MemoryTables}; its writes stay here until the tester applies them. */
final class MemoryContext extends EncodedKeyContext {
  private final MemoryTables tables;
  private final Rules rules;
  private final Instant now;
  private final ProcedureRandom random;

  /** Images by key; null for a row that was deleted. */
  private final TreeMap<RowKey, byte[]> writes = new TreeMap<>();

  private final PieceRules pieces;
  private final FragmentRules fragments;
  private RuntimeException rollingBack;

  /**
   * A transaction that begins.
   *
   * @param fragments which parts of the procedure run
   */
  MemoryContext(MemoryTables tables, Rules rules, Instant now, long seed, FragmentRules fragments) {
    this.tables = tables;
    this.rules = rules;
    this.now = now;
    this.random = new ProcedureRandom(seed);
    this.pieces = new PieceRules(rules);
    this.fragments = fragments;
  }

  /** What was written. */
  Map<RowKey, byte[]> writes() {
    return writes;
  }

  /** The exception by which this transaction was rolled back; null if it was not. */
  RuntimeException rollingBack() {
    return rollingBack;
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    rules.checkTable(table);
    RowKey key = tables.key(table, encodedKey);
    rules.checkRead(table, key);
    pieces.checkRead(table, key);
    byte[] image = image(key);
    return image == null ? null : Row.of(tables.registry().of(table).table(), encodedKey, image);
  }

  private byte[] image(RowKey key) {
    return writes.containsKey(key) ? writes.get(key) : tables.get(key);
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    Table stored = tables.registry().of(range.table()).table();
    NavigableMap<RowKey, byte[]> found = merged(range);
    return rows(stored, backwards ? found.descendingMap() : found, limit);
  }

  private NavigableMap<RowKey, byte[]> merged(KeyRange range) {
    rules.checkTable(range.table());
    rules.checkScan(range, tables.registry().idOf(range.table()));
    NavigableMap<RowKey, byte[]> merged = tables.range(range);
    NavigableMap<RowKey, byte[]> own =
        MemoryTables.view(writes, tables.registry().idOf(range.table()), range);
    own.keySet().forEach(key -> pieces.checkRead(range.table(), key));
    merged.putAll(own);
    merged.values().removeIf(image -> image == null);
    return merged;
  }

  private static List<Row> rows(Table table, NavigableMap<RowKey, byte[]> images, int limit) {
    if (limit < 0) {
      throw new IllegalArgumentException("a limit of " + limit + " rows");
    }
    List<Row> rows = new ArrayList<>();
    images.entrySet().stream()
        .limit(limit)
        .forEach(e -> rows.add(Row.of(table, e.getKey().bytes(), e.getValue())));
    return rows;
  }

  @Override
  public void insert(Row row) {
    RowKey key = writableKey(row.table(), row.encodedKey());
    byte[] image = tables.registry().of(row.table()).imageOf(row);
    if (image(key) != null) {
      throw rollBack(ConstraintException.exists(row));
    }
    writes.put(key, image);
  }

  @Override
  public void put(Row row) {
    RowKey key = writableKey(row.table(), row.encodedKey());
    writes.put(key, tables.registry().of(row.table()).imageOf(row));
  }

  @Override
  protected boolean remove(Table table, byte[] encodedKey) {
    RowKey key = writableKey(table, encodedKey);
    boolean existed = image(key) != null;
    writes.put(key, null);
    return existed;
  }

  private RowKey writableKey(Table table, byte[] encodedKey) {
    rules.checkTable(table);
    RowKey key = tables.key(table, encodedKey);
    rules.checkWrite(table, key);
    pieces.checkWrite(table, key);
    fragments.checkWrite(table, key);
    return key;
  }

  /** What became of the parts of the procedure. */
  FragmentRules parts() {
    return fragments;
  }

  @Override
  protected void at(Table table, byte[] encodedKey, Runnable part) {
    fragments.run(table, tables.key(table, encodedKey), part);
  }

  @Override
  @SuppressWarnings("unchecked") // what the part has returned, encoded and decoded
  protected <T> T resultAt(Table table, byte[] encodedKey, Supplier<T> part) {
    return (T) fragments.resultOf(table, tables.key(table, encodedKey), part);
  }

  @Override
  public void piece(Runnable part) {
    pieces.run(part);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public AbortException abort(String reason) {
    throw rollBack(new AbortException(reason));
  }

  private RuntimeException rollBack(RuntimeException reason) {
    pieces.checkRollBack(reason);
    rollingBack = reason;
    return reason;
  }

  /** Whether both wrote the same. */
  boolean wroteAs(MemoryContext other) {
    return writes.keySet().equals(other.writes.keySet())
        && writes.keySet().stream()
            .allMatch(key -> Arrays.equals(writes.get(key), other.writes.get(key)));
  }
}
