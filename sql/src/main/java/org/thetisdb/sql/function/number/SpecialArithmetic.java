package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * What is calculated where an operand is NaN or infinite, as IEEE 754 and PostgreSQL have it; a
 * number counts by its sign alone. Stateless.
 */
@Deterministic
final class SpecialArithmetic {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private SpecialArithmetic() {}

  /** NaN, infinity, or the sign of a number. */
  private static double sign(BigDecimal value) {
    return SpecialDecimals.isFinite(value) ? value.signum() : SpecialDecimals.toDouble(value);
  }

  static BigDecimal add(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.of(sign(one) + sign(other));
  }

  static BigDecimal subtract(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.of(sign(one) - sign(other));
  }

  static BigDecimal multiply(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.of(sign(one) * sign(other));
  }

  /** Nothing is left of a number that is divided by infinity. */
  static BigDecimal divide(BigDecimal dividend, BigDecimal divisor) {
    if (!SpecialDecimals.isNaN(dividend)) {
      DecimalArithmetic.requireNotZero(divisor);
    }
    double quotient = sign(dividend) / sign(divisor);
    return Double.isFinite(quotient) ? BigDecimal.ZERO : SpecialDecimals.of(quotient);
  }

  static BigDecimal remainder(BigDecimal dividend, BigDecimal divisor) {
    if (SpecialDecimals.isFinite(dividend) && !SpecialDecimals.isNaN(divisor)) {
      return dividend;
    }
    if (!SpecialDecimals.isNaN(dividend)) {
      DecimalArithmetic.requireNotZero(divisor);
    }
    return SpecialDecimals.NAN;
  }

  static BigDecimal exp(BigDecimal special) {
    return special.signum() < 0 ? BigDecimal.ZERO : special;
  }

  /** LOG to a base; both are above 0 or NaN. */
  static BigDecimal log(BigDecimal base, BigDecimal of) {
    if (SpecialDecimals.isNaN(base) || SpecialDecimals.isNaN(of)) {
      return SpecialDecimals.NAN;
    }
    if (SpecialDecimals.isFinite(base)) {
      return SpecialDecimals.INFINITY;
    }
    return SpecialDecimals.isFinite(of) ? BigDecimal.ZERO : SpecialDecimals.NAN;
  }

  /** POWER, of a negative base to a whole exponent only, and of 0 to none below 0. */
  static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    boolean ofOne = base.compareTo(BigDecimal.ONE) == 0;
    if (ofOne || exponent.signum() == 0) {
      return BigDecimal.ONE;
    }
    if (SpecialDecimals.isNaN(base) || SpecialDecimals.isNaN(exponent)) {
      return SpecialDecimals.NAN;
    }
    return SpecialDecimals.isFinite(exponent)
        ? ofInfinity(base, exponent)
        : toInfinity(base, exponent);
  }

  private static BigDecimal toInfinity(BigDecimal base, BigDecimal exponent) {
    int size = base.abs().compareTo(BigDecimal.ONE);
    if (size == 0) {
      return BigDecimal.ONE;
    }
    return size > 0 == exponent.signum() > 0 ? SpecialDecimals.INFINITY : BigDecimal.ZERO;
  }

  private static BigDecimal ofInfinity(BigDecimal base, BigDecimal exponent) {
    if (exponent.signum() < 0) {
      return BigDecimal.ZERO;
    }
    boolean odd = base.signum() < 0 && exponent.remainder(TWO).signum() != 0;
    return SpecialDecimals.infinity(odd ? -1 : 1);
  }

  /** Refuses bounds of WIDTH_BUCKET that are not finite; infinity lies beyond all buckets. */
  static int bucket(BigDecimal operand, BigDecimal low, BigDecimal high, int buckets) {
    if (SpecialDecimals.isNaN(operand) || !SpecialDecimals.areFinite(low, high)) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT,
          "WIDTH_BUCKET takes an operand that is not NaN, and finite bounds.");
    }
    boolean beyond = operand.signum() > 0 == high.compareTo(low) > 0;
    return beyond ? Math.addExact(buckets, 1) : 0;
  }
}
