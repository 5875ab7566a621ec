package org.thetisdb.sql.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Casts of decimals to whole numbers and to decimals with bounds, rounded half up. Generated code
 * calls them; null comes not in. Stateless.
 */
@Deterministic
public final class DecimalCasts {
  private static final int DIGITS_OF_LONG = 19;

  private DecimalCasts() {}

  /**
   * As TINYINT.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE; NOT_SUPPORTED for NaN and infinity
   */
  public static byte toByte(BigDecimal value) {
    return (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, SqlTypeName.TINYINT);
  }

  /** As SMALLINT, with the errors of {@link #toByte}. */
  public static short toShort(BigDecimal value) {
    return (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, SqlTypeName.SMALLINT);
  }

  /** As INTEGER, with the errors of {@link #toByte}. */
  public static int toInt(BigDecimal value) {
    return (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, SqlTypeName.INTEGER);
  }

  /** As BIGINT, with the errors of {@link #toByte}. */
  public static long toLong(BigDecimal value) {
    return whole(value, Long.MIN_VALUE, Long.MAX_VALUE, SqlTypeName.BIGINT);
  }

  private static long whole(BigDecimal value, long min, long max, SqlTypeName type) {
    if (!SpecialDecimals.isFinite(value)) {
      throw Coercion.notWhole(value, SqlType.of(type));
    }
    BigDecimal rounded = value.scale() == 0 ? value : value.setScale(0, RoundingMode.HALF_UP);
    boolean fits =
        rounded.precision() < DIGITS_OF_LONG || rounded.unscaledValue().bitLength() < Long.SIZE;
    long whole = rounded.longValue();
    if (!fits || whole < min || whole > max) {
      throw outOfRange(value, SqlType.of(type));
    }
    return whole;
  }

  /**
   * As DECIMAL(precision, scale).
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE, for infinity, too
   */
  public static BigDecimal toDecimal(BigDecimal value, int precision, int scale) {
    if (SpecialDecimals.isNaN(value)) {
      return value;
    }
    if (!SpecialDecimals.isFinite(value)) {
      throw outOfRange(value, new SqlType(SqlTypeName.DECIMAL, precision, scale));
    }
    BigDecimal scaled =
        value.scale() == scale ? value : value.setScale(scale, RoundingMode.HALF_UP);
    if (scaled.precision() > precision && scaled.signum() != 0) {
      throw outOfRange(value, new SqlType(SqlTypeName.DECIMAL, precision, scale));
    }
    return scaled;
  }

  private static ThetisException outOfRange(BigDecimal value, SqlType type) {
    return Coercion.outOfRange(type, value, "a cast");
  }
}
