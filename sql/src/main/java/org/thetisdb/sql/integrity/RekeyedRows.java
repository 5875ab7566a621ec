package org.thetisdb.sql.integrity;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * Copies rows of a table that gets a primary key to where they lie by that key. Immutable.
 *
 * @param next the table as it will be
 * @param indexes its indexes, over the copies
 * @param checks those of its conditions that the table does not have yet
 */
record RekeyedRows(TableDef next, List<TableRules.Index> indexes, List<TableRules.Check> checks) {
  /**
   * Where a copy keeps the hidden row id of its row, by which a second copy of one row is
   * distinguished from another row with the same key: the first column for it that nothing else
   * uses.
   */
  private int rowIdAt() {
    TableSchema schema = next.stored().schema();
    return IntStream.range(schema.keyColumns(), schema.columns().size())
        .filter(at -> schema.column(at).type() == ColumnType.LONG)
        .filter(at -> next.columns().stream().noneMatch(column -> column.storedAt() == at))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Copies a row, with its entries of indexes. It may have been copied before.
   *
   * @throws ThetisException NOT_NULL_VIOLATION, UNIQUE_VIOLATION or CHECK_VIOLATION
   */
  void copy(Context context, TableDef table, Row row) {
    Row copy = copyOf(table, row);
    Row present = Rows.get(context, next.stored(), copy.encodedKey());
    int rowId = rowIdAt();
    if (present != null && !Objects.equals(present.get(rowId), copy.get(rowId))) {
      throw new ThetisException(
          ErrorCode.UNIQUE_VIOLATION,
          next.primaryKeyName(),
          next.name(),
          Rows.describe(next, next.primaryKey(), copy));
    }
    checks.forEach(check -> check.require(context, next, copy));
    indexes.forEach(index -> index.write(context, next, copy));
    context.put(copy);
  }

  private Row copyOf(TableDef table, Row row) {
    Object[] key = next.primaryKey().stream().map(place -> keyValue(table, place, row)).toArray();
    Row copy = next.stored().row(key);
    for (int place = 0; place < table.columns().size(); place++) {
      int from = table.columns().get(place).storedAt();
      if (row.getLargeValue(from) != null) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "A primary key for a table that holds large values (make a new table, and copy them)");
      }
      if (!next.primaryKey().contains(place)) {
        copy.set(next.columns().get(place).storedAt(), row.get(from));
      }
    }
    copy.set(rowIdAt(), row.get(0));
    return copy;
  }

  private static Object keyValue(TableDef table, int place, Row row) {
    ColumnDef column = table.columns().get(place);
    Object value = row.get(column.storedAt());
    if (value == null) {
      throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, column.name(), table.name());
    }
    return value;
  }
}
