package org.thetisdb.sql.info;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.CommentDef.Subject;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * The tables of {@code information_schema}, as the SQL standard names them and their columns, and
 * one of our own: {@code indexes}. Stateless.
 */
public final class InformationSchema {
  static final String CATALOG = "thetis";

  private static final Map<String, VirtualTable> TABLES = new LinkedHashMap<>();

  static {
    add(
        "schemata",
        List.of("catalog_name", "schema_name", "schema_owner", "remarks"),
        (catalog, rows) -> {
          String ofPublic = catalog.comment(Subject.SCHEMA, 0, "");
          rows.accept(row(CATALOG, ObjectName.PUBLIC, CATALOG, ofPublic));
          for (SchemaDef schema : catalog.schemas()) {
            String comment = catalog.comment(Subject.SCHEMA, schema.id(), "");
            rows.accept(row(CATALOG, schema.name(), CATALOG, comment));
          }
          rows.accept(row(CATALOG, VirtualTable.SCHEMA, CATALOG, null));
        });
    add(
        "tables",
        List.of("table_catalog", "table_schema", "table_name", "table_type", "remarks"),
        InformationSchema::tables);
    add(
        "columns",
        List.of(
            "table_catalog",
            "table_schema",
            "table_name",
            "column_name",
            "ordinal_position:INTEGER",
            "column_default",
            "is_nullable",
            "data_type",
            "character_maximum_length:INTEGER",
            "numeric_precision:INTEGER",
            "numeric_scale:INTEGER",
            "datetime_precision:INTEGER",
            "is_identity",
            "identity_generation",
            "is_generated",
            "generation_expression",
            "remarks"),
        InformationSchema::columns);
    addConstraints();
    add(
        "sequences",
        List.of(
            "sequence_catalog",
            "sequence_schema",
            "sequence_name",
            "data_type",
            "start_value:BIGINT",
            "increment:BIGINT",
            "minimum_value:BIGINT",
            "maximum_value:BIGINT",
            "cycle_option",
            "numeric_precision:INTEGER",
            "numeric_scale:INTEGER",
            "remarks"),
        InformationSchema::sequences);
    add(
        "views",
        List.of("table_catalog", "table_schema", "table_name", "view_definition", "is_updatable"),
        InformationSchema::views);
    add(
        "routines",
        List.of(
            "routine_catalog",
            "routine_schema",
            "routine_name",
            "routine_type",
            "routine_definition",
            "remarks"),
        InformationSchema::routines);
    add(
        "parameters",
        List.of(
            "specific_catalog",
            "specific_schema",
            "specific_name",
            "ordinal_position:INTEGER",
            "parameter_name",
            "data_type"),
        InformationSchema::parameters);
  }

  private InformationSchema() {}

  private static void addConstraints() {
    add(
        "table_constraints",
        List.of(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_schema",
            "table_name",
            "constraint_type",
            "enforced",
            "is_deferrable",
            "initially_deferred",
            "remarks"),
        ConstraintRows::tableConstraints);
    add(
        "key_column_usage",
        List.of(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "table_schema",
            "table_name",
            "column_name",
            "ordinal_position:INTEGER",
            "position_in_unique_constraint:INTEGER"),
        ConstraintRows::keyColumns);
    add(
        "referential_constraints",
        List.of(
            "constraint_catalog",
            "constraint_schema",
            "constraint_name",
            "unique_constraint_schema",
            "unique_constraint_name",
            "match_option",
            "update_rule",
            "delete_rule",
            "table_name",
            "referenced_table_name"),
        ConstraintRows::references);
    add(
        "check_constraints",
        List.of("constraint_catalog", "constraint_schema", "constraint_name", "check_clause"),
        ConstraintRows::checks);
    add(
        "indexes",
        List.of(
            "table_schema",
            "table_name",
            "index_name",
            "is_unique",
            "is_constraint",
            "is_complete",
            "ordinal_position:INTEGER",
            "column_name",
            "filter_condition",
            "remarks"),
        ConstraintRows::indexes);
  }

  private static void add(
      String name, List<String> columns, BiConsumer<SqlCatalog, Consumer<Object[]>> source) {
    TABLES.put(name, new VirtualTable(name, columns, source));
  }

  /** The table with this name; null if there is none. */
  public static VirtualTable table(String name) {
    return TABLES.get(name);
  }

  /** All tables. */
  public static List<VirtualTable> tables() {
    return List.copyOf(TABLES.values());
  }

  static Object[] row(Object... values) {
    return values;
  }

  static String yesNo(boolean yes) {
    return yes ? "YES" : "NO";
  }

  private static void tables(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (TableDef table : catalog.tables()) {
      rows.accept(
          row(
              CATALOG,
              schema(table.name()),
              simple(table.name()),
              table.isTemporary() ? "LOCAL TEMPORARY" : "BASE TABLE",
              table.comment()));
    }
    for (ViewDef view : catalog.views()) {
      String comment = catalog.comment(Subject.VIEW, view.id(), "");
      rows.accept(row(CATALOG, schema(view.name()), simple(view.name()), "VIEW", comment));
    }
    for (VirtualTable table : TABLES.values()) {
      rows.accept(row(CATALOG, VirtualTable.SCHEMA, table.name(), "VIEW", null));
    }
    for (ClusterTable table : ClusterTable.values()) {
      rows.accept(row(CATALOG, VirtualTable.SCHEMA, table.tableName(), "VIEW", null));
    }
  }

