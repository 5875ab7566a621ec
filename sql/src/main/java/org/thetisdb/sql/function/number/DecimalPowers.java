package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * Roots, powers, exponentials and logarithms of decimals, as exact as their scale, which is chosen
 * as PostgreSQL chooses it: at least 16 significant digits, and those of the operands. Stateless.
 */
@Deterministic
public final class DecimalPowers {
  private static final double LOG10_OF_E = 0.434294481903252;
  private static final double LN_OF_10 = 2.302585092994046;

  /** Digits that are calculated beyond those that are wanted. */
  private static final int GUARD_DIGITS = 12;

  /** Digits of a double that are right. */
  private static final int DOUBLE_DIGITS = 14;

  /** Above this, e to the power of a double is infinite. */
  private static final BigDecimal DOUBLE_RANGE = BigDecimal.valueOf(700);

  /** Largest exponent that BigDecimal raises to. */
  private static final int MOST_POWER = 999_999_999;

  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal NEAR_ONE_BELOW = new BigDecimal("0.9");
  private static final BigDecimal NEAR_ONE_ABOVE = new BigDecimal("1.1");

  private DecimalPowers() {}

  /** SQRT of a decimal that is not negative. */
  public static BigDecimal sqrt(BigDecimal of) {
    if (!SpecialDecimals.isFinite(of)) {
      return of;
    }
    int weight = (DecimalArithmetic.groupOf(of) + 1) * DecimalArithmetic.GROUP_DIGITS / 2 - 1;
    return sqrt(of, scale(DecimalArithmetic.SIGNIFICANT_DIGITS - weight, of, of));
  }

  /** The root with so many digits behind the point. */
  static BigDecimal sqrt(BigDecimal of, int scale) {
    int digits = scale + Math.max(0, Decimals.exponent(of)) / 2 + GUARD_DIGITS;
    return of.sqrt(new MathContext(digits, RoundingMode.HALF_UP))
        .setScale(scale, RoundingMode.HALF_UP);
  }

  /**
   * EXP.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE
   */
  public static BigDecimal exp(BigDecimal of) {
    if (!SpecialDecimals.isFinite(of)) {
      return SpecialArithmetic.exp(of);
    }
    double weight = of.doubleValue() * LOG10_OF_E;
    requireRange(weight);
    int scale = scale(DecimalArithmetic.SIGNIFICANT_DIGITS - bounded(weight), of, of);
    if (weight < -scale - 1) {
      return BigDecimal.valueOf(0, scale);
    }
    return exp(of, scale + Math.max(0, (int) weight) + GUARD_DIGITS)
        .setScale(scale, RoundingMode.HALF_UP);
  }

  /** LN of a decimal above 0. */
  public static BigDecimal ln(BigDecimal of) {
    if (!SpecialDecimals.isFinite(of)) {
      return of;
    }
    int scale = scale(DecimalArithmetic.SIGNIFICANT_DIGITS - weightOfLn(of), of, of);
    return ln(of, scale + GUARD_DIGITS).setScale(scale, RoundingMode.HALF_UP);
  }

  /**
   * LOG of a decimal above 0 to a base above 0.
   *
   * @throws ThetisException DIVISION_BY_ZERO for the base 1
   */
  public static BigDecimal log(BigDecimal base, BigDecimal of) {
    if (!SpecialDecimals.areFinite(base, of)) {
      return SpecialArithmetic.log(base, of);
    }
    int weight = weightOfLn(of) - weightOfLn(base);
    int scale = scale(DecimalArithmetic.SIGNIFICANT_DIGITS - weight, base, of);
    int digits = scale + GUARD_DIGITS + Math.abs(weightOfLn(of)) + Math.abs(weightOfLn(base));
    BigDecimal divisor = ln(base, digits);
    DecimalArithmetic.requireNotZero(divisor);
    return ln(of, digits).divide(divisor, scale, RoundingMode.HALF_UP);
  }

