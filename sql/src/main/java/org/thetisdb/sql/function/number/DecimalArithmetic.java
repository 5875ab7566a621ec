package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * {@code + - * / %} of decimals, with as many digits behind the point as PostgreSQL gives their
 * results: those of the operands, and of a quotient at least 16 significant ones. Generated code
 * calls it; null comes not in. Stateless.
 */
@Deterministic
public final class DecimalArithmetic {
  /** Digits of a quotient, root or power that are right whatever the operands have. */
  static final int SIGNIFICANT_DIGITS = 16;

  /** Farthest place behind the point that a result has. */
  static final int MOST_SCALE = Decimals.MAX_EXPONENT;

  /** PostgreSQL keeps decimals in groups of so many digits, and counts by these. */
  static final int GROUP_DIGITS = 4;

  /** Products of numbers with fewer bits are never too large. */
  private static final int SAFE_DIGITS = Decimals.MAX_DIGITS / 2;

  private DecimalArithmetic() {}

  /**
   * {@code one + other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static BigDecimal add(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.areFinite(one, other)
        ? inRange(one.add(other))
        : SpecialArithmetic.add(one, other);
  }

  /**
   * {@code one - other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static BigDecimal subtract(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.areFinite(one, other)
        ? inRange(one.subtract(other))
        : SpecialArithmetic.subtract(one, other);
  }

  /**
   * {@code one * other}.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static BigDecimal multiply(BigDecimal one, BigDecimal other) {
    return SpecialDecimals.areFinite(one, other)
        ? inRange(one.multiply(other))
        : SpecialArithmetic.multiply(one, other);
  }

  /**
   * {@code dividend / divisor}.
   *
   * @throws ThetisException DIVISION_BY_ZERO, NUMBER_OUT_OF_RANGE
   */
  public static BigDecimal divide(BigDecimal dividend, BigDecimal divisor) {
    if (!SpecialDecimals.areFinite(dividend, divisor)) {
      return SpecialArithmetic.divide(dividend, divisor);
    }
    requireNotZero(divisor);
    return inRange(
        dividend.divide(divisor, scaleOfQuotient(dividend, divisor), RoundingMode.HALF_UP));
  }

  /**
   * {@code dividend % divisor}, with the sign of the dividend.
   *
   * @throws ThetisException DIVISION_BY_ZERO
   */
  public static BigDecimal remainder(BigDecimal dividend, BigDecimal divisor) {
    if (!SpecialDecimals.areFinite(dividend, divisor)) {
      return SpecialArithmetic.remainder(dividend, divisor);
    }
    requireNotZero(divisor);
    int scale = Math.max(dividend.scale(), divisor.scale());
    return dividend.remainder(divisor).setScale(scale, RoundingMode.UNNECESSARY);
  }

  /** {@code -value}. */
  public static BigDecimal negate(BigDecimal value) {
    return SpecialDecimals.isNaN(value) ? value : value.negate();
  }

  /** SIGN, which is NaN of NaN. */
  public static BigDecimal sign(BigDecimal value) {
    return SpecialDecimals.isNaN(value) ? value : BigDecimal.valueOf(value.signum());
  }

  /** FLOOR. */
  public static BigDecimal floor(BigDecimal value) {
    return SpecialDecimals.isFinite(value) ? value.setScale(0, RoundingMode.FLOOR) : value;
  }

  /** CEIL. */
  public static BigDecimal ceil(BigDecimal value) {
    return SpecialDecimals.isFinite(value) ? value.setScale(0, RoundingMode.CEILING) : value;
  }

  /** Digits behind the point of a quotient: at least 16 significant ones, and those of both. */
  static int scaleOfQuotient(BigDecimal dividend, BigDecimal divisor) {
    int groups = groupOf(dividend) - groupOf(divisor);
    if (firstGroup(dividend) <= firstGroup(divisor)) {
      groups--;
    }
    int scale = SIGNIFICANT_DIGITS - groups * GROUP_DIGITS;
    return Math.min(MOST_SCALE, atLeast(scale, dividend, divisor));
  }

  /** A scale, but not less than that of two numbers, and not below 0. */
  static int atLeast(int scale, BigDecimal one, BigDecimal other) {
    return Math.max(Math.max(scale, 0), Math.max(one.scale(), other.scale()));
  }

  /** Which group of four digits is the first one, counted from the one before the point. */
  static int groupOf(BigDecimal value) {
    return value.signum() == 0 ? 0 : Math.floorDiv(Decimals.exponent(value) - 1, GROUP_DIGITS);
  }

  /** The number that the first group of four digits shows. */
  static int firstGroup(BigDecimal value) {
    if (value.signum() == 0) {
      return 0;
    }
    return value
        .abs()
        .scaleByPowerOfTen(-GROUP_DIGITS * groupOf(value))
        .setScale(0, RoundingMode.DOWN)
        .intValue();
  }

  static void requireNotZero(BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
  }

  /** Refuses what no value may be, so that no chain of products grows without end. */
  static BigDecimal inRange(BigDecimal value) {
    int digits = value.precision();
    if (digits > SAFE_DIGITS && !isBounded(value)) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE,
          "The result has more digits than a NUMERIC can have: %d before the point."
              .formatted(Decimals.MAX_DIGITS));
    }
    return value;
  }

  private static boolean isBounded(BigDecimal value) {
    return Decimals.exponent(value) <= Decimals.MAX_DIGITS
        && value.scale() <= 2 * Decimals.MAX_EXPONENT;
  }

  /** The decimal that a number is. */
  static BigDecimal of(Number number) {
    if (number instanceof BigDecimal exact) {
      return exact;
    }
    return number instanceof BigInteger whole
        ? new BigDecimal(whole)
        : BigDecimal.valueOf(number.longValue());
  }
}
