package org.thetisdb.sql.define;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.Backfill;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.OnCommit;
import org.thetisdb.sql.catalog.TableDef;

/** A table's definition while it is changed. Lists may be changed freely. Not thread-safe. */
final class TableDraft {
  final int tableId;
  String name;
  TableSchema schema;
  final List<ColumnDef> columns;
  List<Integer> primaryKey;
  String primaryKeyName;
  List<IndexDef> indexes;
  List<ForeignKeyDef> foreignKeys;
  List<CheckDef> checks;
  String comment;
  List<Integer> filled = List.of();
  Backfill making;
  OnCommit onCommit = OnCommit.PRESERVE_ROWS;

  /** A new table. */
  TableDraft(
      int tableId,
      String name,
      TableSchema schema,
      List<ColumnDef> columns,
      List<Integer> primaryKey,
      String primaryKeyName) {
    this.tableId = tableId;
    this.name = name;
    this.schema = schema;
    this.columns = new ArrayList<>(columns);
    this.primaryKey = primaryKey;
    this.primaryKeyName = primaryKeyName;
    this.indexes = new ArrayList<>();
    this.foreignKeys = new ArrayList<>();
    this.checks = new ArrayList<>();
  }

  /** A table that is there. What it is becoming is given up if it is put. */
  TableDraft(TableDef table) {
    this(
        table.tableId(),
        table.name(),
        table.stored().schema(),
        table.columns(),
        table.primaryKey(),
        table.primaryKeyName());
    indexes.addAll(table.indexes());
    foreignKeys.addAll(table.foreignKeys());
    checks.addAll(table.checks());
    comment = table.comment();
    filled = table.filled();
    onCommit = table.onCommit();
  }

  /** The definition as it is now. */
  TableDef toDef() {
    return new TableDef(
        tableId,
        name,
        Table.of(schema),
        List.copyOf(columns),
        List.copyOf(primaryKey),
        primaryKeyName,
        List.copyOf(indexes),
        List.copyOf(foreignKeys),
        List.copyOf(checks),
        comment,
        filled,
        making,
        onCommit);
  }

  /** The place of a column; -1 if there is none of this name. */
  int find(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The place of a column.
   *
   * @throws ThetisException UNKNOWN_COLUMN
   */
  int require(String column) {
    int place = find(column);
    if (place < 0) {
      throw Names.unknownColumn(name, column, columns.stream().map(ColumnDef::name).toList());
    }
    return place;
  }

  /** The places of columns, each of which is named once. */
  List<Integer> places(List<String> names) {
    List<Integer> places = names.stream().map(this::require).toList();
    if (new HashSet<>(places).size() < places.size()) {
      throw ThetisException.withMessage(
          ErrorCode.DUPLICATE_COLUMN,
          "A column is named twice in (" + String.join(", ", names) + ") of \"" + name + "\".");
    }
    return places;
  }

  /** The stored columns at some places. */
  int[] storedAt(List<Integer> places) {
    return places.stream().mapToInt(place -> columns.get(place).storedAt()).toArray();
  }

  /** Whether a constraint of this name is there. */
  boolean hasConstraint(String constraint) {
    return constraintNames().contains(constraint);
  }

  /** The names of all constraints and indexes that are there. */
  Set<String> constraintNames() {
    Set<String> names = new HashSet<>();
    names.add(primaryKeyName);
    indexes.forEach(index -> names.add(index.name()));
    foreignKeys.forEach(key -> names.add(key.name()));
    checks.forEach(check -> names.add(check.name()));
    return names;
  }
}
