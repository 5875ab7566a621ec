package org.thetisdb.relational.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of tables that draw a value when a row is inserted without one: identities, and
 * defaults with a sequence, a clock or a random number. What is looked up stays known as long as
 * the connection. For one thread.
 */
final class DrawnColumns {
  private final Connection connection;
  private final Map<String, List<String>> known = new HashMap<>();

  DrawnColumns(Connection connection) {
    this.connection = connection;
  }

  /**
   * Refuses an INSERT that leaves a value to be drawn.
   *
   * @throws DatabaseException 0A000
   */
  void require(SqlRules rules) throws SQLException {
    String table = rules.insertedTable();
    if (table.isEmpty()) {
      return;
    }
    for (String column : of(table)) {
      if (!rules.names(column)) {
        throw DatabaseException.of(
            "0A000",
            "Column %s of %s draws its value, and another run would draw another one; name it in the"
                    .formatted(column, table)
                + " INSERT and give its value as a parameter.");
      }
    }
  }

  private List<String> of(String table) throws SQLException {
    List<String> columns = known.get(table);
    if (columns == null) {
      columns = new ArrayList<>();
      if (table.startsWith("\"")) {
        read(table.substring(1), columns);
      } else {
        read(table.toLowerCase(Locale.ROOT), columns);
        read(table.toUpperCase(Locale.ROOT), columns);
      }
      known.put(table, columns);
    }
    return columns;
  }

  private void read(String table, List<String> columns) throws SQLException {
    try (ResultSet each =
        connection.getMetaData().getColumns(connection.getCatalog(), null, table, null)) {
      while (each.next()) {
        String given = each.getString("COLUMN_DEF");
        boolean isGenerated = "YES".equals(each.getString("IS_GENERATEDCOLUMN"));
        if ("YES".equals(each.getString("IS_AUTOINCREMENT"))
            || (given != null && !isGenerated && SqlRules.isDrawnDefault(given))) {
          columns.add(each.getString("COLUMN_NAME"));
        }
      }
    }
  }
}
