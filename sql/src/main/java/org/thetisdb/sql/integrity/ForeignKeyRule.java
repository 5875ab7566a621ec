package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.ReferencePlan;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * One enforced foreign key, seen from both of its sides. Immutable, safe for all threads. Where a
 * value of one side does not fit the other's type, there is nothing to be found.
 */
final class ForeignKeyRule {
  private static final int SCAN_BATCH = 500;

  private final ForeignKeyDef definition;
  private final TableDef child;
  private final TableDef parent;
  private final int[] childColumns;
  private final int[] parentColumns;

  /** For each column of the parent's primary key its place in the foreign key; or null. */
  private final int[] keyOrder;

  private final RowValue[] defaults;
  private final IndexKeys parentIndex;
  private final IndexKeys childIndex;

  /** Whether the child's primary key begins with the foreign key's columns in their order. */
  private final boolean byChildKey;

  /**
   * A rule.
   *
   * @param parentIndex the unique index that is referred to; null for the primary key
   * @param childIndex a complete index that begins with the child's columns in their order; null if
   *     there is none
   * @param defaults of the child's columns, if it may be set to these; null for nulls
   */
  ForeignKeyRule(
      ForeignKeyDef definition,
      TableDef child,
      TableDef parent,
      IndexKeys parentIndex,
      IndexKeys childIndex,
      RowValue[] defaults) {
    this.defaults = defaults;
    this.definition = definition;
    this.child = child;
    this.parent = parent;
    this.childColumns = stored(child, definition.columns());
    this.parentColumns = stored(parent, definition.parentColumns());
    this.parentIndex = parentIndex;
    this.childIndex = childIndex;
    this.byChildKey = beginsKey(childColumns, child.stored().schema().keyColumns());
    this.keyOrder =
        parent.primaryKey().stream().mapToInt(definition.parentColumns()::indexOf).toArray();
  }

  /** The key's columns are the first stored ones. */
  private static boolean beginsKey(int[] columns, int keyColumns) {
    boolean begins = columns.length <= keyColumns;
    for (int i = 0; i < columns.length; i++) {
      begins &= columns[i] == i;
    }
    return begins;
  }

  private static int[] stored(TableDef table, List<Integer> places) {
    return places.stream().mapToInt(place -> table.columns().get(place).storedAt()).toArray();
  }

  ForeignKeyDef definition() {
    return definition;
  }

  TableDef child() {
    return child;
  }

  TableDef parent() {
    return parent;
  }

  int[] childColumns() {
    return childColumns;
  }

  /** Whether a child refers to a parent at all: no column is null. */
  boolean refers(Row childRow) {
    return nonNull(childRow, childColumns);
  }

  private static boolean nonNull(Row row, int[] columns) {
    for (int column : columns) {
      if (row.isNull(column)) {
        return false;
      }
    }
    return true;
  }

  boolean sameReference(Row one, Row other) {
    return same(one, other, childColumns);
  }

  /** Whether a row that refers to one refers to the other, too; none refers to a null. */
  boolean sameReferred(Row one, Row other) {
    return !nonNull(one, parentColumns) || same(one, other, parentColumns);
  }

  private static boolean same(Row one, Row other, int[] columns) {
    for (int column : columns) {
      if (!Rows.sameKeyValue(one.get(column), other.get(column))) {
        return false;
      }
    }
    return true;
  }

  /** The parent of a child that refers to one; null if it is not there. */
  Row findParent(Context context, Row childRow) {
    return findParent((table, key) -> Rows.get(context, table, key), childRow);
  }

  /** The parent of a child that refers to one, read in some other way than by a context. */
  Row findParent(Rows.Reader rows, Row childRow) {
    Object[] values = parentValues(childRow);
    return values == null ? null : findParent(rows, values);
  }

  /** What a child refers to, as its parent holds it; null if no parent can hold it. */
  Object[] parentValues(Row childRow) {
    return fitting(childRow, childColumns, parent, parentColumns);
  }

  /** The parent that holds these values; null if it is not there. */
  Row findParent(Rows.Reader rows, Object[] values) {
    Table stored = parent.stored();
    return parentIndex == null
        ? rows.get(stored, stored.keys().encode(inKeyOrder(values)))
        : parentIndex.findUnique(rows, values);
  }

  /** The error of a child whose parent is not there. */
  ThetisException noParent(Row childRow) {
    return ThetisException.withMessage(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "Constraint \"%s\" of table \"%s\": no row of table \"%s\" is meant by %s."
            .formatted(
                definition.name(),
                child.name(),
                parent.name(),
                Rows.describe(child, definition.columns(), childRow)));
  }

