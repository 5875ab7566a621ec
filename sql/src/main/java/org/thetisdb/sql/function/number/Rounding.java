package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * ROUND and TRUNC as PostgreSQL has them: decimals are rounded half up and have as many digits
 * behind the point as were asked for, doubles are rounded half to even. Generated code calls them;
 * null comes not in. Stateless.
 */
@Deterministic
public final class Rounding {
  private Rounding() {}

  /** {@code round(decimal, digits)}; tens and hundreds are rounded, too. */
  public static BigDecimal round(Number number, int digits) {
    return scaled(number, digits, RoundingMode.HALF_UP);
  }

  /** {@code round(decimal)}. */
  public static BigDecimal toWhole(Number number) {
    return round(number, 0);
  }

  /** {@code trunc(decimal, digits)}. */
  public static BigDecimal cut(Number number, int digits) {
    return scaled(number, digits, RoundingMode.DOWN);
  }

  private static BigDecimal scaled(Number number, int digits, RoundingMode mode) {
    BigDecimal exact = decimal(number);
    if (!SpecialDecimals.isFinite(exact)) {
      return exact;
    }
    int bound = Math.max(-Decimals.MAX_EXPONENT, Math.min(digits, Decimals.MAX_EXPONENT));
    BigDecimal scaled = exact.setScale(bound, mode);
    return bound < 0 ? scaled.setScale(0) : scaled;
  }

  /** {@code trunc(decimal)}. */
  public static BigDecimal cutToWhole(Number number) {
    return cut(number, 0);
  }

  /** {@code round(double)}, and what a cast to a whole number does first. */
  public static double nearest(double number) {
    return Math.rint(number);
  }

  /**
   * The whole number that is nearest, for a cast.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for NaN and infinity
   */
  public static double toNearest(double number) {
    if (!Double.isFinite(number)) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "%s is no whole number.".formatted(number));
    }
    return Math.rint(number);
  }

  /** {@code trunc(double)}. */
  public static double towardsZero(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }

  /** {@code round(double, digits)}, which PostgreSQL has for decimals only. */
  public static double nearest(double number, int digits) {
    return Double.isFinite(number)
        ? round(BigDecimal.valueOf(number), digits).doubleValue()
        : number;
  }

  /** {@code trunc(double, digits)}. */
  public static double towardsZero(double number, int digits) {
    return Double.isFinite(number) ? cut(BigDecimal.valueOf(number), digits).doubleValue() : number;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
  }
}
