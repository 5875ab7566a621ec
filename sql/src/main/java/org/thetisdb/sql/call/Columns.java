package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.thetisdb.core.wire.EncodedColumns;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.type.SqlType;

/** Columns and types as they go over the wire. */
public final class Columns {
  private static final TypeInfo UNKNOWN = new TypeInfo(0, 0, 0);

  /** By the identity of a statement's columns, which are the same list each time it is run. */
  private static final AtomicReferenceArray<Kept> KEPT = new AtomicReferenceArray<>(256);

  private record Kept(List<SqlColumn> of, EncodedColumns columns) {}

  private Columns() {}

  /** The columns of a statement. Keeps some for the next time; thread-safe. */
  @SuppressWarnings("ReferenceEquality")
  public static List<ColumnInfo> of(List<SqlColumn> columns) {
    int slot = System.identityHashCode(columns) & (KEPT.length() - 1);
    Kept kept = KEPT.get(slot);
    if (kept == null || kept.of != columns) {
      kept = new Kept(columns, EncodedColumns.of(convert(columns)));
      KEPT.set(slot, kept);
    }
    return kept.columns;
  }

  private static List<ColumnInfo> convert(List<SqlColumn> columns) {
    List<ColumnInfo> all = new ArrayList<>(columns.size());
    for (SqlColumn column : columns) {
      all.add(of(column));
    }
    return all;
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

  /** A type; null for one that nothing gives. */
  public static TypeInfo of(SqlType type) {
    return type == null ? UNKNOWN : new TypeInfo(type.code(), type.precision(), type.scale());
  }
}
