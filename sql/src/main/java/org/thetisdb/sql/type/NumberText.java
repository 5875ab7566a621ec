package org.thetisdb.sql.type;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers as PostgreSQL writes them: the fewest digits that are read as the same number, and an
 * exponent for those that are very large or very small. Stateless.
 */
public final class NumberText {
  /** Powers of ten from which on an exponent is written: as many as the type keeps digits. */
  private static final int DOUBLE_DIGITS = 15;

  private static final int REAL_DIGITS = 6;
  private static final int SMALLEST_POWER = -4;

  private NumberText() {}

  /** {@code 1004}, {@code 0.0001}, {@code 1e+22}. */
  public static String of(double value) {
    return Double.isFinite(value)
        ? of(shortest(value), value, DOUBLE_DIGITS)
        : Double.toString(value);
  }

  /** The same of a REAL, which has fewer digits. */
  public static String of(float value) {
    return Float.isFinite(value) ? of(shortest(value), value, REAL_DIGITS) : Float.toString(value);
  }

  /** The fewest digits that are read as this finite number; Java before 19 has more for some. */
  public static BigDecimal shortest(double value) {
    BigDecimal shortest = new BigDecimal(Double.toString(value));
    BigDecimal shorter = shortest;
    while (shorter.doubleValue() == value && shorter.precision() > 1) {
      shortest = shorter;
      shorter = new BigDecimal(value).round(new MathContext(shortest.precision() - 1));
    }
    return shorter.doubleValue() == value ? shorter : shortest;
  }

  /** {@link #shortest(double)} of a REAL. */
  public static BigDecimal shortest(float value) {
    BigDecimal shortest = new BigDecimal(Float.toString(value));
    BigDecimal shorter = shortest;
    while (shorter.floatValue() == value && shorter.precision() > 1) {
      shortest = shorter;
      shorter = new BigDecimal(value).round(new MathContext(shortest.precision() - 1));
    }
    return shorter.floatValue() == value ? shorter : shortest;
  }

  /** All digits of a DECIMAL, with the zeros that its scale has. */
  public static String of(BigDecimal value) {
    return value.toPlainString();
  }

  private static String of(BigDecimal exact, double value, int digits) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal shortest = exact.stripTrailingZeros();
    int power = shortest.precision() - shortest.scale() - 1;
    if (power >= SMALLEST_POWER && power < digits) {
      return shortest.toPlainString();
    }
    StringBuilder text = new StringBuilder(shortest.unscaledValue().toString());
    int first = value < 0 ? 2 : 1;
    if (text.length() > first) {
      text.insert(first, '.');
    }
    text.append('e').append(power < 0 ? '-' : '+');
    return (Math.abs(power) < 10 ? text.append('0') : text).append(Math.abs(power)).toString();
  }
}
