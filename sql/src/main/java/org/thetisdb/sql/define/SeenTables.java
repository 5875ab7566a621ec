package org.thetisdb.sql.define;

import java.util.List;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.ddl.AlterTable;
import org.thetisdb.sql.ddl.CreateView;

/** The tables of a view with a star in its query, as they are when the view is made. Stateless. */
final class SeenTables {
  private SeenTables() {}

  /** Those that a compilation of the query has found; none for a query without a star. */
  static List<ViewDef.Seen> of(CreateView create, CatalogReads reads) {
    return create.querySql().indexOf('*') < 0
        ? List.of()
        : reads.tables().stream().map(SeenTables::seen).toList();
  }

  private static ViewDef.Seen seen(TableDef table) {
    return new ViewDef.Seen(
        table.name(),
        table.columns().stream()
            .map(column -> new ViewDef.SeenColumn(column.name(), column.name()))
            .toList());
  }

  /** A query of all of a view. */
  static String queryOf(ViewDef view) {
    return "SELECT * FROM "
        + quoted(ObjectName.schema(view.name()))
        + '.'
        + quoted(ObjectName.simple(view.name()));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Views go on with the name that a column had. */
  static void renamed(Changes changes, String table, AlterTable.RenameColumn rename) {
    for (ViewDef view : List.copyOf(changes.catalog().views())) {
      if (view.seen(table) != null) {
        changes.put(view.withRenamed(table, rename.from(), rename.to()));
      }
    }
  }
}
