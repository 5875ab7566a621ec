package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** How SQL sees tables that it did not make, such as those of procedure jars. */
final class DerivedTables {
  private DerivedTables() {}

  static TableDef of(RegisteredTable stored) {
    TableSchema schema = stored.schema();
    List<ColumnDef> columns = new ArrayList<>();
    List<Integer> key = new ArrayList<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      Column column = schema.column(i);
      columns.add(
          new ColumnDef(
              column.name(), typeOf(column.type()), i, column.nullable(), null, null, false));
      if (i < schema.keyColumns()) {
        key.add(i);
      }
    }
    return new TableDef(
        stored.id(),
        schema.name(),
        stored.table(),
        List.copyOf(columns),
        List.copyOf(key),
        schema.name() + "_pkey",
        List.of(),
        List.of(),
        List.of());
  }

  private static SqlType typeOf(ColumnType type) {
    return switch (type) {
      case BOOLEAN -> SqlType.of(SqlTypeName.BOOLEAN);
      case INT -> SqlType.of(SqlTypeName.INTEGER);
      case LONG -> SqlType.of(SqlTypeName.BIGINT);
      case DOUBLE -> SqlType.of(SqlTypeName.DOUBLE);
      case DECIMAL -> SqlType.of(SqlTypeName.DECIMAL);
      case STRING -> SqlType.of(SqlTypeName.VARCHAR);
      case BYTES -> SqlType.of(SqlTypeName.VARBINARY);
      case TIMESTAMP -> SqlType.of(SqlTypeName.TIMESTAMP);
      case UUID -> SqlType.of(SqlTypeName.UUID);
    };
  }
}
