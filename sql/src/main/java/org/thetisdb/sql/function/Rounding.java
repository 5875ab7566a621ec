package org.thetisdb.sql.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Deterministic;

/**
 * ROUND and TRUNC as PostgreSQL has them: decimals are rounded half up and have as many digits
 * behind the point as were asked for, doubles are rounded half to even. Generated code calls them;
 * null comes not in. Stateless.
 */
@Deterministic
public final class Rounding {
  private Rounding() {}

  /** {@code round(decimal, digits)}. */
  public static BigDecimal round(Number number, int digits) {
    return decimal(number).setScale(digits, RoundingMode.HALF_UP);
  }

  /** {@code round(decimal)}. */
  public static BigDecimal toWhole(Number number) {
    return round(number, 0);
  }

  /** {@code trunc(decimal, digits)}. */
  public static BigDecimal cut(Number number, int digits) {
    return decimal(number).setScale(digits, RoundingMode.DOWN);
  }

  /** {@code trunc(decimal)}. */
  public static BigDecimal cutToWhole(Number number) {
    return cut(number, 0);
  }

  /** {@code round(double)}, and what a cast to a whole number does first. */
  public static double nearest(double number) {
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
