package org.thetisdb.sql.integrity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.Backfill;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The rules of all tables in one state of the catalog, each table's made when it is first asked
 * for. Safe for all threads; meant to be kept as long as the catalog is in force.
 */
public final class IntegrityRules {
  private final SqlCatalog catalog;
  private final CheckCompiler compiler;
  private final KeyRules keys;
  private final TableRegistry tables;
  private final boolean knowsLarge;

  /** By the number of the table; tables without rules are kept as such. */
  private final ConcurrentMap<Integer, Kept> rules = new ConcurrentHashMap<>();

  /** The rules of a catalog. */
  public IntegrityRules(SqlCatalog catalog, CheckCompiler compiler) {
    this.catalog = catalog;
    this.compiler = compiler;
    this.keys = new KeyRules(catalog);
    this.tables = catalog.registry();
    this.knowsLarge = LargeTables.areIn(tables);
  }

  /** Whether a row may hold a value that lies beside it. */
  boolean knowsLarge() {
    return knowsLarge;
  }

  /** The catalog whose rules these are. */
  public SqlCatalog catalog() {
    return catalog;
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
   * Writes the new columns of a row that was there before them, and the entries of their indexes.
   *
   * @throws org.thetisdb.core.error.ThetisException if the row does not allow what its table is
   *     becoming: what its values cannot be made of, or 23xxx
   */
  public void fillColumns(Context context, Row row) {
    TableRules found = of(row.table());
    if (found != null && found.table().making() != null) {
      found.fill(context, row);
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
    return of(tables.of(table).id());
  }

  /** The rules of the table with this number; null if it has none. */
  TableRules of(int tableId) {
    Kept kept = rules.get(tableId);
    if (kept == null) {
      TableDef definition = catalog.tableById(tableId);
      kept = new Kept(definition == null ? null : make(definition));
      rules.put(tableId, kept);
    }
    return kept.rules;
  }

  /** Writers keep what a table is, and what it is becoming. */
  private TableRules make(TableDef table) {
    TableRules made =
        new TableRules(
            table,
            notNull(table),
            checks(table),
            calculated(table),
            indexes(table),
            keys.parents(table, compiler),
            keys.children(table, compiler),
            LargeColumns.of(table, knowsLarge),
            copies(table));
    boolean declared = catalog.isDefined(table);
    return declared || !made.children().isEmpty() ? made : null;
  }

  private static int[] notNull(TableDef table) {
    return forms(table)
        .flatMap(form -> form.columns().stream())
        .filter(column -> !column.nullable())
        .mapToInt(ColumnDef::storedAt)
        .filter(stored -> table.stored().schema().column(stored).nullable())
        .distinct()
        .toArray();
  }

  /** Whether writers keep what the table is becoming, too. */
  private static boolean isKept(Backfill making) {
    return making != null && !making.copies();
  }

  private RekeyedRows copies(TableDef table) {
    Backfill making = table.making();
    TableDef next = making == null || !making.copies() ? null : making.nextOver(tables);
    if (next == null) {
      return null;
    }
    List<CheckDef> added = new ArrayList<>(next.checks());
    added.removeAll(table.checks());
    return new RekeyedRows(
        next,
        keys.indexes(next, compiler),
        added.stream()
            .map(check -> new TableRules.Check(check, compiler.compile(next, check)))
            .toList());
  }

  /** The table, and what it is becoming. */
  private static Stream<TableDef> forms(TableDef table) {
    return !isKept(table.making()) ? Stream.of(table) : Stream.of(table, table.making().next());
  }

  private List<TableRules.Check> checks(TableDef table) {
    return forms(table)
        .flatMap(
            form ->
                form.checks().stream()
                    .map(check -> new TableRules.Check(check, compiler.compile(form, check))))
        .toList();
  }

  private List<TableRules.Index> indexes(TableDef table) {
    List<TableRules.Index> indexes = new ArrayList<>(keys.indexes(table, compiler));
    if (isKept(table.making())) {
      List<IndexDef> own = table.making().ownIndexes(table);
      keys.indexes(table.making().next(), compiler).stream()
          .filter(index -> own.contains(index.definition()))
          .forEach(indexes::add);
    }
    return List.copyOf(indexes);
  }

  private List<TableRules.Calculated> calculated(TableDef table) {
    List<TableRules.Calculated> calculated = new ArrayList<>();
    for (ColumnDef column : table.columns()) {
      if (column.isCalculated()) {
        calculated.add(new TableRules.Calculated(column, compiler.compile(table, column)));
      }
    }
    if (isKept(table.making())) {
      for (ColumnDef column : table.making().values()) {
        calculated.add(new TableRules.Calculated(column, compiler.filling(table, column)));
      }
    }
    return List.copyOf(calculated);
  }

  /** Rules, or the knowledge that there are none. */
  private record Kept(TableRules rules) {}
}
