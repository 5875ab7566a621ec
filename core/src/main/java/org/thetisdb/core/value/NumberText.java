package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Numbers as PostgreSQL writes them: the fewest digits that are read as the same number, and an
 * exponent for those that are very large or very small. Stateless.
 */
public final class NumberText {
  /** Powers of ten from which on an exponent is written: as many as the type keeps digits. */
  private static final int DOUBLE_DIGITS = 15;

  private static final int REAL_DIGITS = 6;
  private static final int SMALLEST_POWER = -4;

  /** So many digits tell any two numbers apart. */
  private static final int MOST_DIGITS_OF_DOUBLE = 17;

  private static final int MOST_DIGITS_OF_REAL = 9;

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

  /**
   * The fewest digits that are read as this finite number and lie nearer to it than to any other;
   * Java before 19 has more for some, and takes those in the middle between two for the even one.
   */
  public static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal written = new BigDecimal(Double.toString(value));
    return shorter(
        exact,
        isInTheMiddle(written, exact, Math.nextUp(value), Math.nextDown(value))
            ? exact.round(new MathContext(MOST_DIGITS_OF_DOUBLE))
            : written,
        digits ->
            digits.doubleValue() == value
                && !isInTheMiddle(digits, exact, Math.nextUp(value), Math.nextDown(value)));
  }

  /** {@link #shortest(double)} of a REAL. */
  public static BigDecimal shortest(float value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal written = new BigDecimal(Float.toString(value));
    return shorter(
        exact,
        isInTheMiddle(written, exact, Math.nextUp(value), Math.nextDown(value))
            ? exact.round(new MathContext(MOST_DIGITS_OF_REAL))
            : written,
        digits ->
            digits.floatValue() == value
                && !isInTheMiddle(digits, exact, Math.nextUp(value), Math.nextDown(value)));
  }

  private static BigDecimal shorter(
      BigDecimal exact, BigDecimal written, Predicate<BigDecimal> isRead) {
    BigDecimal shortest = written;
    BigDecimal shorter = written;
    while (shorter != null) {
      shortest = shorter;
      int fewer = shortest.precision() - 1;
      // below a power of two numbers lie closer, so that the nearest digits may be those of another
      shorter =
          Stream.of(RoundingMode.HALF_EVEN, RoundingMode.DOWN, RoundingMode.UP)
              .limit(fewer == 0 ? 0 : 3)
              .map(mode -> exact.round(new MathContext(fewer, mode)))
              .filter(isRead)
              .findFirst()
              .orElse(null);
    }
    return shortest;
  }

  /** Whether digits lie exactly between a number and one beside it. */
  private static boolean isInTheMiddle(
      BigDecimal digits, BigDecimal exact, double above, double below) {
    BigDecimal twice = digits.add(digits).subtract(exact);
    return (Double.isFinite(above) && twice.compareTo(new BigDecimal(above)) == 0)
        || (Double.isFinite(below) && twice.compareTo(new BigDecimal(below)) == 0);
  }

  /** All digits of a DECIMAL, with the zeros that its scale has. */
  public static String of(BigDecimal value) {
    return SpecialDecimals.isFinite(value) ? value.toPlainString() : SpecialDecimals.text(value);
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