  /**
   * POWER, of a negative base to a whole exponent only.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE, DIVISION_BY_ZERO
   */
  public static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    if (!SpecialDecimals.areFinite(base, exponent)) {
      return SpecialArithmetic.power(base, exponent);
    }
    BigDecimal bare = exponent.signum() == 0 ? BigDecimal.ZERO : exponent.stripTrailingZeros();
    boolean whole = bare.scale() <= 0 && bare.abs().compareTo(BigDecimal.valueOf(MOST_POWER)) <= 0;
    if (whole) {
      return power(base, bare.intValueExact());
    }
    if (base.signum() == 0) {
      return BigDecimal.valueOf(0, DecimalArithmetic.SIGNIFICANT_DIGITS);
    }
    double weight = lnAsDouble(base.abs()) * exponent.doubleValue() * LOG10_OF_E;
    requireRange(weight);
    int scale = scale(DecimalArithmetic.SIGNIFICANT_DIGITS - bounded(weight), base, exponent);
    if (weight < -scale - 1) {
      return BigDecimal.valueOf(0, scale);
    }
    int digits = scale + Math.max(0, (int) weight) + GUARD_DIGITS;
    int ofExponent = Math.max(0, Decimals.exponent(exponent));
    BigDecimal product = ln(base.abs(), digits + ofExponent).multiply(exponent);
    BigDecimal result = exp(product, digits).setScale(scale, RoundingMode.HALF_UP);
    boolean odd = base.signum() < 0 && bare.remainder(TWO).signum() != 0;
    return odd ? result.negate() : result;
  }

  /** PostgreSQL looks at the scale of the base alone. */
  private static BigDecimal power(BigDecimal base, int exponent) {
    double weight = base.signum() == 0 ? 0 : exponent * lnAsDouble(base.abs()) * LOG10_OF_E;
    requireRange(weight);
    int scale = scale(DecimalArithmetic.SIGNIFICANT_DIGITS, base, base);
    if (exponent == 0) {
      return BigDecimal.ONE.setScale(scale);
    }
    if (base.signum() == 0) {
      if (exponent < 0) {
        throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
      }
      return BigDecimal.valueOf(0, scale);
    }
    if (weight < -scale - 1) {
      return BigDecimal.valueOf(0, scale);
    }
    MathContext digits =
        new MathContext(scale + Math.max(0, (int) weight) + GUARD_DIGITS, RoundingMode.HALF_EVEN);
    BigDecimal positive = base.pow(Math.abs(exponent), digits);
    BigDecimal result = exponent < 0 ? BigDecimal.ONE.divide(positive, digits) : positive;
    return result.setScale(scale, RoundingMode.HALF_UP);
  }

  private static int scale(int wanted, BigDecimal one, BigDecimal other) {
    return Math.min(DecimalArithmetic.MOST_SCALE, DecimalArithmetic.atLeast(wanted, one, other));
  }

  private static int bounded(double weight) {
    return (int) Math.max(-DecimalArithmetic.MOST_SCALE, weight);
  }

  /** Refuses results with more digits before the point than a decimal has. */
  private static void requireRange(double weight) {
    if (!(weight < Decimals.MAX_DIGITS)) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE,
          "The result has more digits than a NUMERIC can have: %d before the point."
              .formatted(Decimals.MAX_DIGITS));
    }
  }

  /** About the power of ten of the logarithm's first digit. */
  private static int weightOfLn(BigDecimal of) {
    if (of.compareTo(NEAR_ONE_BELOW) >= 0 && of.compareTo(NEAR_ONE_ABOVE) <= 0) {
      BigDecimal beside = of.subtract(BigDecimal.ONE);
      return beside.signum() == 0 ? 0 : Decimals.exponent(beside) - 1;
    }
    return (int) Math.log10(Math.abs(lnAsDouble(of)));
  }

  /** The logarithm with the digits of a double, of numbers beyond their range, too. */
  private static double lnAsDouble(BigDecimal of) {
    BigDecimal beside = of.subtract(BigDecimal.ONE);
    if (beside.abs().compareTo(NEAR_ONE_ABOVE.subtract(BigDecimal.ONE)) < 0) {
      return Math.log1p(beside.doubleValue());
    }
    int power = Decimals.exponent(of);
    return Math.log(of.scaleByPowerOfTen(-power).doubleValue()) + power * LN_OF_10;
  }

  /** The logarithm with so many right digits behind the point. */
  private static BigDecimal ln(BigDecimal of, int digits) {
    int power = Decimals.exponent(of) - 1;
    if (Math.abs(power) <= 1) {
      return lnNear(of, digits);
    }
    BigDecimal tens = lnNear(BigDecimal.TEN, digits + DOUBLE_DIGITS);
    return lnNear(of.scaleByPowerOfTen(-power), digits)
        .add(tens.multiply(BigDecimal.valueOf(power)));
  }

  /** Halley's method, which triples the right digits in each round. */
  private static BigDecimal lnNear(BigDecimal of, int digits) {
    MathContext context = new MathContext(digits + GUARD_DIGITS, RoundingMode.HALF_EVEN);
    BigDecimal ln = new BigDecimal(lnAsDouble(of));
    for (int right = DOUBLE_DIGITS; right < 3 * (digits + GUARD_DIGITS); right *= 3) {
      BigDecimal power = exp(ln, digits + GUARD_DIGITS);
      BigDecimal step = of.subtract(power).multiply(TWO).divide(of.add(power), context);
      ln = ln.add(step).setScale(digits + GUARD_DIGITS, RoundingMode.HALF_EVEN);
    }
    return ln;
  }

  /** The exponential with so many right significant digits: a series of a small argument. */
  private static BigDecimal exp(BigDecimal of, int digits) {
    int halvings = Math.max(0, 8 + (of.abs().compareTo(DOUBLE_RANGE) > 0 ? 12 : binary(of)));
    MathContext context = new MathContext(digits + halvings, RoundingMode.HALF_EVEN);
    BigDecimal small = of.divide(TWO.pow(halvings), context);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int n = 1; term.signum() != 0 && n < DecimalArithmetic.MOST_SCALE * 2; n++) {
      term = term.multiply(small, context).divide(BigDecimal.valueOf(n), context);
      sum = sum.add(term, context);
      if (Decimals.exponent(term) < -context.getPrecision()) {
        break;
      }
    }
    for (int n = 0; n < halvings; n++) {
      sum = sum.multiply(sum, context);
    }
    return sum;
  }

  private static int binary(BigDecimal of) {
    return of.signum() == 0 ? 0 : Math.max(0, Math.getExponent(of.doubleValue()) + 1);
  }
}
