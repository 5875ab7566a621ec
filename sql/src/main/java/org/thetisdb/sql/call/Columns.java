package org.thetisdb.sql.call;

import java.util.List;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.sql.SqlColumn;
import org.thetisdb.sql.type.SqlType;

/** Columns and types as they go over the wire. */
public final class Columns {
  private static final TypeInfo UNKNOWN = new TypeInfo(0, 0, 0);

  private Columns() {}

  /** The columns of a statement. */
  public static List<ColumnInfo> of(List<SqlColumn> columns) {
    return columns.stream().map(Columns::of).toList();
  }

  private static ColumnInfo of(SqlColumn column) {
    return new ColumnInfo(
        column.label(),
        of(column.type()),
        column.nullable(),
        column.identity(),
        column.table(),
        column.column());
  }

  /** A type; null for one that nothing tells. */
  public static TypeInfo of(SqlType type) {
    return type == null ? UNKNOWN : new TypeInfo(type.code(), type.precision(), type.scale());
  }
}
