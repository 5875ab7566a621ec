package org.thetisdb.client.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads information_schema for DatabaseMetaData. Catalogs are small: whole views are read, and put
 * together here.
 */
final class CatalogReader {
  record Table(String schema, String name, String type) {
    /** As JDBC calls it. */
    String jdbcType() {
      if (!schema.equals(ThetisConnection.SCHEMA)) {
        return "SYSTEM VIEW";
      }
      return type.equals("BASE TABLE") ? "TABLE" : type;
    }
  }

  record Column(
      String schema,
      String table,
      String name,
      int position,
      String defaultText,
      boolean nullable,
      JdbcType type,
      int precision,
      int scale,
      boolean identity) {}

  /** A constraint that names columns, in its own order. */
  record TableKey(String name, String table, String type, List<String> columns) {}

  record Reference(String name, String parentKey, String parentTable, String deleteRule) {}

  record IndexColumn(String table, String index, boolean unique, int position, String column) {}

  /** Makes an object of a row. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  private final ThetisConnection connection;

  CatalogReader(ThetisConnection connection) {
    this.connection = connection;
  }

  private <T> List<T> read(String sql, Reading<T> reading) throws SQLException {
    List<T> all = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(reading.of(rows));
      }
    }
    return all;
  }

  List<Table> tables() throws SQLException {
    return read(
        "SELECT table_schema, table_name, table_type FROM information_schema.tables",
        row -> new Table(row.getString(1), row.getString(2), row.getString(3)));
  }

  List<Column> columns() throws SQLException {
    return read(
        "SELECT table_schema, table_name, column_name, ordinal_position, column_default,"
            + " is_nullable, data_type, character_maximum_length, numeric_precision,"
            + " numeric_scale, is_identity FROM information_schema.columns",
        CatalogReader::column);
  }

  private static Column column(ResultSet row) throws SQLException {
    int length = row.getInt(8);
    int digits = row.getInt(9);
    return new Column(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getInt(4),
        row.getString(5),
        isYes(row.getString(6)),
        JdbcType.named(row.getString(7)),
        Math.max(length, digits),
        row.getInt(10),
        isYes(row.getString(11)));
  }

  private static boolean isYes(String text) {
    return "YES".equalsIgnoreCase(text) || "true".equalsIgnoreCase(text);
  }

  /** Primary, unique and foreign keys, by table and name. */
  List<TableKey> keys() throws SQLException {
    Map<List<String>, List<String>> columns = new TreeMap<>(CatalogReader::compare);
    read(
        "SELECT table_name, constraint_name, column_name FROM information_schema.key_column_usage"
            + " ORDER BY table_name, constraint_name, ordinal_position",
        row ->
            columns
                .computeIfAbsent(
                    List.of(row.getString(1), row.getString(2)), unused -> new ArrayList<>())
                .add(row.getString(3)));
    return read(
        "SELECT table_name, constraint_name, constraint_type"
            + " FROM information_schema.table_constraints",
        row ->
            new TableKey(
                row.getString(2),
                row.getString(1),
                row.getString(3),
                columns.getOrDefault(List.of(row.getString(1), row.getString(2)), List.of())));
  }

  private static int compare(List<String> a, List<String> b) {
    int first = a.get(0).compareTo(b.get(0));
    return first != 0 ? first : a.get(1).compareTo(b.get(1));
  }

  List<Reference> references() throws SQLException {
    return read(
        "SELECT constraint_name, unique_constraint_name, referenced_table_name, delete_rule"
            + " FROM information_schema.referential_constraints",
        row ->
            new Reference(row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
  }

  List<IndexColumn> indexes() throws SQLException {
    return read(
        "SELECT table_name, index_name, is_unique, ordinal_position, column_name"
            + " FROM information_schema.indexes",
        row ->
            new IndexColumn(
                row.getString(1),
                row.getString(2),
                isYes(row.getString(3)),
                row.getInt(4),
                row.getString(5)));
  }

  List<String> routines() throws SQLException {
    return read("SELECT routine_name FROM information_schema.routines", row -> row.getString(1));
  }

  /** The primary keys, by their tables. */
  Map<String, TableKey> primaryKeys() throws SQLException {
    return keys().stream()
        .filter(key -> key.type().equals("PRIMARY KEY"))
        .collect(Collectors.toMap(TableKey::table, key -> key, (a, b) -> a, TreeMap::new));
  }
}
