package org.thetisdb.sql.info;

import static org.thetisdb.core.schema.ObjectName.schema;
import static org.thetisdb.core.schema.ObjectName.simple;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.catalog.CommentDef.Subject;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SchemaDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.PgType;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * The tables of {@code information_schema}, as the SQL standard names them and their columns, and
 * one of our own: {@code indexes}. Stateless.
 */
public final class InformationSchema {
  /** The name of the only catalog. */
  public static final String CATALOG = "thetis";

  private static final String TABLE_SCHEMA = "table_schema";
  private static final String TABLE_NAME = "table_name";

  private static final List<VirtualTable> TABLES =
      List.of(
          whole(
              0,
              "schemata",
              List.of("catalog_name", "schema_name", "schema_owner", "remarks"),
              InformationSchema::schemata),
          ofRelations(
              1,
              "tables",
              List.of("table_catalog", TABLE_SCHEMA, TABLE_NAME, "table_type", "remarks"),
              InformationSchema::table),
          ofRelations(
              2,
              "columns",
              List.of(
                  "table_catalog",
                  TABLE_SCHEMA,
                  TABLE_NAME,
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
                  "udt_name",
                  "type_name",
                  "remarks"),
              ColumnRows::rows),
          ofRelations(
              3,
              "table_constraints",
              List.of(
                  "constraint_catalog",
                  "constraint_schema",
                  "constraint_name",
                  TABLE_SCHEMA,
                  TABLE_NAME,
                  "constraint_type",
                  "enforced",
                  "is_deferrable",
                  "initially_deferred",
                  "remarks"),
              ofTables(ConstraintRows::tableConstraints)),
          ofRelations(
              4,
              "key_column_usage",
              List.of(
                  "constraint_catalog",
                  "constraint_schema",
                  "constraint_name",
                  TABLE_SCHEMA,
                  TABLE_NAME,
                  "column_name",
                  "ordinal_position:INTEGER",
                  "position_in_unique_constraint:INTEGER"),
              ofTables(ConstraintRows::keyColumns)),
          references(),
          VirtualTable.of(
              6,
              VirtualTable.SCHEMA,
              "check_constraints",
              List.of("constraint_catalog", "constraint_schema", "constraint_name", "check_clause"),
              (context, key) ->
                  VirtualTable.of(context.relations(), context, ofTables(ConstraintRows::checks))),
          VirtualTable.of(
              30,
              VirtualTable.SCHEMA,
              "constraint_column_usage",
              List.of(
                  "table_catalog",
                  TABLE_SCHEMA,
                  TABLE_NAME,
                  "column_name",
                  "constraint_catalog",
                  "constraint_schema",
                  "constraint_name"),
              (context, key) ->
                  VirtualTable.of(
                      context.relations(), context, ofTables(ConstraintRows::usedColumns))),
          ofRelations(
              7,
              "indexes",
              List.of(
                  TABLE_SCHEMA,
                  TABLE_NAME,
                  "index_name",
                  "is_unique",
                  "is_constraint",
                  "is_complete",
                  "ordinal_position:INTEGER",
                  "column_name",
                  "filter_condition",
                  "remarks"),
              ofTables(ConstraintRows::indexes)),
          whole(
              8,
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
              InformationSchema::sequences),
          ofRelations(
              9,
              "views",
              List.of("table_catalog", TABLE_SCHEMA, TABLE_NAME, "view_definition", "is_updatable"),
              InformationSchema::view),
          whole(
              10,
              "routines",
              List.of(
                  "routine_catalog",
                  "routine_schema",
                  "routine_name",
                  "routine_type",
                  "routine_definition",
                  "remarks"),
              InformationSchema::routines),
          whole(
              11,
              "parameters",
              List.of(
                  "specific_catalog",
                  "specific_schema",
                  "specific_name",
                  "ordinal_position:INTEGER",
                  "parameter_name",
                  "data_type",
                  "udt_name",
                  "type_name"),
              InformationSchema::parameters));

  private InformationSchema() {}

  /** Makes the rows that speak of one stored table. */
  @FunctionalInterface
  private interface OfTable {
    void rows(SqlCatalog catalog, TableDef table, Consumer<Object[]> rows);
  }

  private static VirtualTable.OfRelation ofTables(OfTable rowsOf) {
    return (context, relation, rows) -> {
      if (relation instanceof Relation.Stored stored) {
        rowsOf.rows(context.catalog(), stored.table(), rows);
      }
    };
  }

  private static VirtualTable ofRelations(
      int number, String name, List<String> columns, VirtualTable.OfRelation rows) {
    return VirtualTable.ofRelations(
        number, VirtualTable.SCHEMA, name, columns, TABLE_SCHEMA, TABLE_NAME, rows);
  }

  private static VirtualTable whole(
      int number,
      String name,
      List<String> columns,
      BiConsumer<InfoContext, Consumer<Object[]>> source) {
    return VirtualTable.of(
        number,
        VirtualTable.SCHEMA,
        name,
        columns,
        (context, key) -> {
          List<Object[]> rows = new ArrayList<>();
          source.accept(context, rows::add);
          return rows.stream();
        });
  }

