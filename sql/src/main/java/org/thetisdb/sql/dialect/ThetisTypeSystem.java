package org.thetisdb.sql.dialect;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** Bounds of types, and the types of results of aggregates. Stateless. */
final class ThetisTypeSystem extends RelDataTypeSystemImpl {
  static final ThetisTypeSystem INSTANCE = new ThetisTypeSystem();

  static final int MAX_DECIMAL_DIGITS = 38;
  private static final int MAX_TEXT = Integer.MAX_VALUE - 1;
  private static final int TIME_DIGITS = 3;
  private static final int AVERAGE_SCALE = 6;

  private ThetisTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MAX_DECIMAL_DIGITS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> MAX_TEXT;
      case TIME -> TIME_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Microseconds.DIGITS;
      default -> super.getMaxPrecision(type);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? MAX_DECIMAL_DIGITS : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MAX_DECIMAL_DIGITS;
      case VARCHAR, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      case TIME -> TIME_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Microseconds.DIGITS;
      default -> super.getDefaultPrecision(type);
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Sums are wider than what is summed up. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    SqlTypeName wide =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT -> SqlTypeName.BIGINT;
          case REAL, FLOAT, DOUBLE -> SqlTypeName.DOUBLE;
          default -> null;
        };
    if (wide != null) {
      return nullableAs(types, types.createSqlType(wide), argument);
    }
    if (argument.getSqlTypeName() == SqlTypeName.DECIMAL) {
      return nullableAs(
          types,
          types.createSqlType(SqlTypeName.DECIMAL, MAX_DECIMAL_DIGITS, argument.getScale()),
          argument);
    }
    return argument;
  }

  /** An average of exact numbers has digits behind the point. */
  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          nullableAs(
              types,
              types.createSqlType(
                  SqlTypeName.DECIMAL,
                  MAX_DECIMAL_DIGITS,
                  Math.max(AVERAGE_SCALE, argument.getScale())),
              argument);
      case REAL, FLOAT, DOUBLE ->
          nullableAs(types, types.createSqlType(SqlTypeName.DOUBLE), argument);
      default -> argument;
    };
  }

  private static RelDataType nullableAs(
      RelDataTypeFactory types, RelDataType type, RelDataType argument) {
    return types.createTypeWithNullability(type, argument.isNullable());
  }
}
