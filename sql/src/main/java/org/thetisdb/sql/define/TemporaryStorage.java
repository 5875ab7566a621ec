package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;

/**
 * The stored table of a temporary table, or of the entries of its index: one that is free and fits,
 * which may get more columns, or else a new one. So a cluster has as many as were in use at once,
 * and not as many as were ever made. For one definition. Not thread-safe.
 */
final class TemporaryStorage {
  private static final String NAME = "temporary_";

  private final Changes changes;

  /**
   * A stored table.
   *
   * @param places where the columns are that were asked for, the key's first
   */
  record Taken(int tableId, TableSchema schema, int[] places) {}

  TemporaryStorage(Changes changes) {
    this.changes = changes;
  }

  /** One for these columns, the key's first; those of the key are as they are given. */
  Taken take(int keyColumns, List<Column> columns) {
    Taken best = null;
    for (int tableId : changes.free()) {
      Taken fits = fitting(tableId, keyColumns, columns);
      if (fits != null && (best == null || width(fits) < width(best))) {
        best = fits;
      }
    }
    if (best == null) {
      best = fresh(keyColumns, columns);
    } else {
      changes.reuse(best.tableId);
    }
    changes.putSchema(best.tableId, best.schema);
    return best;
  }

  private static int width(Taken taken) {
    return taken.schema.columns().size();
  }

  private Taken fresh(int keyColumns, List<Column> columns) {
    int tableId = changes.nextTableId();
    List<Column> stored = new ArrayList<>();
    for (Column column : columns) {
      boolean nullable = stored.size() >= keyColumns || column.nullable();
      stored.add(new Column("c" + stored.size(), column.type(), nullable));
    }
    String name = Names.stored(NAME + tableId, changes.catalog(), tableId);
    int[] places = new int[columns.size()];
    Arrays.setAll(places, place -> place);
    return new Taken(tableId, new TableSchema(name, 1, keyColumns, stored), places);
  }

  /** A free table as it has to be for these columns; null if it cannot be. */
  private Taken fitting(int tableId, int keyColumns, List<Column> columns) {
    TableSchema schema = changes.catalog().registry().byId(tableId).schema();
    if (!hasKey(schema, keyColumns, columns)) {
      return null;
    }
    int[] places = new int[columns.size()];
    boolean[] used = new boolean[TableSchema.MAX_COLUMNS];
    for (int i = 0; i < columns.size(); i++) {
      places[i] = i < keyColumns ? i : unused(schema, keyColumns, columns.get(i).type(), used);
      if (places[i] == schema.columns().size()) {
        if (places[i] >= TableSchema.MAX_COLUMNS || schema.version() == TableSchema.MAX_VERSION) {
          return null;
        }
        String name = Names.storedColumn("c" + places[i], schema.columns());
        schema = schema.withColumn(new Column(name, columns.get(i).type(), true), null);
      }
      used[places[i]] = true;
    }
    return new Taken(tableId, nullable(schema), places);
  }

  private static boolean hasKey(TableSchema schema, int keyColumns, List<Column> columns) {
    boolean same = schema.keyColumns() == keyColumns;
    for (int i = 0; same && i < keyColumns; i++) {
      Column mine = schema.column(i);
      Column wanted = columns.get(i);
      same = mine.type() == wanted.type() && mine.nullable() == wanted.nullable();
    }
    return same;
  }

  /** The place of a column of a type that nobody uses yet, or the place behind all. */
  private static int unused(TableSchema schema, int first, ColumnType type, boolean[] used) {
    int place = first;
    while (place < schema.columns().size()
        && (used[place] || schema.column(place).type() != type)) {
      place++;
    }
    return place;
  }

  /** The table that has it next may not use all of its columns. */
  private static TableSchema nullable(TableSchema schema) {
    TableSchema changed = schema;
    for (int place = schema.keyColumns(); place < schema.columns().size(); place++) {
      if (!schema.column(place).nullable()) {
        changed = changed.withNullable(place);
      }
    }
    return changed;
  }
}
