package org.thetisdb.sql.run;

import java.math.BigDecimal;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.function.number.DecimalPowers;

/**
 * Roots, powers and logarithms, which are errors where PostgreSQL has errors: Java's are no number
 * or infinite there. Of decimals they are decimals, of all else doubles. No operand is null.
 * Stateless.
 */
@Deterministic
public final class RealFunctions {
  private RealFunctions() {}

  /**
   * SQRT.
   *
   * @throws ThetisException BAD_POWER below 0
   */
  public static Object sqrt(Number of) {
    if (SpecialDecimals.toDouble(of) < 0) {
      throw power("There is no square root of a negative number.");
    }
    return of instanceof BigDecimal exact
        ? (Object) DecimalPowers.sqrt(exact)
        : (Object) Math.sqrt(of.doubleValue());
  }

  /**
   * {@code |/}, which is of doubles alone.
   *
   * @throws ThetisException BAD_POWER below 0
   */
  public static double root(Number of) {
    return (Double) sqrt(of.doubleValue());
  }

  /**
   * POWER.
   *
   * @throws ThetisException BAD_POWER for 0 to a negative power, and for a negative number to one
   *     that is not whole; NUMBER_OUT_OF_RANGE
   */
  public static Object power(Number base, Number exponent) {
    double of = SpecialDecimals.toDouble(base);
    double by = SpecialDecimals.toDouble(exponent);
    if (of == 0 && by < 0) {
      throw power("Zero has no negative powers.");
    }
    if (of < 0 && Double.isFinite(by) && by != Math.rint(by)) {
      throw power("A negative number has whole powers only.");
    }
    if (areDecimals(base, exponent)) {
      return DecimalPowers.power(decimal(base), decimal(exponent));
    }
    if (of == 1 || (of == -1 && Double.isInfinite(by))) {
      return 1.0;
    }
    double result = Math.pow(of, by);
    if (result == 0 && of != 0 && !Double.isInfinite(of) && !Double.isInfinite(by)) {
      throw outOfRange();
    }
    return inRange(result, Double.isInfinite(of) || Double.isInfinite(by));
  }

  /**
   * EXP.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static Object exp(Number of) {
    if (of instanceof BigDecimal exact) {
      return DecimalPowers.exp(exact);
    }
    double result = Math.exp(of.doubleValue());
    if (result == 0 && !Double.isInfinite(of.doubleValue())) {
      throw outOfRange();
    }
    return inRange(result, Double.isInfinite(of.doubleValue()));
  }

  /**
   * LN.
   *
   * @throws ThetisException BAD_LOGARITHM for anything but numbers above 0
   */
  public static Object ln(Number of) {
    double number = positive(of);
    return of instanceof BigDecimal exact
        ? (Object) DecimalPowers.ln(exact)
        : (Object) Math.log(number);
  }

  /**
   * LOG of one operand, and LOG10.
   *
   * @throws ThetisException BAD_LOGARITHM for anything but numbers above 0
   */
  public static Object log10(Number of) {
    double number = positive(of);
    return of instanceof BigDecimal exact
        ? (Object) DecimalPowers.log(BigDecimal.TEN, exact)
        : (Object) Math.log10(number);
  }

  /**
   * LOG to a base.
   *
   * @throws ThetisException BAD_LOGARITHM for anything but numbers above 0; DIVISION_BY_ZERO for
   *     the base 1
   */
  public static Object log(Number base, Number of) {
    boolean noNumber =
        Double.isNaN(SpecialDecimals.toDouble(base)) || Double.isNaN(SpecialDecimals.toDouble(of));
    if (noNumber && areDecimals(base, of)) {
      return SpecialDecimals.NAN;
    }
    double divisor = Math.log(positive(base));
    double logarithm = Math.log(positive(of));
    if (areDecimals(base, of)) {
      return DecimalPowers.log(decimal(base), decimal(of));
    }
    if (divisor == 0) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
    double nearest = Math.rint(logarithm / divisor);
    boolean whole = Math.pow(base.doubleValue(), nearest) == of.doubleValue();
    return whole ? nearest : logarithm / divisor;
  }

  /**
   * ASIN.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for what is no sine
   */
  public static double asin(Number of) {
    return Math.asin(sine(of));
  }

  /**
   * ACOS.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for what is no cosine
   */
  public static double acos(Number of) {
    return Math.acos(sine(of));
  }

  private static double sine(Number of) {
    double number = SpecialDecimals.toDouble(of);
    if (Math.abs(number) > 1) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "No angle has the sine or cosine %s.".formatted(of));
    }
    return number;
  }

  /** As in PostgreSQL a decimal and a whole number are two decimals. */
  private static boolean areDecimals(Number one, Number other) {
    return (one instanceof BigDecimal || other instanceof BigDecimal)
        && !isFloating(one)
        && !isFloating(other);
  }

  private static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal exact ? exact : BigDecimal.valueOf(number.longValue());
  }

  private static double positive(Number of) {
    double number = SpecialDecimals.toDouble(of);
    if (number <= 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_LOGARITHM,
          "There is no logarithm of %s.".formatted(number == 0 ? "zero" : "a negative number"));
    }
    return number;
  }

  private static double inRange(double result, boolean mayBeInfinite) {
    if (Double.isInfinite(result) && !mayBeInfinite) {
      throw outOfRange();
    }
    return result;
  }

  private static ThetisException outOfRange() {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE, "The result is beyond the range of DOUBLE PRECISION.");
  }

  private static ThetisException power(String message) {
    return ThetisException.withMessage(ErrorCode.BAD_POWER, message);
  }
}