  /**
   * Names the parent as written, if it is found by its primary key and may vanish: then children
   * touch it.
   */
  void planParent(Plan plan, Row childRow) {
    if (plan instanceof ReferencePlan known && known.isFrozen(parent.stored())) {
      return;
    }
    Object[] values = parentValues(childRow);
    if (values == null) {
      return;
    }
    if (parentIndex == null) {
      plan.write(parent.stored(), inKeyOrder(values));
    } else {
      plan.read(parentIndex.entries(), parentIndex.uniqueKey(values));
    }
  }

  private Object[] inKeyOrder(Object[] values) {
    Object[] key = new Object[keyOrder.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = values[keyOrder[i]];
    }
    return key;
  }

  /** Children of a parent, as it is or was; at most {@code limit}. */
  List<Row> findChildren(Context context, Row parentRow, int limit) {
    if (!nonNull(parentRow, parentColumns)) {
      return List.of();
    }
    Object[] values = fitting(parentRow, parentColumns, child, childColumns);
    if (values == null) {
      return List.of();
    }
    if (byChildKey) {
      return context.scan(child.stored().prefix(values), limit);
    }
    return childIndex == null
        ? scanForChildren(context, values, limit)
        : childIndex.rows(context, childIndex.prefix(values), limit);
  }

  /** While no index is complete, every child is looked at. */
  private List<Row> scanForChildren(Context context, Object[] values, int limit) {
    Table stored = child.stored();
    List<Row> found = new ArrayList<>();
    KeyRange rest = stored.all();
    List<Row> batch = context.scan(rest, SCAN_BATCH);
    while (!batch.isEmpty() && found.size() < limit) {
      for (Row row : batch) {
        if (found.size() < limit && hasValues(row, values)) {
          found.add(row);
        }
      }
      rest = stored.after(batch.get(batch.size() - 1).encodedKey());
      batch = batch.size() < SCAN_BATCH ? List.of() : context.scan(rest, SCAN_BATCH);
    }
    return found;
  }

  private boolean hasValues(Row row, Object[] values) {
    for (int i = 0; i < childColumns.length; i++) {
      if (!Rows.sameKeyValue(row.get(childColumns[i]), values[i])) {
        return false;
      }
    }
    return true;
  }

  /** A child that refers to nothing, in place of one that does. */
  Row withNulls(Row childRow) {
    return changed(childRow, new Object[childColumns.length]);
  }

  /** A child that refers to what the defaults of its columns say. */
  Row withDefaults(Context context, Row childRow) {
    Object[] values = new Object[childColumns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = defaults[i] == null ? null : defaults[i].of(context, childRow);
    }
    return changed(childRow, values);
  }

  /** A child that refers to a parent, in place of one that refers to another. */
  Row withReference(Row childRow, Row parentRow) {
    Object[] values = new Object[childColumns.length];
    for (int i = 0; i < values.length; i++) {
      ColumnType type = child.stored().schema().column(childColumns[i]).type();
      Object value = parentRow.get(parentColumns[i]);
      if (value == null && !child.stored().schema().column(childColumns[i]).nullable()) {
        String name = child.columns().get(definition.columns().get(i)).name();
        throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, name, child.name());
      }
      values[i] = value == null ? null : fit(type, value);
      if (value != null && values[i] == null) {
        throw ThetisException.withMessage(
            ErrorCode.NUMBER_OUT_OF_RANGE,
            "Constraint \"%s\": a column of table \"%s\" cannot hold the new value of its parent."
                .formatted(definition.name(), child.name()));
      }
    }
    return changed(childRow, values);
  }

  /** A row with other values in the columns of the foreign key, which may be part of its key. */
  private Row changed(Row row, Object[] values) {
    Table stored = child.stored();
    int keyColumns = stored.schema().keyColumns();
    Object[] all = new Object[stored.schema().columns().size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = row.get(i);
    }
    for (int i = 0; i < childColumns.length; i++) {
      all[childColumns[i]] = values[i];
    }
    Row made = stored.row(Arrays.copyOf(all, keyColumns));
    for (int i = keyColumns; i < all.length; i++) {
      made.set(i, all[i]);
    }
    return made;
  }

  /** The values of one side in the types of the other; null if one does not fit. */
  private static Object[] fitting(Row row, int[] columns, TableDef other, int[] otherColumns) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ColumnType type = other.stored().schema().column(otherColumns[i]).type();
      values[i] = fit(type, row.get(columns[i]));
      if (values[i] == null) {
        return null;
      }
    }
    return values;
  }

  private static Object fit(ColumnType type, Object value) {
    boolean narrows =
        type == ColumnType.INT && value instanceof Long number && number == number.intValue();
    return narrows ? (Object) ((Long) value).intValue() : type.convert(value);
  }
}
