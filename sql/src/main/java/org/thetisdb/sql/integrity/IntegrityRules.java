package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The rules of all tables in one state of the catalog, each table's made when it is first asked
 * for. Safe for all threads; meant to be kept as long as the catalog is in force.
 */
public final class IntegrityRules {
  private final SqlCatalog catalog;
  private final CheckCompiler compiler;

  /** By the number of the table; tables without rules are kept as such. */
  private final ConcurrentMap<Integer, Kept> rules = new ConcurrentHashMap<>();

  /** The rules of a catalog. */
  public IntegrityRules(SqlCatalog catalog, CheckCompiler compiler) {
    this.catalog = catalog;
    this.compiler = compiler;
  }

  /** The catalog whose rules these are. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /**
   * Names all that inserting a row writes beside the row itself: entries of indexes, and parents.
   */
  public void planInsert(Plan plan, Row row) {
    TableRules found = of(row.table());
    if (found != null) {
      found.planInsert(plan, row);
    }
  }

  /**
   * Writes the entry of a row that was there before an index.
   *
   * @throws org.thetisdb.core.error.ThetisException UNIQUE_VIOLATION if another row has its values
   */
  public void fillIndex(Context context, String index, Row row) {
    TableRules found = of(row.table());
    for (TableRules.Index candidate :
        found == null ? List.<TableRules.Index>of() : found.indexes()) {
      if (candidate.definition().name().equals(index)) {
        candidate.write(context, found.table(), row);
      }
    }
  }

  /**
   * Requires a CHECK or a foreign key of a row that was there before it.
   *
   * @throws org.thetisdb.core.error.ThetisException CHECK_VIOLATION or FOREIGN_KEY_VIOLATION
   */
  public void require(Context context, String constraint, Row row) {
    TableRules found = of(row.table());
    if (found != null) {
      found.require(context, constraint, row);
    }
  }

  /** The rules of a table; null if it has none. */
  TableRules of(Table table) {
    RegisteredTable stored = catalog.registry().of(table);
    Kept kept = rules.get(stored.id());
    if (kept == null) {
      TableDef definition = catalog.tableById(stored.id());
      kept = new Kept(definition == null ? null : make(definition));
      rules.put(stored.id(), kept);
    }
    return kept.rules;
  }

  private TableRules make(TableDef table) {
    TableRules made =
        new TableRules(
            table, notNull(table), checks(table), indexes(table), parents(table), children(table));
    boolean declared = catalog.isDefined(table);
    return declared || !made.children().isEmpty() ? made : null;
  }

  private static int[] notNull(TableDef table) {
    return table.columns().stream()
        .filter(column -> !column.nullable())
        .mapToInt(ColumnDef::storedAt)
        .filter(stored -> table.stored().schema().column(stored).nullable())
        .toArray();
  }

  private List<TableRules.Check> checks(TableDef table) {
    return table.checks().stream()
        .map(check -> new TableRules.Check(check, compiler.compile(table, check)))
        .toList();
  }

  private List<TableRules.Index> indexes(TableDef table) {
    return table.indexes().stream()
        .map(index -> new TableRules.Index(index, keys(table, index)))
        .toList();
  }

  private IndexKeys keys(TableDef table, IndexDef index) {
    return new IndexKeys(table, index, catalog.entriesOf(index));
  }

  private List<ForeignKeyRule> parents(TableDef table) {
    List<ForeignKeyRule> parents = new ArrayList<>();
    for (ForeignKeyDef key : table.foreignKeys()) {
      addRule(key, table, catalog.table(key.parent()), parents);
    }
    return List.copyOf(parents);
  }

  private List<ForeignKeyRule> children(TableDef table) {
    List<ForeignKeyRule> children = new ArrayList<>();
    for (TableDef child : catalog.children(table)) {
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.parent().equals(table.name())) {
          addRule(key, child, table, children);
        }
      }
    }
    return List.copyOf(children);
  }

  private void addRule(
      ForeignKeyDef key, TableDef child, TableDef parent, List<ForeignKeyRule> target) {
    if (key.enforced() && parent != null) {
      target.add(
          new ForeignKeyRule(key, child, parent, parentIndex(key, parent), childIndex(key, child)));
    }
  }

  private IndexKeys parentIndex(ForeignKeyDef key, TableDef parent) {
    if (new HashSet<>(parent.primaryKey()).equals(new HashSet<>(key.parentColumns()))) {
      return null;
    }
    for (IndexDef index : parent.indexes()) {
      if (index.unique() && index.columns().equals(key.parentColumns())) {
        return keys(parent, index);
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
      if (begins && index.state() == IndexDef.State.READY) {
        return keys(child, index);
      }
    }
    return null;
  }

  /** Rules, or the knowledge that there are none. */
  private record Kept(TableRules rules) {}
}