  /** Foreign keys are asked for by the table that has them, and by the one that they refer to. */
  private static VirtualTable references() {
    VirtualTable.OfRelation rows = ofTables(ConstraintRows::references);
    return VirtualTable.ofRelations(
            5,
            VirtualTable.SCHEMA,
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
                TABLE_NAME,
                "referenced_table_name"),
            "constraint_schema",
            TABLE_NAME,
            rows)
        .lookedUpBy(
            List.of("unique_constraint_schema", "referenced_table_name"),
            false,
            (context, key) -> {
              Relation parent = context.relation((String) key.get(0), (String) key.get(1));
              return VirtualTable.of(children(context, Stream.ofNullable(parent)), context, rows);
            })
        .lookedUpBy(
            List.of("referenced_table_name"),
            false,
            (context, key) ->
                VirtualTable.of(
                    children(context, context.relations((String) key.get(0))), context, rows));
  }

  private static Stream<Relation> children(InfoContext context, Stream<Relation> parents) {
    return parents
        .filter(Relation.Stored.class::isInstance)
        .flatMap(parent -> context.catalog().children(((Relation.Stored) parent).table()).stream())
        .distinct()
        .map(Relation.Stored::new);
  }

  /** The table with this name; null if there is none. */
  public static VirtualTable table(String name) {
    return tables().stream().filter(table -> table.name().equals(name)).findFirst().orElse(null);
  }

  /** All tables. */
  public static List<VirtualTable> tables() {
    return Stream.concat(TABLES.stream(), PrivilegeRows.tables().stream()).toList();
  }

  static Object[] row(Object... values) {
    return values;
  }

  static String yesNo(boolean yes) {
    return yes ? "YES" : "NO";
  }

  private static void schemata(InfoContext context, Consumer<Object[]> rows) {
    SqlCatalog catalog = context.catalog();
    String ofPublic = catalog.comment(Subject.SCHEMA, 0, "");
    rows.accept(row(CATALOG, ObjectName.PUBLIC, owner(context, ObjectName.PUBLIC), ofPublic));
    for (SchemaDef schema : catalog.schemas()) {
      String comment = catalog.comment(Subject.SCHEMA, schema.id(), "");
      rows.accept(row(CATALOG, schema.name(), owner(context, schema.name()), comment));
    }
    rows.accept(row(CATALOG, VirtualTable.SCHEMA, owner(context, VirtualTable.SCHEMA), null));
    rows.accept(
        row(CATALOG, VirtualTable.PG_CATALOG, owner(context, VirtualTable.PG_CATALOG), null));
  }

  private static String owner(InfoContext context, String schema) {
    return PrivilegeRows.ownerOfSchema(context, schema);
  }

  private static void table(InfoContext context, Relation relation, Consumer<Object[]> rows) {
    String type = "VIEW";
    String comment = null;
    if (relation instanceof Relation.Stored stored) {
      type = stored.table().isTemporary() ? "LOCAL TEMPORARY" : "BASE TABLE";
      comment = stored.table().comment();
    } else if (relation instanceof Relation.View view) {
      comment = context.catalog().comment(Subject.VIEW, view.view().id(), "");
    }
    rows.accept(row(CATALOG, relation.schemaName(), relation.simpleName(), type, comment));
  }

  private static void sequences(InfoContext context, Consumer<Object[]> rows) {
    SqlCatalog catalog = context.catalog();
    for (SequenceDef sequence : catalog.sequences()) {
      if (!TableDef.isRowIdSequence(sequence) && context.maySee(sequence)) {
        rows.accept(
            row(
                CATALOG,
                schema(sequence.name()),
                simple(sequence.name()),
                PgType.dataTypeOf(SqlType.of(SqlTypeName.BIGINT)),
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

  private static void view(InfoContext context, Relation relation, Consumer<Object[]> rows) {
    if (relation instanceof Relation.View view) {
      rows.accept(
          row(
              CATALOG,
              relation.schemaName(),
              relation.simpleName(),
              SearchPath.without(view.view().querySql()),
              yesNo(false)));
    }
  }

  private static void routines(InfoContext context, Consumer<Object[]> rows) {
    SqlCatalog catalog = context.catalog();
    for (ProcedureDef procedure : shown(context)) {
      String body =
          procedure.bodySql() == null
              ? "CLASS " + procedure.className()
              : SearchPath.without(procedure.bodySql());
      String name = procedure.name();
      String comment = catalog.comment(Subject.PROCEDURE, procedure.id(), "");
      rows.accept(row(CATALOG, schema(name), simple(name), "PROCEDURE", body, comment));
    }
  }

  private static List<ProcedureDef> shown(InfoContext context) {
    return context.catalog().procedures().stream().filter(context::maySee).toList();
  }

  private static void parameters(InfoContext context, Consumer<Object[]> rows) {
    for (ProcedureDef procedure : shown(context)) {
      int position = 0;
      for (ProcedureDef.Parameter parameter : procedure.parameters()) {
        rows.accept(
            row(
                CATALOG,
                schema(procedure.name()),
                simple(procedure.name()),
                ++position,
                parameter.name(),
                PgType.dataTypeOf(parameter.type()),
                PgType.udtNameOf(parameter.type()),
                parameter.type().standardName()));
      }
    }
  }
}
