package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * {@code + - * /} of REAL and DOUBLE PRECISION, and casts to them: what is beyond their range is an
 * error where Java's would be infinite, or zero. Infinity and NaN that come in go out. Generated
 * code calls it; null comes not in. Stateless.
 */
@Deterministic
public final class RealArithmetic {
  private RealArithmetic() {}

  /**
   * {@code one + other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static double add(double one, double other) {
    double sum = one + other;
    return Double.isInfinite(sum) ? infinite(sum, one, other) : sum;
  }

  /**
   * {@code one - other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static double subtract(double one, double other) {
    double difference = one - other;
    return Double.isInfinite(difference) ? infinite(difference, one, other) : difference;
  }

  /**
   * {@code one * other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static double multiply(double one, double other) {
    double product = one * other;
    if (Double.isInfinite(product)) {
      return infinite(product, one, other);
    }
    if (product == 0 && one != 0 && other != 0) {
      throw outOfRange("DOUBLE PRECISION");
    }
    return product;
  }

  /**
   * {@code dividend / divisor}.
   *
   * @throws ThetisException DIVISION_BY_ZERO, NUMBER_OUT_OF_RANGE
   */
  public static double divide(double dividend, double divisor) {
    if (divisor == 0 && !Double.isNaN(dividend)) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
    double quotient = dividend / divisor;
    if (Double.isInfinite(quotient)) {
      return infinite(quotient, dividend, dividend);
    }
    if (quotient == 0 && dividend != 0 && !Double.isInfinite(divisor)) {
      throw outOfRange("DOUBLE PRECISION");
    }
    return quotient;
  }

  /** {@link #add(double, double)} of REAL. */
  public static float add(float one, float other) {
    return toReal(add((double) one, (double) other));
  }

  /** {@link #subtract(double, double)} of REAL. */
  public static float subtract(float one, float other) {
    return toReal(subtract((double) one, (double) other));
  }

  /** {@link #multiply(double, double)} of REAL. */
  public static float multiply(float one, float other) {
    return toReal(multiply((double) one, (double) other));
  }

  /** {@link #divide(double, double)} of REAL. */
  public static float divide(float dividend, float divisor) {
    return toReal(divide((double) dividend, (double) divisor));
  }

  /**
   * A double as a REAL.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static float toReal(double number) {
    float real = (float) number;
    boolean lost =
        (Float.isInfinite(real) && !Double.isInfinite(number)) || (real == 0 && number != 0);
    if (lost) {
      throw outOfRange("REAL");
    }
    return real;
  }

  /**
   * A decimal as a double.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static double toDouble(BigDecimal number) {
    if (!SpecialDecimals.isFinite(number)) {
      return SpecialDecimals.toDouble(number);
    }
    double real = number.doubleValue();
    if (Double.isInfinite(real) || (real == 0 && number.signum() != 0)) {
      throw outOfRange("DOUBLE PRECISION");
    }
    return real;
  }

  /**
   * A decimal as a REAL.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static float decimalToReal(BigDecimal number) {
    if (!SpecialDecimals.isFinite(number)) {
      return (float) SpecialDecimals.toDouble(number);
    }
    float real = number.floatValue();
    if (Float.isInfinite(real) || (real == 0 && number.signum() != 0)) {
      throw outOfRange("REAL");
    }
    return real;
  }

  /** A result that is infinite, or made of such ones, if an operand is. */
  static double infinite(double result, double one, double other) {
    if (Double.isInfinite(one) || Double.isInfinite(other)) {
      return result;
    }
    throw outOfRange("DOUBLE PRECISION");
  }

  private static ThetisException outOfRange(String type) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE, "The result is beyond the range of %s.".formatted(type));
  }

  /** The value without its sign. */
  public static double abs(double number) {
    return Math.abs(number);
  }
}
