package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.Coercion;

/**
 * Makes rows of a table out of values: brings them into the columns' types, and refuses what NOT
 * NULL and CHECK do not allow. Immutable.
 */
public final class RowWriter {
  /** The sequence of row ids of a table without a primary key, by the table's number. */
  private static final String ROW_IDS = "rowid:";

  private final TableDef table;
  private final RowReader all;
  private static final Object[] NONE = {};

  private final RowFunction checks;
  private final String[] names;

  /**
   * A writer.
   *
   * @param checks one condition for each CHECK, over all columns
   */
  public RowWriter(TableDef table, RowFunction checks) {
    this.table = table;
    this.checks = checks;
    int[] places = new int[table.columns().size()];
    this.names = new String[places.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
      names[i] = "column \"" + table.columns().get(i).name() + '"';
    }
    this.all = new RowReader(table, places);
  }

  /** The table. */
  TableDef table() {
    return table;
  }

  /** The sequence that row ids come from. */
  public static String rowIds(TableDef table) {
    return ROW_IDS + table.tableId();
  }

  /** The stored form of a column's value, which fits it. */
  Object stored(int column, Object value) {
    ColumnDef definition = table.columns().get(column);
    Object fitting = Coercion.coerce(definition.type(), value, names[column]);
    if (fitting == null && !definition.nullable()) {
      throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, definition.name(), table.name());
    }
    return Values.toStored(definition.type(), fitting);
  }

  /** The stored forms of all columns' values. */
  Object[] stored(Object[] values) {
    Object[] stored = new Object[values.length];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = stored(i, values[i]);
    }
    return stored;
  }

  /** The key of the row with these columns. */
  Object[] key(Object[] stored, RunContext run) {
    if (table.hasHiddenKey()) {
      return new Object[] {run.nextValue(rowIds(table))};
    }
    return key(stored);
  }

  /** The primary key of the row with these columns. */
  Object[] key(Object[] stored) {
    List<Integer> places = table.primaryKey();
    Object[] key = new Object[places.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = stored[places.get(i)];
    }
    return key;
  }

  /** A new row. */
  Row row(Object[] key, Object[] stored) {
    Row row = table.stored().row(key);
    for (int i = 0; i < stored.length; i++) {
      set(row, i, stored[i]);
    }
    return row;
  }

  /** Sets a column that is not in the key. */
  void set(Row row, int column, Object stored) {
    int at = table.columns().get(column).storedAt();
    if (at >= table.stored().schema().keyColumns()) {
      row.set(at, stored);
    }
  }

  /**
   * Refuses a row that a CHECK does not allow.
   *
   * @throws ThetisException CHECK_VIOLATION
   */
  void check(Row row, RunContext run) {
    if (checks.size() == 0) {
      return;
    }
    Object[] values = new Object[all.width()];
    all.fill(row, values);
    Object[] results = checks.apply(run.withRow(values));
    for (int i = 0; i < results.length; i++) {
      if (Boolean.FALSE.equals(results[i])) {
        CheckDef check = table.checks().get(i);
        throw new ThetisException(ErrorCode.CHECK_VIOLATION, check.name(), table.name());
      }
    }
  }

  /** Whether no CHECK is false for a stored row. */
  public boolean allows(Context context, Row row) {
    RunContext run = new RunContext(context, NONE, NONE, null, new TableScan[0], 0);
    Object[] values = new Object[all.width()];
    all.fill(row, values);
    for (Object result : checks.apply(run.withRow(values))) {
      if (Boolean.FALSE.equals(result)) {
        return false;
      }
    }
    return true;
  }

  /** The error of a second row with one key. */
  ThetisException exists(Object[] key) {
    return new ThetisException(
        ErrorCode.UNIQUE_VIOLATION,
        table.primaryKeyName(),
        table.name(),
        "a row with key " + table.stored().keys().describe(table.stored().keys().encode(key)));
  }

  /** A column of a stored row, in the clients' form. */
  Object value(Row row, int column) {
    return all.value(row, column);
  }
}
