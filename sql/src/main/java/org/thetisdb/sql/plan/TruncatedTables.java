package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;

/**
 * The tables that a TRUNCATE empties, in an order in which no row is deleted before those that
 * refer to it, unless tables refer to each other in a cycle. For one statement. Not thread-safe.
 */
final class TruncatedTables {
  private final SqlCatalog catalog;
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Set<String> ordered = new LinkedHashSet<>();

  private TruncatedTables(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The tables of a statement.
   *
   * @throws ThetisException UNKNOWN_TABLE; NOT_SUPPORTED if a table is referred to from outside
   */
  static List<TableDef> of(Statement.Truncate truncate, SqlCatalog catalog) {
    TruncatedTables tables = new TruncatedTables(catalog);
    for (String name : truncate.tables()) {
      tables.add(requireTable(name, catalog), truncate.cascade());
    }
    tables.wanted.forEach(name -> tables.order(catalog.table(name), new TreeSet<>()));
    List<TableDef> found = new ArrayList<>();
    tables.ordered.forEach(name -> found.add(catalog.table(name)));
    found.forEach(tables::requireNoOthers);
    return found;
  }

  /** The sequences that the columns of tables take their values from. */
  static List<String> sequences(List<TableDef> tables) {
    return tables.stream()
        .flatMap(table -> table.columns().stream())
        .map(ColumnDef::sequence)
        .filter(sequence -> sequence != null)
        .distinct()
        .toList();
  }

  private static TableDef requireTable(String name, SqlCatalog catalog) {
    if (catalog.view(name) != null) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "\"%s\" is a view, and has no rows of its own.".formatted(name));
    }
    return catalog.requireTable(name);
  }

  private void add(TableDef table, boolean cascade) {
    if (wanted.add(table.name()) && cascade) {
      referrers(table).forEach(child -> add(child, true));
    }
  }

  private List<TableDef> referrers(TableDef parent) {
    return catalog.children(parent).stream().filter(child -> refers(child, parent)).toList();
  }

  private static boolean refers(TableDef child, TableDef parent) {
    return child.foreignKeys().stream()
        .anyMatch(key -> key.enforced() && key.parent().equals(parent.name()));
  }

  private void order(TableDef table, Set<String> above) {
    if (above.add(table.name())) {
      for (TableDef child : referrers(table)) {
        if (wanted.contains(child.name()) && !ordered.contains(child.name())) {
          order(child, above);
        }
      }
      ordered.add(table.name());
    }
  }

  /** As in PostgreSQL, whether or not there are rows that refer to it now. */
  private void requireNoOthers(TableDef table) {
    for (TableDef child : referrers(table)) {
      if (!wanted.contains(child.name())) {
        ForeignKeyDef key =
            child.foreignKeys().stream()
                .filter(candidate -> candidate.parent().equals(table.name()))
                .findFirst()
                .orElseThrow();
        throw ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            "Table \"%s\" cannot be truncated alone: constraint \"%s\" of table \"%s\" refers to it. Name both, or use CASCADE."
                .formatted(table.name(), key.name(), child.name()));
      }
    }
  }
}
