package org.thetisdb.sql.dialect;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types whose values are numbers of microseconds. Stateless. */
public final class TimestampTypes {
  /** Digits of a second that a timestamp has. */
  public static final int DIGITS = 6;

  private static final int DIGITS_OF_TIME = 3;

  private TimestampTypes() {}

  /** Whether values of a type are numbers of microseconds. */
  public static boolean isOne(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  /** Clocks as rows have them: a constant has no more digits than are written. */
  public static RelDataType withAllDigits(RelDataType type, RelDataTypeFactory types) {
    SqlTypeName name = type.getSqlTypeName();
    int digits =
        switch (name) {
          case TIME -> DIGITS_OF_TIME;
          case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> DIGITS;
          default -> -1;
        };
    return digits < 0
        ? type
        : types.createTypeWithNullability(types.createSqlType(name, digits), type.isNullable());
  }
}
