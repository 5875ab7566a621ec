package org.thetisdb.client.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The result for the types that there are. Stateless. */
final class TypeTable {
  private TypeTable() {}

  static ResultSet result() throws SQLException {
    MetaTable table =
        new MetaTable()
            .text("TYPE_NAME")
            .number("DATA_TYPE", "PRECISION")
            .text("LITERAL_PREFIX", "LITERAL_SUFFIX", "CREATE_PARAMS")
            .number("NULLABLE")
            .truth("CASE_SENSITIVE")
            .number("SEARCHABLE")
            .truth("UNSIGNED_ATTRIBUTE", "FIXED_PREC_SCALE", "AUTO_INCREMENT")
            .text("LOCAL_TYPE_NAME")
            .number("MINIMUM_SCALE", "MAXIMUM_SCALE", "SQL_DATA_TYPE", "SQL_DATETIME_SUB")
            .number("NUM_PREC_RADIX");
    for (JdbcType type : JdbcType.values()) {
      if (type != JdbcType.UNKNOWN && type != JdbcType.ARRAY) {
        add(table, type);
      }
    }
    return table.sorted("DATA_TYPE").result();
  }

  private static void add(MetaTable table, JdbcType type) {
    String prefix = prefix(type);
    table.row(
        type.sqlName(),
        type.sqlType(),
        type.maxPrecision(),
        prefix,
        prefix == null ? null : "'",
        parameters(type),
        DatabaseMetaData.typeNullable,
        type.isText(),
        DatabaseMetaData.typeSearchable,
        false,
        false,
        type == JdbcType.INTEGER || type == JdbcType.BIGINT,
        type.sqlName(),
        0,
        type == JdbcType.DECIMAL ? type.maxPrecision() : 0,
        null,
        null,
        10);
  }

  private static String prefix(JdbcType type) {
    return switch (type) {
      case CHAR, VARCHAR, UUID, JSONB -> "'";
      case BINARY, VARBINARY -> "X'";
      case DATE -> "DATE '";
      case TIME -> "TIME '";
      case TIMESTAMP -> "TIMESTAMP '";
      case INTERVAL -> "INTERVAL '";
      case TIMESTAMPTZ -> "TIMESTAMP WITH TIME ZONE '";
      case UNKNOWN, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL, ARRAY ->
          null;
    };
  }

  private static String parameters(JdbcType type) {
    if (type == JdbcType.DECIMAL) {
      return "precision,scale";
    }
    return type.hasLength() ? "length" : null;
  }
}
