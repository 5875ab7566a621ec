package org.thetisdb.sql.define;

import java.util.List;
import java.util.function.Predicate;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.AlterTable.DropConstraint;

/** Takes constraints and indexes from a table. For one definition. Not thread-safe. */
final class ConstraintDrop {
  private final Changes changes;
  private final TableDef before;
  private final TableDraft table;

  /** {@code table} is a draft of {@code before}. */
  ConstraintDrop(Changes changes, TableDef before, TableDraft table) {
    this.changes = changes;
    this.before = before;
    this.table = table;
  }

  void drop(DropConstraint drop) {
    String name = drop.name();
    IndexDef index = before.index(ObjectName.beside(before.name(), name));
    if (index != null && index.constraint()) {
      dropIndex(index, drop.cascade());
    } else if (table.foreignKeys.removeIf(key -> key.name().equals(name))
        || table.checks.removeIf(check -> check.name().equals(name))) {
      return;
    } else if (name.equals(table.primaryKeyName) && !table.primaryKey.isEmpty()) {
      throw Names.invalid("The primary key of a table cannot be dropped; drop the table instead.");
    } else if (drop.ifExists()) {
      changes.notice("Table \"%s\" has no constraint \"%s\".".formatted(table.name, name));
    } else {
      throw Names.unknown("constraint", name);
    }
  }

  /** All that cannot be without a column. */
  void dropAllWith(int place, boolean cascade) {
    for (IndexDef index : List.copyOf(table.indexes)) {
      if (index.dependsOn(place)) {
        dropIndex(index, cascade);
      }
    }
    table.foreignKeys.removeIf(
        key ->
            key.columns().contains(place)
                || (key.parent().equals(table.name) && key.parentColumns().contains(place)));
  }

  void dropIndex(IndexDef index, boolean cascade) {
    if (index.unique() && index.isPlain()) {
      dropReferrers(index.columns(), cascade);
    }
    table.indexes.remove(index);
    changes.retire(index.tableId(), before);
  }

  /** Foreign keys that rest on some columns being unique. */
  private void dropReferrers(List<Integer> columns, boolean cascade) {
    dropReferrers(changes, before, table, cascade, key -> key.parentColumns().equals(columns));
  }

  /** Takes those foreign keys of other tables, and of the draft, that refer to a table. */
  static void dropReferrers(
      Changes changes,
      TableDef parent,
      TableDraft draft,
      boolean cascade,
      Predicate<ForeignKeyDef> which) {
    for (TableDef child : List.copyOf(changes.catalog().children(parent))) {
      TableDraft target = child.tableId() == parent.tableId() ? draft : new TableDraft(child);
      for (ForeignKeyDef key : List.copyOf(target.foreignKeys)) {
        if (key.parent().equals(parent.name()) && which.test(key)) {
          requireCascade(child, key, parent, cascade);
          target.foreignKeys.remove(key);
        }
      }
      if (child.tableId() != parent.tableId()) {
        changes.put(target.toDef());
      }
    }
  }

  private static void requireCascade(
      TableDef child, ForeignKeyDef key, TableDef parent, boolean cascade) {
    if (!cascade && child.tableId() != parent.tableId()) {
      throw Names.depends(
          "Foreign key \"%s\" of table \"%s\" needs table \"%s\"; drop it first, or use CASCADE."
              .formatted(key.name(), child.name(), parent.name()));
    }
  }
}
