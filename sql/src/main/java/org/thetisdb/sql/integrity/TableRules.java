package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * What holds for the rows of one table. Immutable, safe for all threads.
 *
 * @param notNull stored columns that may not be null, though the stored table would allow it
 * @param checks compiled conditions
 * @param calculated columns that follow from others
 * @param indexes all indexes, complete or not
 * @param parents foreign keys of this table
 * @param children foreign keys of tables that refer to this one
 * @param large columns that may hold values which lie beside the row
 * @param copies what copies rows of a table that gets a primary key, and that nobody may write
 *     until then; null for other tables
 */
record TableRules(
    TableDef table,
    int[] notNull,
    List<Check> checks,
    List<Calculated> calculated,
    List<Index> indexes,
    List<ForeignKeyRule> parents,
    List<ForeignKeyRule> children,
    LargeColumns large,
    RekeyedRows copies) {

  /** A CHECK. */
  record Check(CheckDef definition, RowCheck condition) {
    void require(Context context, TableDef table, Row row) {
      if (!condition.allows(context, row)) {
        throw new ThetisException(ErrorCode.CHECK_VIOLATION, definition.name(), table.name());
      }
    }
  }

  /** A calculated column. */
  record Calculated(ColumnDef definition, RowValue value) {
    void set(Context context, Row row) {
      row.set(definition.storedAt(), value.of(context, row));
    }
  }

  /**
   * An index.
   *
   * @param where of a partial index, whether it holds a row; null for all rows
   */
  record Index(IndexDef definition, IndexKeys keys, RowCheck where) {
    /** Whether what it indexes is a key of the row, to which foreign keys can refer. */
    boolean isKey() {
      return definition.unique() && where == null && definition.expressions().isEmpty();
    }

    /** Whether it holds a row. */
    boolean holds(Context context, Row row) {
      return where == null || where.allows(context, row);
    }

    /** Takes a row's entry away, if it has one. */
    void remove(Context context, Row row) {
      if (holds(context, row)) {
        context.delete(keys.entries(), keys.keyOf(row));
      }
    }

    /**
     * Writes a row's entry, if it is to have one.
     *
     * @throws ThetisException UNIQUE_VIOLATION if another row has the same values
     */
    void write(Context context, TableDef table, Row row) {
      if (!holds(context, row)) {
        return;
      }
      Row entry = keys.entryOf(row);
      if (keys.isExclusive(row) && !isFree(context, entry)) {
        throw new ThetisException(
            ErrorCode.UNIQUE_VIOLATION, definition.name(), table.name(), keys.describe(row));
      }
      context.put(entry);
    }

    /**
     * An entry that is there may be that of the same row, when a backfill was quicker; or of a row
     * that is gone, when a site that did not know the index yet deleted it. Neither is a duplicate;
     * nor is that of a row which a partial index does not hold any more. All others are: two sites
     * that write one value meet in its entry (hazard 11).
     */
    private boolean isFree(Context context, Row entry) {
      Row present = Rows.get(context, keys.entries(), entry.encodedKey());
      if (present == null || present.equals(entry)) {
        return true;
      }
      Row other = keys.rowOf(context, present);
      return other == null || !holds(context, other);
    }
  }

  /**
   * Requires one constraint of a row.
   *
   * @throws ThetisException CHECK_VIOLATION or FOREIGN_KEY_VIOLATION
   */
  void require(Context context, String constraint, Row row) {
    for (Check check : checks) {
      if (check.definition().name().equals(constraint)) {
        check.require(context, table, row);
      }
    }
    for (ForeignKeyRule parent : parents) {
      boolean named = parent.definition().name().equals(constraint);
      if (named && parent.refers(row) && parent.findParent(context, row) == null) {
        throw parent.noParent(row);
      }
    }
  }

  /** Makes a row that was there before as a writer would make it now. */
  void fill(Context context, Row row) {
    if (copies != null) {
      copies.copy(context, table, row);
      return;
    }
    setCalculated(context, row);
    requireValues(context, row);
    List<IndexDef> own = table.making().ownIndexes(table);
    for (Index index : indexes) {
      if (own.contains(index.definition())) {
        index.write(context, table, row);
      }
    }
    context.put(row);
  }

  /** Calculates what follows from other columns. */
  void setCalculated(Context context, Row row) {
    for (Calculated column : calculated) {
      column.set(context, row);
    }
  }

  /**
   * Requires NOT NULL and CHECK of a row.
   *
   * @throws ThetisException NOT_NULL_VIOLATION or CHECK_VIOLATION
   */
  void requireValues(Context context, Row row) {
    for (int column : notNull) {
      if (row.isNull(column)) {
        throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, columnAt(column), table.name());
      }
    }
    for (Check check : checks) {
      check.require(context, table, row);
    }
  }

  private String columnAt(int stored) {
    TableDef next = table.making() == null ? table : table.making().next();
    return Stream.concat(table.columns().stream(), next.columns().stream())
        .filter(column -> column.storedAt() == stored)
        .findFirst()
        .orElseThrow()
        .name();
  }

  /**
   * A row as one of all columns that the table has now, if some of them are calculated: a procedure
   * may know fewer.
   */
  Row whole(Row row) {
    int known = row.table().schema().columns().size();
    boolean misses =
        calculated.stream().anyMatch(column -> column.definition().storedAt() >= known);
    return misses ? Row.of(table.stored(), row.encodedKey(), row.encodedImage()) : row;
  }

  /**
   * What a writer keeps to, as values to be compared: two lists are equal if a row that was written
   * under one set of rules is as the other set wants it, too. How far an index has come does not
   * count, since writers keep it from its first state on.
   */
  List<Object> signature() {
    List<Object> all = new ArrayList<>();
    all.add(table.tableId());
    all.add(table.isTemporary() ? table.name() : ""); // the number may be another table's soon
    all.add(Arrays.stream(notNull).boxed().toList());
    table.columns().forEach(column -> all.add(List.of(column.storedAt(), column.type())));
    checks.forEach(check -> all.add(check.definition()));
    calculated.forEach(column -> all.add(column.definition().withComment(null)));
    indexes.forEach(index -> all.add(index.definition().withState(IndexDef.State.WRITTEN)));
    for (ForeignKeyRule parent : parents) {
      all.add(List.of("parent", parent.parent().tableId(), parent.definition()));
    }
    all.add(large.places());
    all.add(isBeingCopied());
    for (ForeignKeyRule child : children) {
      all.add(List.of("child", child.child().tableId(), child.definition()));
    }
    return all;
  }

  /** Whether nobody may write rows, since they are being copied. */
  boolean isBeingCopied() {
    return table.making() != null && table.making().copies();
  }

  /** Whether a write must know the row that was there before. */
  boolean needOldRow() {
    return !indexes.isEmpty() || !parents.isEmpty() || !children.isEmpty() || !large.isEmpty();
  }
}
