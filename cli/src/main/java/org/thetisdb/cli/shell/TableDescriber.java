package org.thetisdb.cli.shell;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.core.schema.ObjectName;

/** Describes tables and indexes, from what JDBC says of them. */
final class TableDescriber {
  /** A name with its schema in front, unless that is public. */
  private static final String NAME =
      "CASE WHEN %1$s_schema = 'public' THEN '' ELSE %1$s_schema || '.' END || %1$s_name AS \"name\"";

  private static final String[] TYPES = {"TABLE", "VIEW"};

  private final Connection connection;
  private final PrintWriter out;

  TableDescriber(Connection connection, PrintWriter out) {
    this.connection = connection;
    this.out = out;
  }

  private DatabaseMetaData data() throws SQLException {
    return connection.getMetaData();
  }

  void tables() throws SQLException {
    TextTable table = new TextTable("name", "<type");
    int count = 0;
    try (ResultSet rows = data().getTables(null, null, null, TYPES)) {
      while (rows.next()) {
        table.row(nameOf(rows), rows.getString("TABLE_TYPE").toLowerCase(Locale.ROOT));
        count++;
      }
    }
    out.print(count == 0 ? "There are no tables yet.\n" : table.render(""));
  }

  void views() throws SQLException {
    query(
        "SELECT "
            + NAME.formatted("table")
            + ", view_definition AS \"query\" FROM"
            + " information_schema.views ORDER BY table_schema, table_name",
        "There are no views yet.");
  }

  void sequences() throws SQLException {
    query(
        "SELECT "
            + NAME.formatted("sequence")
            + ", start_value AS \"start\", increment AS \"step\","
            + " minimum_value AS \"least\", maximum_value AS \"greatest\""
            + " FROM information_schema.sequences ORDER BY sequence_schema, sequence_name",
        "There are no sequences yet.");
  }

  void procedures() throws SQLException {
    query(
        "SELECT "
            + NAME.formatted("routine")
            + ", routine_definition AS \"body\" FROM"
            + " information_schema.routines ORDER BY routine_schema, routine_name",
        "There are no procedures yet.");
  }

  void schemas() throws SQLException {
    query("SELECT schema_name AS \"name\" FROM information_schema.schemata ORDER BY 1", "");
  }

  /** There is one database in a cluster. */
  void clusters() throws SQLException {
    out.println(data().getURL());
  }

