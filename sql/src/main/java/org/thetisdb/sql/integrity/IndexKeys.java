package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The entries of one index. An entry is a row of the index's own table:
 *
 * <pre>
 *  key: the indexed columns, any of which may be null;
 *       the primary key's columns, all null in a unique index if no indexed column is null
 *  row: the row's encoded primary key
 * </pre>
 *
 * So two rows with equal values in a unique index have the same entry key, wherever they are
 * written, and with a null among the values they have not. Immutable, safe for all threads.
 */
public final class IndexKeys {
  private static final String ROW_KEY = "row_key";

  private final Table stored;
  private final Table entries;
  private final boolean unique;
  private final int[] columns;
  private final int keyColumns;
  private final int rowKeyAt;

  /** The entries of an index of a table, kept in {@code entries}. */
  public IndexKeys(TableDef table, IndexDef index, Table entries) {
    this.stored = table.stored();
    this.entries = entries;
    this.unique = index.unique();
    this.columns =
        index.columns().stream().mapToInt(i -> table.columns().get(i).storedAt()).toArray();
    this.keyColumns = stored.schema().keyColumns();
    this.rowKeyAt = columns.length + keyColumns;
  }

  /** The schema of a table of entries. */
  public static TableSchema schemaOf(String name, TableSchema table, int[] storedColumns) {
    List<Column> columns = new ArrayList<>();
    for (int column : storedColumns) {
      columns.add(new Column("c" + columns.size(), table.column(column).type(), true));
    }
    for (int i = 0; i < table.keyColumns(); i++) {
      columns.add(new Column("k" + i, table.column(i).type(), true));
    }
    columns.add(new Column(ROW_KEY, ColumnType.BYTES, false));
    return new TableSchema(name, 1, columns.size() - 1, columns);
  }

  /** The table of the entries. */
  public Table entries() {
    return entries;
  }

  /** The stored columns of the row that are indexed, in the index's order. */
  public int[] columns() {
    return columns.clone();
  }

  /** The key of a row's entry. */
  public Object[] keyOf(Row row) {
    Object[] key = new Object[rowKeyAt];
    boolean anyNull = false;
    for (int i = 0; i < columns.length; i++) {
      key[i] = row.get(columns[i]);
      anyNull |= key[i] == null;
    }
    if (!unique || anyNull) {
      for (int i = 0; i < keyColumns; i++) {
        key[columns.length + i] = row.get(i);
      }
    }
    return key;
  }

  /** A row's entry. */
  public Row entryOf(Row row) {
    return entries.row(keyOf(row)).setBytes(rowKeyAt, row.encodedKey());
  }

  /** Whether two rows with the same primary key have the same entry. */
  public boolean sameEntry(Row one, Row other) {
    for (int column : columns) {
      if (!Rows.sameValue(one.get(column), other.get(column))) {
        return false;
      }
    }
    return true;
  }

  /** Whether equal values of two rows are refused: the index is unique, and none is null. */
  boolean isExclusive(Row row) {
    boolean exclusive = unique;
    for (int column : columns) {
      exclusive &= !row.isNull(column);
    }
    return exclusive;
  }

  /**
   * The key of the entry for whole values of a unique index; null if one of them is null, since
   * then there may be many.
   */
  public Object[] uniqueKey(Object[] values) {
    Object[] key = new Object[rowKeyAt];
    for (int i = 0; i < columns.length; i++) {
      if (values[i] == null) {
        return null;
      }
      key[i] = values[i];
    }
    return key;
  }

  /** The entries whose first columns have these values, of which each may be null. */
  public KeyRange prefix(Object... values) {
    return entries.prefix(values);
  }

  /**
   * The row that an entry stands for. It is null if the row is gone or has other values now, which
   * can only be while an entry and its row are seen in two states: then the entry counts for
   * nothing.
   */
  public Row rowOf(Context context, Row entry) {
    return rowOf((table, key) -> Rows.get(context, table, key), entry);
  }

  private Row rowOf(Rows.Reader rows, Row entry) {
    Row row = rows.get(stored, entry.getBytes(rowKeyAt));
    return row != null && entryBelongsTo(entry, row) ? row : null;
  }

  private boolean entryBelongsTo(Row entry, Row row) {
    for (int i = 0; i < columns.length; i++) {
      if (!Rows.sameKeyValue(entry.get(i), row.get(columns[i]))) {
        return false;
      }
    }
    return true;
  }

  /** The rows of a range of entries, in the order of the entries. */
  public List<Row> rows(Context context, KeyRange range, int limit, boolean backwards) {
    List<Row> found = backwards ? context.scanBackwards(range, limit) : context.scan(range, limit);
    List<Row> rows = new ArrayList<>(found.size());
    for (Row entry : found) {
      Row row = rowOf(context, entry);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** The row with these values in a unique index; null if there is none. */
  public Row findUnique(Context context, Object[] values) {
    return findUnique((table, key) -> Rows.get(context, table, key), values);
  }

  /** The row with these values, read in some other way than by a context. */
  Row findUnique(Rows.Reader rows, Object[] values) {
    Object[] key = uniqueKey(values);
    Row entry = key == null ? null : rows.get(entries, entries.keys().encode(key));
    return entry == null ? null : rowOf(rows, entry);
  }
}
