package org.thetisdb.sql.info;

import static org.thetisdb.sql.info.InformationSchema.CATALOG;
import static org.thetisdb.sql.info.InformationSchema.row;
import static org.thetisdb.sql.info.InformationSchema.yesNo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.CommentDef.Subject;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.ViewDef;
import org.thetisdb.sql.type.PgType;
import org.thetisdb.sql.type.SqlTypeName;

/** Rows about columns. Stateless. */
public final class ColumnRows {
  private ColumnRows() {}

  /** The columns of a relation, in order. */
  public static List<ColumnDef> of(InfoContext context, Relation relation) {
    if (relation instanceof Relation.Stored stored) {
      return stored.table().columns();
    }
    if (relation instanceof Relation.View view) {
      return ofView(context, view.view());
    }
    List<ColumnDef> columns = new ArrayList<>();
    for (VirtualTable.Column column : ((Relation.OfSystem) relation).columns()) {
      columns.add(column.definition(columns.size()));
    }
    return columns;
  }

  private static List<ColumnDef> ofView(InfoContext context, ViewDef view) {
    SqlCatalog catalog = context.catalog();
    List<ColumnDef> columns = new ArrayList<>();
    for (ViewColumns.Column column : context.views().of(view, catalog)) {
      String comment = catalog.comment(Subject.VIEW, view.id(), column.name());
      columns.add(
          new ColumnDef(
                  column.name(),
                  column.type(),
                  columns.size(),
                  column.nullable(),
                  null,
                  null,
                  false)
              .withComment(comment));
    }
    return columns;
  }

  static void rows(InfoContext context, Relation relation, Consumer<Object[]> rows) {
    int position = 0;
    for (ColumnDef column : of(context, relation)) {
      rows.accept(column(relation.schemaName(), relation.simpleName(), ++position, column));
    }
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
        PgType.dataTypeOf(column.type()),
        hasLength(type) ? precision : null,
        decimal ? precision : digits(type),
        decimal && precision != null ? (Object) column.type().scale() : wholeScale(type),
        type.isClock() ? (Object) column.type().secondDigits() : null,
        yesNo(identity),
        identity ? generation(column) : null,
        column.isCalculated() ? "ALWAYS" : "NEVER",
        column.generatedSql(),
        PgType.udtNameOf(column.type()),
        column.type().standardName(),
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
}
