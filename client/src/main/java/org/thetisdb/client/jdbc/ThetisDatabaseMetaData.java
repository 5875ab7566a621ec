package org.thetisdb.client.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.client.jdbc.CatalogReader.Column;
import org.thetisdb.client.jdbc.CatalogReader.IndexColumn;
import org.thetisdb.client.jdbc.CatalogReader.Parameter;
import org.thetisdb.client.jdbc.CatalogReader.Reference;
import org.thetisdb.client.jdbc.CatalogReader.Routine;
import org.thetisdb.client.jdbc.CatalogReader.Table;
import org.thetisdb.client.jdbc.CatalogReader.TableKey;
import org.thetisdb.client.jdbc.CatalogReader.TableName;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.ThetisUrl;
import org.thetisdb.client.jdbc.sql.NamePattern;

/** What there is in the database: the answers that are rows. There are no catalogs. */
final class ThetisDatabaseMetaData extends NothingOfThat {
  private static final int RADIX = 10;

  private final ThetisConnection connection;
  private final CatalogReader catalog;

  ThetisDatabaseMetaData(ThetisConnection connection) {
    this.connection = connection;
    this.catalog = new CatalogReader(connection);
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return ThetisUrl.PREFIX
        + "//"
        + connection.url().addresses()
        + "/"
        + connection.server().cluster();
  }

