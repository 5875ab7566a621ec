package org.thetisdb.relational.database;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.core.value.ValueCodec;

/**
 * All rows of a schema but our own, tables that others refer to first, rows in order of their
 * primary keys, by which two databases are compared. For one thread.
 */
final class TableDump {
  private final Connection connection;

  TableDump(Connection connection) {
    this.connection = connection;
  }

  void write(OutputStream target) throws SQLException, IOException {
    DataOutputStream out = new DataOutputStream(target);
    for (String table : tables()) {
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT * FROM " + quoted(table) + " ORDER BY " + order(table))) {
        write(table, rows, out);
      }
    }
    out.flush();
  }

  private static void write(String table, ResultSet rows, DataOutputStream out)
      throws SQLException, IOException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      List<Object> row = new ArrayList<>(columns + 1);
      row.add(table);
      for (int i = 1; i <= columns; i++) {
        row.add(SqlValues.value(rows, i, rows.getMetaData().getColumnType(i)));
      }
      byte[] bytes = ValueCodec.encode(row);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private String order(String table) throws SQLException {
    Map<Integer, String> key = new TreeMap<>();
    DatabaseMetaData described = connection.getMetaData();
    try (ResultSet columns =
        described.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
      while (columns.next()) {
        key.put(columns.getInt("KEY_SEQ"), quoted(columns.getString("COLUMN_NAME")));
      }
    }
    return key.isEmpty() ? allColumns(table) : String.join(", ", key.values());
  }

  private String allColumns(String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet none =
            statement.executeQuery("SELECT * FROM " + quoted(table) + " WHERE 1 = 0")) {
      return IntStream.rangeClosed(1, none.getMetaData().getColumnCount())
          .mapToObj(Integer::toString)
          .collect(Collectors.joining(", "));
    }
  }

  /** The tables, each behind those to which it refers. */
  private List<String> tables() throws SQLException {
    Map<String, Set<String>> parents = new TreeMap<>();
    try (ResultSet found =
        connection
            .getMetaData()
            .getTables(
                connection.getCatalog(),
                connection.getSchema(),
                null,
                new String[] {"TABLE", "BASE TABLE"})) {
      while (found.next()) {
        String name = found.getString("TABLE_NAME");
        if (!name.equalsIgnoreCase(PositionRow.TABLE)) {
          parents.put(name, new TreeSet<>());
        }
      }
    }
    for (Map.Entry<String, Set<String>> table : parents.entrySet()) {
      addParents(table.getKey(), table.getValue());
    }
    return ordered(parents);
  }

  private void addParents(String table, Set<String> into) throws SQLException {
    try (ResultSet keys =
        connection
            .getMetaData()
            .getImportedKeys(connection.getCatalog(), connection.getSchema(), table)) {
      while (keys.next()) {
        into.add(keys.getString("PKTABLE_NAME"));
      }
    }
    into.remove(table);
  }

  private static List<String> ordered(Map<String, Set<String>> parents) throws SQLException {
    List<String> ordered = new ArrayList<>();
    while (!parents.isEmpty()) {
      List<String> next =
          parents.keySet().stream()
              .filter(table -> parents.get(table).stream().noneMatch(parents::containsKey))
              .toList();
      if (next.isEmpty()) {
        throw new SQLException("tables refer to each other: " + parents.keySet(), "0A000");
      }
      ordered.addAll(next);
      next.forEach(parents::remove);
    }
    return ordered;
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
