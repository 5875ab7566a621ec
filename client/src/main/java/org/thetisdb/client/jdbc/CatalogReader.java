package org.thetisdb.client.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reads information_schema for DatabaseMetaData. Catalogs are small: whole views are read, and put
 * together here.
 */
final class CatalogReader {
  record Table(String schema, String name, String type, String remarks) {
    /** The type of sequences, which are shown to who asks for them alone. */
    static final String SEQUENCE = "SEQUENCE";

    static Table sequence(String name) {
      return new Table(ThetisConnection.SCHEMA, name, SEQUENCE, null);
    }

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
      String typeName,
      int precision,
      int scale,
      boolean identity,
      boolean generated,
      String remarks) {}

  /** A constraint that names columns, in its own order. */
  record TableKey(String name, String table, String type, List<String> columns) {}

  /** A foreign key: that of a table, and the key of the other table that it refers to. */
  record Reference(
      String table,
      String name,
      String parentTable,
      String parentKey,
      String updateRule,
      String deleteRule) {}

  record IndexColumn(
      String table, String index, boolean unique, int position, String column, String filter) {}

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
        "SELECT table_schema, table_name, table_type, remarks FROM information_schema.tables",
        row -> new Table(row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
  }

  List<Column> columns() throws SQLException {
    return read(
        "SELECT table_schema, table_name, column_name, ordinal_position, column_default,"
            + " is_nullable, data_type, character_maximum_length, numeric_precision,"
            + " numeric_scale, is_identity, is_generated, remarks FROM information_schema.columns",
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
        row.getString(7),
        Math.max(length, digits),
        row.getInt(10),
        isYes(row.getString(11)),
        "ALWAYS".equals(row.getString(12)),
        row.getString(13));
  }

  private static boolean isYes(String text) {
    return "YES".equalsIgnoreCase(text) || "true".equalsIgnoreCase(text);
  }

  private record KeyColumn(String table, String key, int position, String column) {}

  /** Primary, unique and foreign keys. */
  List<TableKey> keys() throws SQLException {
    List<KeyColumn> columns =
        read(
            "SELECT table_name, constraint_name, ordinal_position, column_name"
                + " FROM information_schema.key_column_usage",
            row ->
                new KeyColumn(row.getString(1), row.getString(2), row.getInt(3), row.getString(4)));
    return read(
        "SELECT table_name, constraint_name, constraint_type"
            + " FROM information_schema.table_constraints",
        row -> {
          String table = row.getString(1);
          String name = row.getString(2);
          return new TableKey(name, table, row.getString(3), columnsOf(table, name, columns));
        });
  }

  private static List<String> columnsOf(String table, String key, List<KeyColumn> all) {
    return all.stream()
        .filter(column -> column.table().equals(table) && column.key().equals(key))
        .sorted(Comparator.comparingInt(KeyColumn::position))
        .map(KeyColumn::column)
        .toList();
  }

  List<Reference> references() throws SQLException {
    return read(
        "SELECT table_name, constraint_name, referenced_table_name, unique_constraint_name,"
            + " update_rule, delete_rule FROM information_schema.referential_constraints",
        row ->
            new Reference(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6)));
  }

  List<IndexColumn> indexes() throws SQLException {
    return read(
        "SELECT table_name, index_name, is_unique, ordinal_position, column_name, filter_condition"
            + " FROM information_schema.indexes",
        row ->
            new IndexColumn(
                row.getString(1),
                row.getString(2),
                isYes(row.getString(3)),
                row.getInt(4),
                row.getString(5),
                row.getString(6)));
  }

  record Parameter(String routine, int position, String name, JdbcType type) {}

  /** What procedures take. */
  List<Parameter> parameters() throws SQLException {
    return read(
        "SELECT specific_name, ordinal_position, parameter_name, data_type"
            + " FROM information_schema.parameters",
        row ->
            new Parameter(
                row.getString(1),
                row.getInt(2),
                row.getString(3),
                JdbcType.named(row.getString(4))));
  }

  List<String> sequences() throws SQLException {
    return read("SELECT sequence_name FROM information_schema.sequences", row -> row.getString(1));
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
