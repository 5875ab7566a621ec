package org.thetisdb.sql.dialect;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.core.value.Decimals;

/** Bounds of types, and the types of results of aggregates. Stateless. */
final class ThetisTypeSystem extends RelDataTypeSystemImpl {
  static final ThetisTypeSystem INSTANCE = new ThetisTypeSystem();

  /** Digits of a decimal whose type names them. */
  static final int MAX_DECIMAL_DIGITS = 38;

  /** Digits of any decimal; so many in a type stand for all there are. */
  static final int MOST_DIGITS = Decimals.MAX_DIGITS;

  private static final int MAX_TEXT = Integer.MAX_VALUE - 1;
  private static final int TIME_DIGITS = 3;

  private ThetisTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MOST_DIGITS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> MAX_TEXT;
      case TIME -> TIME_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampTypes.DIGITS;
      default -> super.getMaxPrecision(type);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? MOST_DIGITS : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> MAX_DECIMAL_DIGITS;
      case VARCHAR, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      case TIME -> TIME_DIGITS;
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampTypes.DIGITS;
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

  /** Sums are wider than what is summed up: those of BIGINT, and of decimals, know no bound. */
  @Override
  public RelDataType deriveSumType(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER ->
          nullableAs(types, types.createSqlType(SqlTypeName.BIGINT), argument);
      case BIGINT, DECIMAL -> nullableAs(types, types.createSqlType(SqlTypeName.DECIMAL), argument);
      case FLOAT, DOUBLE -> nullableAs(types, types.createSqlType(SqlTypeName.DOUBLE), argument);
      default -> argument;
    };
  }

  /** An average of exact numbers is a decimal with as many digits as a division gives. */
  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory types, RelDataType argument) {
    return switch (argument.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
          nullableAs(types, types.createSqlType(SqlTypeName.DECIMAL), argument);
      case REAL, FLOAT, DOUBLE ->
          nullableAs(types, types.createSqlType(SqlTypeName.DOUBLE), argument);
      default -> argument;
    };
  }

  @Override
  public RelDataType deriveDecimalPlusType(
      RelDataTypeFactory types, RelDataType one, RelDataType other) {
    return calculated(types, one, other);
  }

  @Override
  public RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory types, RelDataType one, RelDataType other) {
    return calculated(types, one, other);
  }

  @Override
  public RelDataType deriveDecimalDivideType(
      RelDataTypeFactory types, RelDataType one, RelDataType other) {
    return calculated(types, one, other);
  }

  @Override
  public RelDataType deriveDecimalModType(
      RelDataTypeFactory types, RelDataType one, RelDataType other) {
    return calculated(types, one, other);
  }

  /** What is calculated of decimals has the scale that its value has; null without a decimal. */
  private static RelDataType calculated(
      RelDataTypeFactory types, RelDataType one, RelDataType other) {
    boolean decimal =
        SqlTypeUtil.isExactNumeric(one)
            && SqlTypeUtil.isExactNumeric(other)
            && (SqlTypeUtil.isDecimal(one) || SqlTypeUtil.isDecimal(other));
    return decimal ? types.createSqlType(SqlTypeName.DECIMAL) : null;
  }

  private static RelDataType nullableAs(
      RelDataTypeFactory types, RelDataType type, RelDataType argument) {
    return types.createTypeWithNullability(type, argument.isNullable());
  }
}
