package org.thetisdb.sql.dialect;

import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.type.SqlType;

/** Our types and Calcite's. Stateless. */
public final class SqlTypes {
  private SqlTypes() {}

  /** A factory for one compilation; texts are Unicode. */
  public static JavaTypeFactoryImpl newFactory() {
    return new TypeFactory();
  }

  /** Calcite's type. */
  public static RelDataType toCalcite(RelDataTypeFactory types, SqlType type, boolean nullable) {
    RelDataType bare =
        switch (type.name()) {
          case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
          case TINYINT -> types.createSqlType(SqlTypeName.TINYINT);
          case SMALLINT -> types.createSqlType(SqlTypeName.SMALLINT);
          case INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
          case BIGINT -> types.createSqlType(SqlTypeName.BIGINT);
          case REAL -> types.createSqlType(SqlTypeName.REAL);
          case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
          case DECIMAL -> decimal(types, type);
          // CHAR is kept without padding, so it takes part as a text of up to its length.
          case CHAR, VARCHAR -> text(types, bounded(types, SqlTypeName.VARCHAR, type.precision()));
          case BINARY, VARBINARY -> bounded(types, SqlTypeName.VARBINARY, type.precision());
          case DATE -> types.createSqlType(SqlTypeName.DATE);
          case TIME -> types.createSqlType(SqlTypeName.TIME, 3);
          case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS);
          case TIMESTAMPTZ ->
              types.createSqlType(
                  SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, TimestampTypes.DIGITS);
          case UUID -> types.createSqlType(SqlTypeName.UUID);
          case JSONB -> TypeFactory.json(types);
          case INTERVAL -> TypeFactory.interval(types);
          case ARRAY -> types.createArrayType(toCalcite(types, type.element(), true), -1);
        };
    return types.createTypeWithNullability(bare, nullable);
  }

  private static RelDataType decimal(RelDataTypeFactory types, SqlType type) {
    return type.precision() == 0
        ? unbounded(types)
        : types.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
  }

  /** Decimals of any scale: each value keeps its own. */
  public static RelDataType unbounded(RelDataTypeFactory types) {
    return TypeFactory.anyDecimal(types);
  }

  private static RelDataType bounded(RelDataTypeFactory types, SqlTypeName name, int bound) {
    return bound == 0 ? types.createSqlType(name) : types.createSqlType(name, bound);
  }

  private static RelDataType text(RelDataTypeFactory types, RelDataType type) {
    return types.createTypeWithCharsetAndCollation(
        type, StandardCharsets.UTF_8, SqlCollation.IMPLICIT);
  }

  /**
   * Our type.
   *
   * @throws ThetisException for a type that no column can have
   */
  public static SqlType fromCalcite(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.BOOLEAN);
      case TINYINT -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.TINYINT);
      case SMALLINT -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.SMALLINT);
      case INTEGER -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.INTEGER);
      case BIGINT -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.BIGINT);
      case REAL -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.REAL);
      case FLOAT, DOUBLE -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.DOUBLE);
      case DECIMAL ->
          TypeFactory.isAnyDecimal(type)
              ? SqlType.of(org.thetisdb.sql.type.SqlTypeName.DECIMAL)
              : new SqlType(
                  org.thetisdb.sql.type.SqlTypeName.DECIMAL, type.getPrecision(), type.getScale());
      case CHAR, VARCHAR, NULL ->
          new SqlType(org.thetisdb.sql.type.SqlTypeName.VARCHAR, bound(type), 0);
      case BINARY, VARBINARY ->
          new SqlType(org.thetisdb.sql.type.SqlTypeName.VARBINARY, bound(type), 0);
      case DATE -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.DATE);
      case TIME -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.TIME);
      case TIMESTAMP -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.TIMESTAMP);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          SqlType.of(org.thetisdb.sql.type.SqlTypeName.TIMESTAMPTZ);
      case UUID -> SqlType.of(org.thetisdb.sql.type.SqlTypeName.UUID);
      case ARRAY -> array(type);
      case OTHER -> ofOther(type);
      default ->
          throw new ThetisException(
              ErrorCode.NOT_SUPPORTED,
              type.isStruct()
                  ? "A row as one value (name its columns one by one, or make a document of it)"
                  : "A value of type " + type);
    };
  }

  private static SqlType array(RelDataType type) {
    if (type.getComponentType().getSqlTypeName() == SqlTypeName.ARRAY) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "An array of arrays");
    }
    return SqlType.arrayOf(fromCalcite(type.getComponentType()));
  }

  private static SqlType ofOther(RelDataType type) {
    if (TypeFactory.isJson(type)) {
      return SqlType.of(org.thetisdb.sql.type.SqlTypeName.JSONB);
    }
    if (TypeFactory.isInterval(type)) {
      return SqlType.of(org.thetisdb.sql.type.SqlTypeName.INTERVAL);
    }
    throw new ThetisException(
        ErrorCode.NOT_SUPPORTED,
        type.isStruct()
            ? "A row as one value (name its columns one by one, or make a document of it)"
            : "A value of type " + type);
  }

  private static int bound(RelDataType type) {
    int precision = type.getPrecision();
    return precision < 0 || precision == Integer.MAX_VALUE ? 0 : precision;
  }
}
