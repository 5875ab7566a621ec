package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.run.Projection;
import org.thetisdb.sql.statement.SqlColumn;

/**
 * What a change gives back of the rows that it wrote or deleted. Immutable.
 *
 * @param projection makes a row of the result of a row of the table; null for none
 * @param columns of the result
 */
record Returning(Projection projection, List<SqlColumn> columns) {
  private static final Returning NOTHING = new Returning(null, List.of());

  /**
   * Compiles the list behind RETURNING.
   *
   * @param select the list as a query without a table; null for none
   * @param alias what the table is called; null for its name
   */
  static Returning of(
      Translator translator, SqlSelect select, SqlNode target, SqlIdentifier alias) {
    if (select == null) {
      return NOTHING;
    }
    TableDef table = ChangeCompiler.tableOf(translator, target);
    String called = alias == null ? ObjectName.simple(table.name()) : alias.getSimple();
    select.setFrom(CatalogSpace.from(table, called));
    return new QueryCompiler(translator).returning(select);
  }
}
