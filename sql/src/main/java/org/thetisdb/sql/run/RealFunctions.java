package org.thetisdb.sql.run;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Roots, powers and logarithms, which are errors where PostgreSQL has errors: Java's are no number
 * or infinite there. No operand is null. Stateless.
 */
@Deterministic
public final class RealFunctions {
  private RealFunctions() {}

  /**
   * SQRT.
   *
   * @throws ThetisException BAD_POWER below 0
   */
  public static double sqrt(Number of) {
    if (of.doubleValue() < 0) {
      throw power("There is no square root of a negative number.");
    }
    return Math.sqrt(of.doubleValue());
  }

  /**
   * POWER.
   *
   * @throws ThetisException BAD_POWER for 0 to a negative power, and for a negative number to one
   *     that is not whole; NUMBER_OUT_OF_RANGE
   */
  public static double power(Number base, Number exponent) {
    double of = base.doubleValue();
    double by = exponent.doubleValue();
    if (of == 0 && by < 0) {
      throw power("Zero has no negative powers.");
    }
    if (of < 0 && !Double.isInfinite(by) && by != Math.rint(by)) {
      throw power("A negative number has whole powers only.");
    }
    return inRange(Math.pow(of, by), Double.isInfinite(of) || Double.isInfinite(by));
  }

  /**
   * EXP.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static double exp(Number of) {
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
  public static double ln(Number of) {
    return Math.log(positive(of));
  }

  /**
   * LOG of one operand, and LOG10.
   *
   * @throws ThetisException BAD_LOGARITHM for anything but numbers above 0
   */
  public static double log10(Number of) {
    return Math.log10(positive(of));
  }

  /**
   * LOG to a base.
   *
   * @throws ThetisException BAD_LOGARITHM for anything but numbers above 0; DIVISION_BY_ZERO for
   *     the base 1
   */
  public static double log(Number base, Number of) {
    double divisor = Math.log(positive(base));
    double logarithm = Math.log(positive(of));
    if (divisor == 0) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
    double nearest = Math.rint(logarithm / divisor);
    boolean whole = Math.pow(base.doubleValue(), nearest) == of.doubleValue();
    return whole ? nearest : logarithm / divisor;
  }

  private static double positive(Number of) {
    double number = of.doubleValue();
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
