package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.thetisdb.client.jdbc.sql.NamePattern;

/**
 * Reads information_schema for DatabaseMetaData: of each view the rows that are asked for, which
 * are put together here. A null schema or name stands for any.
 */
final class CatalogReader {
  private static final Set<String> SYSTEM = Set.of("information_schema", "pg_catalog");

  record Table(String schema, String name, String type, String remarks) {
    /** The type of sequences, which are shown only where they are asked for. */
    static final String SEQUENCE = "SEQUENCE";

    static Table sequence(TableName name, String remarks) {
      return new Table(name.schema(), name.name(), SEQUENCE, remarks);
    }

    /** As JDBC calls it. */
    String jdbcType() {
      if (SYSTEM.contains(schema)) {
        return "SYSTEM VIEW";
      }
      return type.equals("BASE TABLE") ? "TABLE" : type;
    }

    /** Whether it is of one of these types, as JDBC or as SQL calls them. */
    boolean isOneOf(List<String> types) {
      return types.contains(jdbcType()) || (types.contains(type) && !SYSTEM.contains(schema));
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

  /** More names than these, each in each schema, are not asked for by name. */
  private static final int MOST_BY_NAME = 10_000;

  private final ThetisConnection connection;

  CatalogReader(ThetisConnection connection) {
    this.connection = connection;
  }

  List<Table> tables(NamePattern schema, NamePattern name) throws SQLException {
    return CatalogQuery.of("table_schema, table_name, table_type, remarks", "tables")
        .like("table_schema", schema)
        .like("table_name", name)
        .read(
            connection,
            row ->
                new Table(row.getString(1), row.getString(2), row.getString(3), row.getString(4)));
  }

  List<Column> columns(NamePattern schema, NamePattern table, NamePattern name)
      throws SQLException {
    return columns()
        .like("table_schema", schema)
        .like("table_name", table)
        .like("column_name", name)
        .read(connection, CatalogReader::column);
  }

  /** The columns of one table. */
  List<Column> columns(TableName table) throws SQLException {
    return columns()
        .with("table_schema", table.schema())
        .with("table_name", table.name())
        .read(connection, CatalogReader::column);
  }

  private static CatalogQuery columns() {
    return CatalogQuery.of(
        "table_schema, table_name, column_name, ordinal_position, column_default,"
            + " is_nullable, type_name, character_maximum_length, numeric_precision,"
            + " numeric_scale, is_identity, is_generated, remarks",
        "columns");
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

  /** Primary, unique and foreign keys of a table. */
  List<TableKey> keys(String schema, String table) throws SQLException {
    return keys(
        view ->
            CatalogQuery.of(view.columns(), view.name())
                .with("table_schema", schema)
                .with("table_name", table));
  }

  /** The same of some tables. */
  List<TableKey> keys(Set<TableName> tables) throws SQLException {
    if (tables.isEmpty()) {
      return List.of();
    }
    Set<String> schemas = tables.stream().map(TableName::schema).collect(Collectors.toSet());
    Set<String> names = tables.stream().map(TableName::name).collect(Collectors.toSet());
    if ((long) schemas.size() * names.size() > MOST_BY_NAME) {
      return keys(null, (String) null);
    }
    return keys(
        view ->
            CatalogQuery.of(view.columns(), view.name())
                .among("table_schema", schemas)
                .among("table_name", names));
  }

  /** A view, and what is asked of it. */
  private record View(String columns, String name) {}

  private static final View KEY_COLUMNS =
      new View(
          "table_schema, table_name, constraint_name, ordinal_position, column_name",
          "key_column_usage");

  private static final View CONSTRAINTS =
      new View(
          "table_schema, table_name, constraint_name, constraint_type, is_deferrable,"
              + " initially_deferred",
          "table_constraints");

  private List<TableKey> keys(Function<View, CatalogQuery> asking) throws SQLException {
    Map<TableName, Map<String, List<KeyColumn>>> columns = new HashMap<>();
    asking
        .apply(KEY_COLUMNS)
        .read(
            connection,
            row ->
                new KeyColumn(
                    TableName.at(row, 1), row.getString(3), row.getInt(4), row.getString(5)))
        .forEach(
            column ->
                columns
                    .computeIfAbsent(column.table(), each -> new HashMap<>())
                    .computeIfAbsent(column.key(), each -> new ArrayList<>())
                    .add(column));
    return asking
        .apply(CONSTRAINTS)
        .read(
            connection,
            row -> {
              TableName of = TableName.at(row, 1);
              String name = row.getString(3);
              return new TableKey(
                  name,
                  of,
                  row.getString(4),
                  names(columns.getOrDefault(of, Map.of()).getOrDefault(name, List.of())),
                  deferrability(isYes(row.getString(5)), isYes(row.getString(6))));
            });
  }

  private static List<String> names(List<KeyColumn> columns) {
    return columns.stream()
        .sorted(Comparator.comparingInt(KeyColumn::position))
        .map(KeyColumn::column)
        .toList();
  }

  private static int deferrability(boolean deferrable, boolean deferred) {
    if (!deferrable) {
      return DatabaseMetaData.importedKeyNotDeferrable;
    }
    return deferred
        ? DatabaseMetaData.importedKeyInitiallyDeferred
        : DatabaseMetaData.importedKeyInitiallyImmediate;
  }

  /** The foreign keys of a table that refer to a table. */
  List<Reference> references(String parentSchema, String parent, String schema, String table)
      throws SQLException {
    return CatalogQuery.of(
            "constraint_schema, table_name, constraint_name, unique_constraint_schema,"
                + " referenced_table_name, unique_constraint_name, update_rule, delete_rule",
            "referential_constraints")
        .with("unique_constraint_schema", parentSchema)
        .with("referenced_table_name", parent)
        .with("constraint_schema", schema)
        .with("table_name", table)
        .read(
            connection,
            row ->
                new Reference(
                    TableName.at(row, 1),
                    row.getString(3),
                    TableName.at(row, 4),
                    row.getString(6),
                    row.getString(7),
                    row.getString(8)));
  }

  /** What indexes of a table hold. */
  List<IndexColumn> indexes(String schema, String table) throws SQLException {
    return CatalogQuery.of(
            "table_schema, table_name, index_name, is_unique, ordinal_position, column_name,"
                + " filter_condition",
            "indexes")
        .with("table_schema", schema)
        .with("table_name", table)
        .read(
            connection,
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
  List<Parameter> parameters(NamePattern schema, NamePattern routine, NamePattern name)
      throws SQLException {
    return CatalogQuery.of(
            "specific_schema, specific_name, ordinal_position, parameter_name, type_name",
            "parameters")
        .like("specific_schema", schema)
        .like("specific_name", routine)
        .like("parameter_name", name)
        .read(
            connection,
            row ->
                new Parameter(
                    TableName.at(row, 1),
                    row.getInt(3),
                    row.getString(4),
                    JdbcType.named(row.getString(5))));
  }

  List<String> schemas(NamePattern schema) throws SQLException {
    return CatalogQuery.of("schema_name", "schemata")
        .like("schema_name", schema)
        .read(connection, row -> row.getString(1));
  }

  List<Table> sequences(NamePattern schema, NamePattern name) throws SQLException {
    return CatalogQuery.of("sequence_schema, sequence_name, remarks", "sequences")
        .like("sequence_schema", schema)
        .like("sequence_name", name)
        .read(connection, row -> Table.sequence(TableName.at(row, 1), row.getString(3)));
  }

  /**
   * A procedure.
   *
   * @param remarks what COMMENT ON says of it; null for nothing
   */
  record Routine(TableName name, String remarks) {}

  List<Routine> routines(NamePattern schema, NamePattern name) throws SQLException {
    return CatalogQuery.of("routine_schema, routine_name, remarks", "routines")
        .like("routine_schema", schema)
        .like("routine_name", name)
        .read(connection, row -> new Routine(TableName.at(row, 1), row.getString(3)));
  }

  /** The primary keys of the tables of a name, by these. */
  Map<TableName, TableKey> primaryKeys(String schema, String table) throws SQLException {
    return keys(schema, table).stream()
        .filter(key -> key.type().equals("PRIMARY KEY"))
        .collect(Collectors.toMap(TableKey::table, key -> key, (a, b) -> a, TreeMap::new));
  }
}
