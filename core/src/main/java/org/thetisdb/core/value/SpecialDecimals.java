package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/**
 * The decimals that SQL writes as {@code NaN}, {@code Infinity} and {@code -Infinity}. Each is a
 * {@link BigDecimal} of a scale that no number has, and so far from zero that {@code compareTo}
 * orders them as SQL does: infinity above all numbers, NaN above infinity. So they are stored,
 * sent, compared and sorted as all others; what calculates has to ask for them, which costs a look
 * at the scale. Stateless.
 */
public final class SpecialDecimals {
  private static final int SCALE = -30_000;

  /** Above all numbers. */
  public static final BigDecimal INFINITY = BigDecimal.valueOf(1, SCALE);

  /** Below all numbers. */
  public static final BigDecimal MINUS_INFINITY = BigDecimal.valueOf(-1, SCALE);

  /** No number; equal to itself. */
  public static final BigDecimal NAN = BigDecimal.valueOf(2, SCALE);

  private SpecialDecimals() {}

  /** Whether it is a number. */
  public static boolean isFinite(BigDecimal value) {
    return value.scale() != SCALE;
  }

  /** Whether both are numbers. */
  public static boolean areFinite(BigDecimal one, BigDecimal other) {
    return one.scale() != SCALE && other.scale() != SCALE;
  }

  /** Whether it is NaN. */
  public static boolean isNaN(BigDecimal value) {
    return value.scale() == SCALE && value.compareTo(NAN) == 0;
  }

  /** Whether it is one of the three, and not merely of their scale. */
  static boolean isOne(BigDecimal value) {
    return value.scale() == SCALE
        && (value.compareTo(NAN) == 0 || value.unscaledValue().abs().equals(BigInteger.ONE));
  }

  /** Infinity with the sign of a number that is not 0. */
  public static BigDecimal infinity(int sign) {
    return sign < 0 ? MINUS_INFINITY : INFINITY;
  }

  /** How one of the three is written. */
  public static String text(BigDecimal special) {
    return Double.toString(toDouble(special));
  }

  /** A number of any class as a double, NaN and infinity as such. */
  public static double toDouble(Number value) {
    return value instanceof BigDecimal decimal && isNaN(decimal) ? Double.NaN : value.doubleValue();
  }

  /** One of the three for a double that is no number. */
  public static BigDecimal of(double special) {
    return Double.isNaN(special) ? NAN : infinity(special < 0 ? -1 : 1);
  }

  /** Which of the three a text names, in any spelling of SQL; null for any other text. */
  public static BigDecimal read(String text) {
    String word = text.strip();
    if (word.length() > "+infinity".length()) {
      return null;
    }
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "nan" -> NAN;
      case "inf", "+inf", "infinity", "+infinity" -> INFINITY;
      case "-inf", "-infinity" -> MINUS_INFINITY;
      default -> null;
    };
  }
}
