package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.LargeTypes;

/**
 * The entries of one index. An entry is a row of the index's own table:
 *
 * <pre>
 *  key: the indexed columns and expressions, any of which may be null;
 *       the primary key's columns, all null in a unique index if nothing indexed is null
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
  private final TableDef table;
  private final IndexDef index;
  private final RowValue[] values;
  private final int keyColumns;
  private final int rowKeyAt;

  /**
   * The entries of an index of a table, kept in {@code entries}.
   *
   * @param compiler makes code of the index's expressions
   */
  public IndexKeys(TableDef table, IndexDef index, Table entries, CheckCompiler compiler) {
    this.table = table;
    this.index = index;
    this.stored = table.stored();
    this.entries = entries;
    this.unique = index.unique();
    this.values =
        index.columns().stream()
            .map(place -> value(table, index, place, compiler))
            .toArray(RowValue[]::new);
    this.keyColumns = stored.schema().keyColumns();
    this.rowKeyAt = values.length + keyColumns;
  }

  private static RowValue value(TableDef table, IndexDef index, int place, CheckCompiler compiler) {
    if (place < 0) {
      return compiler.compile(table, index.expression(place));
    }
    int storedAt = table.columns().get(place).storedAt();
    return (context, row) -> row.get(storedAt);
  }

  /**
   * The schema of a table of entries.
   *
   * @param types of what is indexed
   */
  public static TableSchema schemaOf(String name, TableSchema table, List<ColumnType> types) {
    List<Column> columns = new ArrayList<>();
    for (ColumnType type : types) {
      columns.add(new Column("c" + columns.size(), type, true));
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

  /** What is indexed of a row; an expression looks at nothing but the row. */
  private Object value(Row row, int at) {
    return values[at].of(null, row);
  }

  /** All that is indexed of a row, in the index's order. */
  public Object[] valuesOf(Row row) {
    Object[] all = new Object[values.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = value(row, i);
    }
    return all;
  }

  /** What is indexed of a row, for people. */
  String describe(Row row) {
    return Rows.describe(table, index, row, at -> value(row, at));
  }

  /** The key of a row's entry. */
  public Object[] keyOf(Row row) {
    Object[] key = new Object[rowKeyAt];
    boolean anyNull = false;
    for (int i = 0; i < values.length; i++) {
      key[i] = value(row, i);
      if (key[i] instanceof LargeValue large) {
        throw LargeTypes.misplaced("A column of an index or of a foreign key", large);
      }
      anyNull |= key[i] == null;
    }
    if (!unique || anyNull) {
      for (int i = 0; i < keyColumns; i++) {
        key[values.length + i] = row.get(i);
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
    for (int i = 0; i < values.length; i++) {
      if (!Rows.sameValue(value(one, i), value(other, i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether equal values of two rows are refused: the index is unique, and none is null. */
  boolean isExclusive(Row row) {
    boolean exclusive = unique;
    for (int i = 0; exclusive && i < values.length; i++) {
      exclusive = value(row, i) != null;
    }
    return exclusive;
  }

  /**
   * The key of the entry for whole values of a unique index; null if one of them is null, since
   * then there may be many.
   */
  public Object[] uniqueKey(Object[] whole) {
    Object[] key = new Object[rowKeyAt];
    for (int i = 0; i < values.length; i++) {
      if (whole[i] == null) {
        return null;
      }
      key[i] = whole[i];
    }
    return key;
  }

  /** The entries whose first columns have these values, of which each may be null. */
  public KeyRange prefix(Object... first) {
    return entries.prefix(first);
  }

  /**
   * The row that an entry stands for. It is null if the row is gone or has other values now, which
   * can only be while an entry and its row are seen in two states: then the entry counts for
   * nothing.
   */
  public Row rowOf(Context context, Row entry) {
    return rowOf((of, key) -> Rows.get(context, of, key), entry);
  }

  private Row rowOf(Rows.Reader rows, Row entry) {
    Row row = rows.get(stored, entry.getBytes(rowKeyAt));
    return row != null && entryBelongsTo(entry, row) ? row : null;
  }

  private boolean entryBelongsTo(Row entry, Row row) {
    for (int i = 0; i < values.length; i++) {
      if (!Rows.sameKeyValue(entry.get(i), value(row, i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The first rows of a range of entries, in the order of the entries. An entry whose row is gone
   * counts for none.
   */
  public List<Row> rows(Context context, KeyRange range, int limit) {
    List<Row> rows = new ArrayList<>();
    KeyRange rest = range;
    while (rest != null && rows.size() < limit) {
      int wanted = limit - rows.size();
      List<Row> found = context.scan(rest, wanted);
      for (Row entry : found) {
        Row row = rowOf(context, entry);
        if (row != null) {
          rows.add(row);
        }
      }
      rest = found.size() < wanted ? null : rest.after(wholeKeyOf(found.get(found.size() - 1)));
    }
    return rows;
  }

  private Object[] wholeKeyOf(Row entry) {
    return entries.keys().decode(entry.encodedKey());
  }

  /** The row with these values in a unique index; null if there is none. */
  public Row findUnique(Context context, Object[] whole) {
    return findUnique((of, key) -> Rows.get(context, of, key), whole);
  }

  /** The row with these values, read in some other way than by a context. */
  Row findUnique(Rows.Reader rows, Object[] whole) {
    Object[] key = uniqueKey(whole);
    Row entry = key == null ? null : rows.get(entries, entries.keys().encode(key));
    return entry == null ? null : rowOf(rows, entry);
  }
}
