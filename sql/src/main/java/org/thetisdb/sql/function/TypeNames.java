package org.thetisdb.sql.function;

import java.util.List;
import java.util.Objects;
import org.thetisdb.sql.type.SqlType;

/** PG_TYPEOF and the count of NULLs. Stateless. */
public final class TypeNames {
  private TypeNames() {}

  /** NUM_NULLS. */
  public static int nulls(List<?> values) {
    return values.size() - nonNulls(values);
  }

  /** NUM_NONNULLS. */
  public static int nonNulls(List<?> values) {
    return (int) values.stream().filter(Objects::nonNull).count();
  }

  /**
   * PG_TYPEOF.
   *
   * @param typeCode of the value's type; 0 for a bare text or NULL, which PostgreSQL calls unknown
   */
  public static String typeOf(Object value, int typeCode, int precision) {
    if (typeCode == 0) {
      return "unknown";
    }
    SqlType type = SqlType.ofCode(typeCode, precision, 0);
    return type.element() == null ? name(type) : name(type.element()) + "[]";
  }

  private static String name(SqlType type) {
    return switch (type.name()) {
      case BOOLEAN -> "boolean";
      case TINYINT, SMALLINT -> "smallint";
      case INTEGER -> "integer";
      case BIGINT -> "bigint";
      case REAL -> "real";
      case DOUBLE -> "double precision";
      case DECIMAL -> "numeric";
      case CHAR -> "character";
      case VARCHAR -> type.precision() == 0 ? "text" : "character varying";
      case BINARY, VARBINARY -> "bytea";
      case DATE -> "date";
      case TIME -> "time without time zone";
      case TIMESTAMP -> "timestamp without time zone";
      case TIMESTAMPTZ -> "timestamp with time zone";
      case UUID -> "uuid";
      case JSONB -> "jsonb";
      case INTERVAL -> "interval";
      case ARRAY -> "array";
    };
  }
}
