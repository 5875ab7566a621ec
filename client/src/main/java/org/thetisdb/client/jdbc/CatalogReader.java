package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
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
  private static final String INFORMATION_SCHEMA = "information_schema";

  record Table(String schema, String name, String type, String remarks) {
    /** The type of sequences, which are shown to who asks for them alone. */
    static final String SEQUENCE = "SEQUENCE";

    static Table sequence(TableName name, String remarks) {
      return new Table(name.schema(), name.name(), SEQUENCE, remarks);
    }

    /** As JDBC calls it. */
    String jdbcType() {
      if (schema.equals(INFORMATION_SCHEMA)) {
        return "SYSTEM VIEW";
      }
      return type.equals("BASE TABLE") ? "TABLE" : type;
    }

    /** Whether it is of one of these types, as JDBC or as SQL calls them. */
    boolean isOneOf(List<String> types) {
      return types.contains(jdbcType())
          || (types.contains(type) && !schema.equals(INFORMATION_SCHEMA));
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

  /** The name of a table, or of a sequence or procedure. */
  record TableName(String schema, String name) implements Comparable<TableName> {
    /** Whether it is meant; null stands for any schema, or any name. */
    boolean is(String wantedSchema, String wantedName) {
      return (wantedSchema == null || wantedSchema.equals(schema))
          && (wantedName == null || wantedName.equals(name));
    }

    private static TableName at(ResultSet row, int column) throws SQLException {
      return new TableName(row.getString(column), row.getString(column + 1));
    }

    @Override
    public int compareTo(TableName other) {
      int order = schema.compareTo(other.schema);
      return order != 0 ? order : name.compareTo(other.name);
    }
  }

  /** A constraint that names columns, in its own order. */
  record TableKey(
      String name, TableName table, String type, List<String> columns, int deferrability) {}

  /** A foreign key: that of a table, and the key of the other table that it refers to. */
  record Reference(
      TableName table,
      String name,
      TableName parentTable,
      String parentKey,
      String updateRule,
      String deleteRule) {}

  record IndexColumn(
      TableName table, String index, boolean unique, int position, String column, String filter) {}

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

  private record KeyColumn(TableName table, String key, int position, String column) {}

  /** Primary, unique and foreign keys. */
  List<TableKey> keys() throws SQLException {
    List<KeyColumn> columns =
        read(
            "SELECT table_schema, table_name, constraint_name, ordinal_position, column_name"
                + " FROM information_schema.key_column_usage",
            row ->
                new KeyColumn(
                    TableName.at(row, 1), row.getString(3), row.getInt(4), row.getString(5)));
    return read(
        "SELECT table_schema, table_name, constraint_name, constraint_type, is_deferrable,"
            + " initially_deferred FROM information_schema.table_constraints",
        row -> {
          TableName table = TableName.at(row, 1);
          String name = row.getString(3);
          int deferrability = deferrability(isYes(row.getString(5)), isYes(row.getString(6)));
          return new TableKey(
              name, table, row.getString(4), columnsOf(table, name, columns), deferrability);
        });
  }

  private static int deferrability(boolean deferrable, boolean deferred) {
    if (!deferrable) {
      return DatabaseMetaData.importedKeyNotDeferrable;
    }
    return deferred
        ? DatabaseMetaData.importedKeyInitiallyDeferred
        : DatabaseMetaData.importedKeyInitiallyImmediate;
  }

  private static List<String> columnsOf(TableName table, String key, List<KeyColumn> all) {
    return all.stream()
        .filter(column -> column.table().equals(table) && column.key().equals(key))
        .sorted(Comparator.comparingInt(KeyColumn::position))
        .map(KeyColumn::column)
        .toList();
  }

  List<Reference> references() throws SQLException {
    return read(
        "SELECT constraint_schema, table_name, constraint_name, unique_constraint_schema,"
            + " referenced_table_name, unique_constraint_name, update_rule, delete_rule"
            + " FROM information_schema.referential_constraints",
        row ->
            new Reference(
                TableName.at(row, 1),
                row.getString(3),
                TableName.at(row, 4),
                row.getString(6),
                row.getString(7),
                row.getString(8)));
  }

  List<IndexColumn> indexes() throws SQLException {
    return read(
        "SELECT table_schema, table_name, index_name, is_unique, ordinal_position, column_name,"
            + " filter_condition FROM information_schema.indexes",
        row ->
            new IndexColumn(
                TableName.at(row, 1),
                row.getString(3),
                isYes(row.getString(4)),
                row.getInt(5),
                row.getString(6),
                row.getString(7)));
  }

  record Parameter(TableName routine, int position, String name, JdbcType type) {}

  /** What procedures take. */
  List<Parameter> parameters() throws SQLException {
    return read(
        "SELECT specific_schema, specific_name, ordinal_position, parameter_name, data_type"
            + " FROM information_schema.parameters",
        row ->
            new Parameter(
                TableName.at(row, 1),
                row.getInt(3),
                row.getString(4),
                JdbcType.named(row.getString(5))));
  }

  List<String> schemas() throws SQLException {
    return read("SELECT schema_name FROM information_schema.schemata", row -> row.getString(1));
  }

  List<Table> sequences() throws SQLException {
    return read(
        "SELECT sequence_schema, sequence_name, remarks FROM information_schema.sequences",
        row -> Table.sequence(TableName.at(row, 1), row.getString(3)));
  }

  /**
   * A procedure.
   *
   * @param remarks what COMMENT ON says of it; null for nothing
   */
  record Routine(TableName name, String remarks) {}

  List<Routine> routines() throws SQLException {
    return read(
        "SELECT routine_schema, routine_name, remarks FROM information_schema.routines",
        row -> new Routine(TableName.at(row, 1), row.getString(3)));
  }

  /** The primary keys, by their tables. */
  Map<TableName, TableKey> primaryKeys() throws SQLException {
    return keys().stream()
        .filter(key -> key.type().equals("PRIMARY KEY"))
        .collect(Collectors.toMap(TableKey::table, key -> key, (a, b) -> a, TreeMap::new));
  }
}
