package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.LargeTypes;

/**
 * Makes rows of a table out of values: brings them into the columns' types, and refuses null where
 * it may not be. All other rules are kept by the context that rows are written to. Immutable.
 */
public final class RowWriter {
  private final TableDef table;
  private final RowReader all;
  private final String[] names;

  /** A writer. */
  public RowWriter(TableDef table) {
    this.table = table;
    int[] places = new int[table.columns().size()];
    this.names = new String[places.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
      names[i] = "column \"" + table.columns().get(i).name() + '"';
    }
    this.all = new RowReader(table, places);
  }

  /** The table. */
  public TableDef table() {
    return table;
  }

  /** The stored form of a column's value, which fits it. */
  public Object stored(int column, Object value) {
    ColumnDef definition = table.columns().get(column);
    if (definition.isCalculated()) {
      return null; // whoever writes the row calculates it
    }
    Object fitting = Coercion.coerce(definition.type(), value, names[column]);
    if (fitting == null && !definition.nullable()) {
      throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, definition.name(), table.name());
    }
    if (fitting instanceof LargeValue large && table.primaryKey().contains(column)) {
      throw LargeTypes.misplaced("A column of a primary key", large);
    }
    return Values.toStored(definition.type(), fitting);
  }

  /** The stored forms of all columns' values. */
  public Object[] stored(Object[] values) {
    Object[] stored = new Object[values.length];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = stored(i, values[i]);
    }
    return stored;
  }

  /** The key of the row with these columns. */
  public Object[] key(Object[] stored, RunContext run) {
    if (table.hasHiddenKey()) {
      return new Object[] {run.nextValue(TableDef.rowIdSequence(table.tableId()))};
    }
    return key(stored);
  }

  /** The primary key of the row with these columns. */
  public Object[] key(Object[] stored) {
    List<Integer> places = table.primaryKey();
    Object[] key = new Object[places.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = stored[places.get(i)];
    }
    return key;
  }

  /** A new row. */
  public Row row(Object[] key, Object[] stored) {
    Row row = table.stored().row(key);
    for (int i = 0; i < stored.length; i++) {
      set(row, i, stored[i]);
    }
    return row;
  }

  /** Sets a column that is not in the key. */
  public void set(Row row, int column, Object stored) {
    int at = table.columns().get(column).storedAt();
    if (table.columns().get(column).isCalculated()) {
      return;
    }
    if (at >= table.stored().schema().keyColumns()) {
      row.set(at, stored);
    }
  }

  /** The error of a second row with one key. */
  public ThetisException exists(Object[] key) {
    return new ThetisException(
        ErrorCode.UNIQUE_VIOLATION,
        table.primaryKeyName(),
        table.name(),
        "a row with key " + table.stored().keys().describe(table.stored().keys().encode(key)));
  }

  /** A column of a stored row, in the clients' form. */
  public Object value(Row row, int column) {
    return all.value(row, column);
  }
}