  @Override
  public String getUserName() {
    return connection.url().option(ConnectionOption.USER);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(String unusedCatalog, String schemaPattern) throws SQLException {
    MetaTable table = new MetaTable().text("TABLE_SCHEM", "TABLE_CATALOG");
    for (String schema : catalog.schemas(new NamePattern(schemaPattern))) {
      table.row(schema, null);
    }
    return table.sorted("TABLE_SCHEM").result();
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    MetaTable table = new MetaTable().text("TABLE_TYPE");
    for (String type : List.of("LOCAL TEMPORARY", "SYSTEM VIEW", "TABLE", "VIEW")) {
      table.row(type);
    }
    return table.result();
  }

  @Override
  public ResultSet getTables(
      String catalogName, String schemaPattern, String namePattern, String[] types)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "TABLE_TYPE", "REMARKS", "TYPE_CAT")
            .text("TYPE_SCHEM", "TYPE_NAME", "SELF_REFERENCING_COL_NAME", "REF_GENERATION");
    NamePattern schema = new NamePattern(schemaPattern);
    NamePattern name = new NamePattern(namePattern);
    List<String> wanted = types == null ? null : Arrays.asList(types);
    boolean sequences = wanted != null && wanted.contains(Table.SEQUENCE);
    List<Table> all =
        isCatalog(catalogName)
            ? found(name, each -> relations(schema, each, sequences))
            : List.of();
    for (Table table : all) {
      if (wanted == null || table.isOneOf(wanted)) {
        result.row(
            null,
            table.schema(),
            table.name(),
            table.jdbcType(),
            table.remarks(),
            null,
            null,
            null,
            null,
            null);
      }
    }
    return result.sorted("TABLE_TYPE", "TABLE_SCHEM", "TABLE_NAME").result();
  }

  private List<Table> relations(NamePattern schema, NamePattern name, boolean sequences)
      throws SQLException {
    List<Table> all = new ArrayList<>(catalog.tables(schema, name));
    if (sequences) {
      all.addAll(catalog.sequences(schema, name));
    }
    return all;
  }

  /** Finds what has names like a pattern. */
  @FunctionalInterface
  private interface Finding<T> {
    List<T> with(NamePattern name) throws SQLException;
  }

  /** What there is of a name as it is written, or else in small letters. */
  private static <T> List<T> found(NamePattern name, Finding<T> finding) throws SQLException {
    List<T> found = finding.with(name);
    NamePattern lower = name.lowerCase();
    return found.isEmpty() && lower != null ? finding.with(lower) : found;
  }

  /** The only one, which information_schema names, or none. */
  private static boolean isCatalog(String name) {
    return name == null || name.isEmpty() || name.equals("thetis");
  }

  @Override
  public ResultSet getColumns(
      String catalogName, String schemaPattern, String tablePattern, String columnPattern)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
            .number("DATA_TYPE")
            .text("TYPE_NAME")
            .number("COLUMN_SIZE", "BUFFER_LENGTH", "DECIMAL_DIGITS", "NUM_PREC_RADIX", "NULLABLE")
            .text("REMARKS", "COLUMN_DEF")
            .number("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
            .text("IS_NULLABLE", "SCOPE_CATALOG", "SCOPE_SCHEMA", "SCOPE_TABLE")
            .number("SOURCE_DATA_TYPE")
            .text("IS_AUTOINCREMENT", "IS_GENERATEDCOLUMN");
    NamePattern schema = new NamePattern(schemaPattern);
    NamePattern table = new NamePattern(tablePattern);
    NamePattern name = new NamePattern(columnPattern);
    List<Column> all =
        isCatalog(catalogName)
            ? found(table, each -> catalog.columns(schema, each, name))
            : List.of();
    all.forEach(column -> addColumn(result, column));
    return result.sorted("TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION").result();
  }

  private static void addColumn(MetaTable result, Column column) {
    JdbcType type = column.type();
    int size = type.precision(column.precision());
    result.row(
        null,
        column.schema(),
        column.table(),
        column.name(),
        type.sqlType(),
        type == JdbcType.ARRAY ? column.typeName() : type.sqlName(),
        size,
        null,
        type == JdbcType.DECIMAL ? (Integer) column.scale() : type.isNumber() ? 0 : null,
        type.isNumber() ? RADIX : null,
        column.nullable() ? columnNullable : columnNoNulls,
        column.remarks(),
        column.defaultText(),
        null,
        null,
        type.hasLength() ? size : null,
        column.position(),
        column.nullable() ? "YES" : "NO",
        null,
        null,
        null,
        null,
        column.identity() ? "YES" : "NO",
        column.generated() ? "YES" : "NO");
  }

  @Override
  public ResultSet getPrimaryKeys(String unusedCatalog, String schema, String table)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME")
            .number("KEY_SEQ")
            .text("PK_NAME");
    for (TableKey key : catalog.primaryKeys(schema, table).values()) {
      for (int i = 0; i < key.columns().size(); i++) {
        result.row(
            null,
            key.table().schema(),
            key.table().name(),
            key.columns().get(i),
            i + 1,
            key.name());
      }
    }
    return result.sorted("TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME").result();
  }

  /**
   * The table that is meant where no schema is named: that of the connection's schema, or else any.
   */
  private Optional<TableKey> primaryKey(String schema, String table) throws SQLException {
    Map<TableName, TableKey> keys = catalog.primaryKeys(schema, table);
    TableKey current = keys.get(new TableName(connection.getSchema(), table));
    return schema == null && current != null
        ? Optional.of(current)
        : keys.values().stream().findFirst();
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String unusedCatalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .number("SCOPE")
            .text("COLUMN_NAME")
            .number("DATA_TYPE")
            .text("TYPE_NAME")
            .number("COLUMN_SIZE", "BUFFER_LENGTH", "DECIMAL_DIGITS", "PSEUDO_COLUMN");
    TableKey key = primaryKey(schema, table).orElse(null);
    if (key != null) {
      for (Column column : catalog.columns(key.table())) {
        if (key.columns().contains(column.name())) {
          result.row(
              bestRowSession,
              column.name(),
              column.type().sqlType(),
              column.type().sqlName(),
              column.type().precision(column.precision()),
              null,
              column.scale(),
              bestRowNotPseudo);
        }
      }
    }
    return result.result();
  }

  @Override
  public ResultSet getIndexInfo(
      String unusedCatalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME")
            .truth("NON_UNIQUE")
            .text("INDEX_QUALIFIER", "INDEX_NAME")
            .number("TYPE", "ORDINAL_POSITION")
            .text("COLUMN_NAME", "ASC_OR_DESC")
            .number("CARDINALITY", "PAGES")
            .text("FILTER_CONDITION");
    for (IndexColumn column : catalog.indexes(schema, table)) {
      if (!unique || column.unique()) {
        addIndexed(result, column);
      }
    }
    return result.sorted("NON_UNIQUE", "TYPE", "INDEX_NAME", "ORDINAL_POSITION").result();
  }

  private static void addIndexed(MetaTable result, IndexColumn column) {
    result.row(
        null,
        column.table().schema(),
        column.table().name(),
        !column.unique(),
        null,
        column.index(),
        (int) tableIndexOther,
        column.position(),
        column.column(),
        "A",
        0,
        0,
        column.filter());
  }

  @Override
  public ResultSet getImportedKeys(String unusedCatalog, String schema, String table)
      throws SQLException {
    return foreignKeys(null, null, schema, table).sortedByParent();
  }

  @Override
  public ResultSet getExportedKeys(String unusedCatalog, String schema, String table)
      throws SQLException {
    return foreignKeys(schema, table, null, null).sortedByChild();
  }

  @Override
  public ResultSet getCrossReference(
      String unusedParentCatalog,
      String parentSchema,
      String parent,
      String unusedChildCatalog,
      String childSchema,
      String child)
      throws SQLException {
    return foreignKeys(parentSchema, parent, childSchema, child).sortedByChild();
  }

  private ForeignKeyTable foreignKeys(
      String parentSchema, String parent, String childSchema, String child) throws SQLException {
    List<Reference> references = catalog.references(parentSchema, parent, childSchema, child);
    Set<TableName> tables = new TreeSet<>();
    for (Reference reference : references) {
      tables.add(reference.table());
      tables.add(reference.parentTable());
    }
    ForeignKeyTable result = new ForeignKeyTable(catalog.keys(tables));
    references.forEach(result::add);
    return result;
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return TypeTable.result();
  }

  @Override
  public ResultSet getProcedures(String unusedCatalog, String schemaPattern, String namePattern)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME")
            .text("RESERVED_1", "RESERVED_2", "RESERVED_3", "REMARKS")
            .number("PROCEDURE_TYPE")
            .text("SPECIFIC_NAME");
    NamePattern name = new NamePattern(namePattern);
    NamePattern schema = new NamePattern(schemaPattern);
    for (Routine each : catalog.routines(schema, name)) {
      TableName routine = each.name();
      result.row(
          null,
          routine.schema(),
          routine.name(),
          null,
          null,
          null,
          each.remarks() == null ? "" : each.remarks(),
          procedureResultUnknown,
          routine.name());
    }
    return result.sorted("PROCEDURE_SCHEM", "PROCEDURE_NAME").result();
  }

  @Override
  public ResultSet getProcedureColumns(
      String unusedCatalog, String schemaPattern, String procedurePattern, String columnPattern)
      throws SQLException {
    MetaTable result =
        new MetaTable()
            .text("PROCEDURE_CAT", "PROCEDURE_SCHEM", "PROCEDURE_NAME", "COLUMN_NAME")
            .number("COLUMN_TYPE", "DATA_TYPE")
            .text("TYPE_NAME")
            .number("PRECISION", "LENGTH", "SCALE", "RADIX", "NULLABLE")
            .text("REMARKS", "COLUMN_DEF")
            .number("SQL_DATA_TYPE", "SQL_DATETIME_SUB", "CHAR_OCTET_LENGTH", "ORDINAL_POSITION")
            .text("IS_NULLABLE", "SPECIFIC_NAME");
    NamePattern name = new NamePattern(procedurePattern);
    NamePattern column = new NamePattern(columnPattern);
    NamePattern schema = new NamePattern(schemaPattern);
    for (Parameter parameter : catalog.parameters(schema, name, column)) {
      addParameter(result, parameter);
    }
    return result.sorted("PROCEDURE_SCHEM", "PROCEDURE_NAME", "ORDINAL_POSITION").result();
  }

  private static void addParameter(MetaTable result, Parameter parameter) {
    JdbcType type = parameter.type();
    int size = type.precision(0);
    result.row(
        null,
        parameter.routine().schema(),
        parameter.routine().name(),
        parameter.name(),
        procedureColumnIn,
        type.sqlType(),
        type.sqlName(),
        size,
        size,
        null,
        type.isNumber() ? RADIX : null,
        procedureNullable,
        "",
        null,
        null,
        null,
        type.hasLength() ? size : null,
        parameter.position(),
        "YES",
        parameter.routine().name());
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    MetaTable result =
        new MetaTable().text("NAME").number("MAX_LEN").text("DEFAULT_VALUE", "DESCRIPTION");
    ConnectionOption name = ConnectionOption.APPLICATION_NAME;
    result.row(name.key(), 0, "", name.description());
    return result.result();
  }
}