  private static void columns(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (TableDef table : catalog.tables()) {
      int position = 0;
      for (ColumnDef column : table.columns()) {
        rows.accept(column(schema(table.name()), simple(table.name()), ++position, column));
      }
    }
    TABLES.values().forEach(table -> virtualColumns(table.name(), table.columns(), rows));
    for (ClusterTable table : ClusterTable.values()) {
      virtualColumns(table.tableName(), table.columns(), rows);
    }
  }

  private static void virtualColumns(
      String table, List<VirtualTable.Column> columns, Consumer<Object[]> rows) {
    int position = 0;
    for (VirtualTable.Column column : columns) {
      ColumnDef definition =
          new ColumnDef(column.name(), column.type(), position, true, null, null, false);
      rows.accept(column(VirtualTable.SCHEMA, table, ++position, definition));
    }
  }

  /** A row of {@code columns} for a column of a view. */
  public static Object[] columnOfView(
      SqlCatalog catalog, ViewDef view, int position, String name, SqlType type, boolean nullable) {
    ColumnDef column =
        new ColumnDef(name, type, position - 1, nullable, null, null, false)
            .withComment(catalog.comment(Subject.VIEW, view.id(), name));
    return column(schema(view.name()), simple(view.name()), position, column);
  }

  private static Object[] column(String schema, String table, int position, ColumnDef column) {
    SqlTypeName type = column.type().name();
    Integer precision = column.type().precision() == 0 ? null : column.type().precision();
    boolean decimal = type == SqlTypeName.DECIMAL;
    boolean identity = column.sequence() != null;
    return row(
        CATALOG,
        schema,
        table,
        column.name(),
        position,
        column.defaultSql(),
        yesNo(column.nullable()),
        column.type().standardName(),
        hasLength(type) ? precision : null,
        decimal ? precision : digits(type),
        decimal && precision != null ? (Object) column.type().scale() : wholeScale(type),
        type.isClock() ? (Object) 3 : null,
        yesNo(identity),
        identity ? generation(column) : null,
        column.isCalculated() ? "ALWAYS" : "NEVER",
        column.generatedSql(),
        column.comment());
  }

  private static String generation(ColumnDef column) {
    return column.alwaysGenerated() ? "ALWAYS" : "BY DEFAULT";
  }

  private static boolean hasLength(SqlTypeName type) {
    return type == SqlTypeName.CHAR
        || type == SqlTypeName.VARCHAR
        || type == SqlTypeName.BINARY
        || type == SqlTypeName.VARBINARY;
  }

  private static Integer digits(SqlTypeName type) {
    return switch (type) {
      case TINYINT -> 3;
      case SMALLINT -> 5;
      case INTEGER -> 10;
      case BIGINT -> 19;
      case REAL -> 7;
      case DOUBLE -> 15;
      case BOOLEAN,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          null;
    };
  }

  private static Integer wholeScale(SqlTypeName type) {
    return switch (type) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> 0;
      case BOOLEAN,
          REAL,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          null;
    };
  }

  private static void sequences(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (SequenceDef sequence : catalog.sequences()) {
      if (!TableDef.isRowIdSequence(sequence)) {
        rows.accept(
            row(
                CATALOG,
                schema(sequence.name()),
                simple(sequence.name()),
                SqlTypeName.BIGINT.name(),
                sequence.start(),
                sequence.increment(),
                sequence.min(),
                sequence.max(),
                yesNo(sequence.cycle()),
                63,
                0,
                catalog.comment(Subject.SEQUENCE, sequence.id(), "")));
      }
    }
  }

  private static void views(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (ViewDef view : catalog.views()) {
      rows.accept(
          row(
              CATALOG,
              schema(view.name()),
              simple(view.name()),
              SearchPath.without(view.querySql()),
              yesNo(false)));
    }
  }

  private static void routines(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (ProcedureDef procedure : catalog.procedures()) {
      String body =
          procedure.bodySql() == null
              ? "CLASS " + procedure.className()
              : SearchPath.without(procedure.bodySql());
      String name = procedure.name();
      String comment = catalog.comment(Subject.PROCEDURE, procedure.id(), "");
      rows.accept(row(CATALOG, schema(name), simple(name), "PROCEDURE", body, comment));
    }
  }

  private static void parameters(SqlCatalog catalog, Consumer<Object[]> rows) {
    for (ProcedureDef procedure : catalog.procedures()) {
      int position = 0;
      for (ProcedureDef.Parameter parameter : procedure.parameters()) {
        rows.accept(
            row(
                CATALOG,
                schema(procedure.name()),
                simple(procedure.name()),
                ++position,
                parameter.name(),
                parameter.type().standardName()));
      }
    }
  }
}