  private void query(String sql, String none) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      String[] cells = new String[columns];
      for (int i = 0; i < columns; i++) {
        cells[i] = (i == 0 ? "" : "<") + rows.getMetaData().getColumnLabel(i + 1);
      }
      TextTable table = new TextTable(cells);
      int count = 0;
      while (rows.next()) {
        Object[] row = new Object[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = Printable.oneLine(String.valueOf(rows.getString(i + 1)));
        }
        table.row(row);
        count++;
      }
      out.print(count == 0 ? none + "\n" : table.render(""));
    }
  }

  void indexes() throws SQLException {
    TextTable table = new TextTable("name", "<table", "<columns", "<unique");
    int count = 0;
    try (ResultSet rows = data().getTables(null, null, null, TYPES)) {
      while (rows.next()) {
        String name = nameOf(rows);
        for (Map.Entry<String, Index> index : indexesOf(name).entrySet()) {
          table.row(
              index.getKey(), name, index.getValue().columns, index.getValue().unique ? "yes" : "");
          count++;
        }
      }
    }
    out.print(count == 0 ? "There are no indexes yet.\n" : table.render(""));
  }

  /** Describes a table; false if there is none. */
  boolean table(String given) throws SQLException, IOException {
    String name = known(given);
    TextTable columns = new TextTable("column", "<type", "<null", "<default");
    boolean found = false;
    try (ResultSet rows =
        data().getColumns(null, escaped(schema(name)), escaped(simple(name)), null)) {
      while (rows.next()) {
        found = true;
        columns.row(
            rows.getString("COLUMN_NAME"), type(rows), nullability(rows), defaultValue(rows));
      }
    }
    if (found) {
      out.print(columns.render(""));
      primaryKey(name);
      indexesOf(name).forEach((index, of) -> out.println("Index " + index + of));
      foreignKeys(name);
    }
    return found;
  }

  private static String nameOf(ResultSet table) throws SQLException {
    return ObjectName.of(table.getString("TABLE_SCHEM"), table.getString("TABLE_NAME"));
  }

  /** The name with its schema; that of the connection if none is given. */
  private String known(String given) throws SQLException {
    int dot = given.startsWith("\"") ? given.indexOf("\".") + 1 : given.indexOf('.');
    String current = connection.getSchema() == null ? ObjectName.PUBLIC : connection.getSchema();
    return dot <= 0
        ? ObjectName.of(current, name(given))
        : ObjectName.of(name(given.substring(0, dot)), name(given.substring(dot + 1)));
  }

  /** As SQL reads names: small letters, unless in quotes. */
  private static String name(String given) {
    boolean quoted = given.length() > 1 && given.startsWith("\"") && given.endsWith("\"");
    return quoted
        ? given.substring(1, given.length() - 1).replace("\"\"", "\"")
        : given.toLowerCase(Locale.ROOT);
  }

  private String escaped(String name) throws SQLException {
    String escape = data().getSearchStringEscape();
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  private static String type(ResultSet column) throws SQLException {
    String name = column.getString("TYPE_NAME");
    String size = column.getString("COLUMN_SIZE");
    return switch (name) {
      case "DECIMAL" -> name + "(" + size + "," + column.getInt("DECIMAL_DIGITS") + ")";
      case "CHAR", "VARCHAR", "BINARY", "VARBINARY" -> name + "(" + size + ")";
      default -> name;
    };
  }

  private static String nullability(ResultSet column) throws SQLException {
    return column.getString("IS_NULLABLE").equals("YES") ? "" : "not null";
  }

  private static String defaultValue(ResultSet column) throws SQLException {
    if (column.getString("IS_AUTOINCREMENT").equals("YES")) {
      return "identity";
    }
    String text = column.getString("COLUMN_DEF");
    return text == null ? "" : text;
  }

  private void primaryKey(String table) throws SQLException {
    Map<Integer, String> columns = new java.util.TreeMap<>();
    try (ResultSet rows = data().getPrimaryKeys(null, schema(table), simple(table))) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    if (!columns.isEmpty()) {
      out.println("Primary key (" + String.join(", ", columns.values()) + ")");
    }
  }

  private record Index(boolean unique, String columns) {
    @Override
    public String toString() {
      return " (" + columns + ")" + (unique ? " unique" : "");
    }
  }

  private Map<String, Index> indexesOf(String table) throws SQLException {
    Map<String, Index> indexes = new LinkedHashMap<>();
    try (ResultSet rows = data().getIndexInfo(null, schema(table), simple(table), false, true)) {
      while (rows.next()) {
        boolean unique = !rows.getBoolean("NON_UNIQUE");
        indexes.merge(
            rows.getString("INDEX_NAME"),
            new Index(unique, rows.getString("COLUMN_NAME")),
            (a, b) -> new Index(unique, a.columns + ", " + b.columns));
      }
    }
    return indexes;
  }

  private static String parentOf(ResultSet key) throws SQLException {
    return ObjectName.of(key.getString("PKTABLE_SCHEM"), key.getString("PKTABLE_NAME"));
  }

  private void foreignKeys(String table) throws SQLException {
    Map<String, String[]> keys = new LinkedHashMap<>();
    try (ResultSet rows = data().getImportedKeys(null, schema(table), simple(table))) {
      while (rows.next()) {
        String column = rows.getString("FKCOLUMN_NAME");
        String parentColumn = rows.getString("PKCOLUMN_NAME");
        keys.merge(
            rows.getString("FK_NAME"),
            new String[] {column, parentOf(rows), parentColumn},
            (a, b) -> new String[] {a[0] + ", " + b[0], a[1], a[2] + ", " + b[2]});
      }
    }
    keys.forEach(
        (key, of) ->
            out.println(
                "Foreign key " + key + " (" + of[0] + ") refers to " + of[1] + " (" + of[2] + ")"));
  }
}
