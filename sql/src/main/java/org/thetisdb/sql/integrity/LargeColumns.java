package org.thetisdb.sql.integrity;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.large.LargeRows;
import org.thetisdb.sql.type.LargeTypes;

/**
 * The columns of a table that may hold large values, and what a change of a row means for these:
 * those that come are claimed, those that go are given up. Immutable.
 */
final class LargeColumns {
  private static final int[] NONE = {};

  private final int tableId;
  private final int[] storedAt;

  private LargeColumns(int tableId, int[] storedAt) {
    this.tableId = tableId;
    this.storedAt = storedAt;
  }

  /**
   * Those of a table.
   *
   * @param exist whether any value was ever uploaded; if none was, no column holds one
   */
  static LargeColumns of(TableDef table, boolean exist) {
    return new LargeColumns(table.tableId(), exist ? storedAt(table) : NONE);
  }

  /** A column that was dropped may still hold one. */
  private static int[] storedAt(TableDef table) {
    Map<Integer, ColumnDef> defined = new HashMap<>();
    table.columns().forEach(column -> defined.put(column.storedAt(), column));
    TableSchema schema = table.stored().schema();
    return IntStream.range(schema.keyColumns(), schema.columns().size())
        .filter(at -> isLong(schema.column(at).type()))
        .filter(at -> defined.get(at) == null || LargeTypes.mayHold(defined.get(at).type()))
        .toArray();
  }

  private static boolean isLong(ColumnType type) {
    return type == ColumnType.STRING || type == ColumnType.BYTES;
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return storedAt.length == 0;
  }

  /** Their places, for comparison. */
  List<Integer> places() {
    return Arrays.stream(storedAt).boxed().toList();
  }

  /**
   * A row takes the place of another one, or comes or goes.
   *
   * @param before null if there was none
   * @param after null if there is none any more
   */
  void keep(Context context, Row before, Row after) {
    for (int column : storedAt) {
      LargeValue old = before == null ? null : before.getLargeValue(column);
      LargeValue now = after == null ? null : after.getLargeValue(column);
      if (now != null && !holds(before, now)) {
        LargeRows.claim(context, now, tableId);
      }
      if (old != null && !holds(after, old)) {
        LargeRows.release(context, old, tableId);
      }
    }
  }

  private boolean holds(Row row, LargeValue value) {
    for (int column : row == null ? NONE : storedAt) {
      LargeValue held = row.getLargeValue(column);
      if (held != null && held.id() == value.id()) {
        return true;
      }
    }
    return false;
  }
}
