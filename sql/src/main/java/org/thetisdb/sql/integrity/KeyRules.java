package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/** Finds those rules of tables that are about keys: indexes and foreign keys. Immutable. */
final class KeyRules {
  private final SqlCatalog catalog;

  KeyRules(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * All indexes, complete or not; {@code compiler} makes code of the conditions of partial ones.
   */
  List<TableRules.Index> indexes(TableDef table, CheckCompiler compiler) {
    return table.indexes().stream()
        .map(
            index ->
                new TableRules.Index(
                    index, keys(table, index, compiler), where(table, index, compiler)))
        .toList();
  }

  private static RowCheck where(TableDef table, IndexDef index, CheckCompiler compiler) {
    return index.isPartial()
        ? compiler.compile(table, new CheckDef(index.name(), index.where().isTrueSql()))
        : null;
  }

  /** All indexes, for keys alone: of a partial one a row may have no entry. */
  List<TableRules.Index> indexesAsOfAllRows(TableDef table, CheckCompiler compiler) {
    return table.indexes().stream()
        .map(index -> new TableRules.Index(index, keys(table, index, compiler), null))
        .toList();
  }

  private IndexKeys keys(TableDef table, IndexDef index, CheckCompiler compiler) {
    return new IndexKeys(table, index, catalog.entriesOf(index), compiler);
  }

  /** Of an index without expressions. */
  private IndexKeys plainKeys(TableDef table, IndexDef index) {
    return keys(table, index, null);
  }

  /** Foreign keys of a table, to find parents by. */
  List<ForeignKeyRule> parentsToFind(TableDef table) {
    List<ForeignKeyRule> parents = new ArrayList<>();
    for (ForeignKeyDef key : table.foreignKeys()) {
      addRule(key, table, catalog.table(key.parent()), null, parents);
    }
    return List.copyOf(parents);
  }

  /** Foreign keys of a table. */
  List<ForeignKeyRule> parents(TableDef table, CheckCompiler compiler) {
    List<ForeignKeyRule> parents = new ArrayList<>();
    for (ForeignKeyDef key : table.foreignKeys()) {
      addRule(key, table, catalog.table(key.parent()), compiler, parents);
    }
    return List.copyOf(parents);
  }

  /** Foreign keys of tables that refer to a table. */
  List<ForeignKeyRule> children(TableDef table, CheckCompiler compiler) {
    List<ForeignKeyRule> children = new ArrayList<>();
    for (TableDef child : catalog.children(table)) {
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.parent().equals(table.name())) {
          addRule(key, child, table, compiler, children);
        }
      }
    }
    return List.copyOf(children);
  }

  private void addRule(
      ForeignKeyDef key,
      TableDef child,
      TableDef parent,
      CheckCompiler compiler,
      List<ForeignKeyRule> target) {
    if (key.enforced() && parent != null) {
      target.add(
          new ForeignKeyRule(
              key,
              child,
              parent,
              parentIndex(key, parent),
              childIndex(key, child),
              defaults(key, child, compiler)));
    }
  }

  private static RowValue[] defaults(ForeignKeyDef key, TableDef child, CheckCompiler compiler) {
    boolean sets =
        key.onDelete() == ForeignKeyDef.OnParent.SET_DEFAULT
            || key.onUpdate() == ForeignKeyDef.OnParent.SET_DEFAULT;
    boolean wanted = sets && compiler != null;
    RowValue[] defaults = new RowValue[wanted ? key.columns().size() : 0];
    for (int i = 0; i < defaults.length; i++) {
      ColumnDef column = child.columns().get(key.columns().get(i));
      defaults[i] =
          column.defaultSql() == null
              ? null
              : compiler.compile(child, column.withDefaultCalculated());
    }
    return defaults;
  }

  private IndexKeys parentIndex(ForeignKeyDef key, TableDef parent) {
    if (new HashSet<>(parent.primaryKey()).equals(new HashSet<>(key.parentColumns()))) {
      return null;
    }
    for (IndexDef index : parent.indexes()) {
      if (index.unique() && index.isPlain() && index.columns().equals(key.parentColumns())) {
        return plainKeys(parent, index);
      }
    }
    throw new IllegalStateException(
        "foreign key \"" + key.name() + "\" refers to no unique index of " + parent.name());
  }

  private IndexKeys childIndex(ForeignKeyDef key, TableDef child) {
    int count = key.columns().size();
    for (IndexDef index : child.indexes()) {
      boolean begins =
          index.columns().size() >= count
              && index.columns().subList(0, count).equals(key.columns());
      if (begins && index.isPlain() && index.state() == IndexDef.State.READY) {
        return plainKeys(child, index);
      }
    }
    return null;
  }
}
