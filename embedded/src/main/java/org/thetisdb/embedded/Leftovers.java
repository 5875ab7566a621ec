package org.thetisdb.embedded;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Drops what tests have defined. */
final class Leftovers {
  private Leftovers() {}

  /** Drops schemas first, then views, then tables with all that refers to them, then the rest. */
  static void drop(Connection connection) throws SQLException {
    connection.setSchema("public");
    dropAll(
        connection,
        "SCHEMA",
        "SELECT schema_name FROM information_schema.schemata"
            + " WHERE schema_name NOT IN ('public', 'information_schema', 'pg_catalog')");
    dropAll(connection, "VIEW", "SELECT table_name FROM information_schema.views");
    dropAll(
        connection,
        "TABLE",
        "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'");
    dropAll(connection, "SEQUENCE", "SELECT sequence_name FROM information_schema.sequences");
    dropAll(connection, "PROCEDURE", "SELECT routine_name FROM information_schema.routines");
  }

  private static void dropAll(Connection connection, String kind, String query)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String name : names(statement, query)) {
        String quoted = '"' + name.replace("\"", "\"\"") + '"';
        String rest = kind.equals("PROCEDURE") || kind.equals("SEQUENCE") ? "" : " CASCADE";
        statement.execute("DROP " + kind + " IF EXISTS " + quoted + rest);
      }
    }
  }

  private static List<String> names(Statement statement, String query) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }
}
