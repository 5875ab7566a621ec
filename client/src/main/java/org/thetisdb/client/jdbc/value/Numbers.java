package org.thetisdb.client.jdbc.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.value.SpecialDecimals;

/** Values as numbers and truth values. Parts behind the point are cut off. Stateless. */
public final class Numbers {
  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private Numbers() {}

  /** The value as a whole number between bounds; {@code target} names the type in errors. */
  public static long toLong(Object value, long min, long max, String target) throws SQLException {
    long number = value instanceof Integer i ? i : wholeOf(value, target);
    if (number < min || number > max) {
      throw SqlErrors.outOfRange(value, target);
    }
    return number;
  }

  private static long wholeOf(Object value, String target) throws SQLException {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    BigDecimal decimal = toDecimal(value, target);
    if (decimal.compareTo(MIN_LONG) < 0 || decimal.compareTo(MAX_LONG) > 0) {
      throw SqlErrors.outOfRange(value, target);
    }
    return decimal.setScale(0, RoundingMode.DOWN).longValueExact();
  }

  /** The value as a double; {@code target} is how an error names what was wanted. */
  public static double toDouble(Object value, String target) throws SQLException {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof String text) {
      return parse(text, target);
    }
    if (value instanceof BigDecimal decimal) {
      return SpecialDecimals.toDouble(decimal);
    }
    return value instanceof Boolean truth
        ? (truth ? 1 : 0)
        : toDecimal(value, target).doubleValue();
  }

  private static double parse(String text, String target) throws SQLException {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw SqlErrors.cannotConvert(text, target);
    }
  }

  /** The value as a float. */
  public static float toFloat(Object value) throws SQLException {
    double number = toDouble(value, "a float");
    float nearest = (float) number;
    if (Float.isInfinite(nearest) && !Double.isInfinite(number)) {
      throw SqlErrors.outOfRange(value, "a float");
    }
    return nearest;
  }

  /** The value as a decimal; {@code target} is how an error names what was wanted. */
  public static BigDecimal toDecimal(Object value, String target) throws SQLException {
    try {
      if (value instanceof BigDecimal decimal) {
        if (!SpecialDecimals.isFinite(decimal)) {
          throw SqlErrors.outOfRange(SpecialDecimals.text(decimal), target);
        }
        return decimal;
      }
      if (value instanceof Integer || value instanceof Long) {
        return BigDecimal.valueOf(((Number) value).longValue());
      }
      if (value instanceof Double number) {
        return BigDecimal.valueOf(number);
      }
      if (value instanceof Boolean truth) {
        return truth ? BigDecimal.ONE : BigDecimal.ZERO;
      }
      if (value instanceof String text) {
        return bounded(new BigDecimal(text.strip()), text, target);
      }
    } catch (NumberFormatException e) {
      throw SqlErrors.cannotConvert(value, target);
    }
    throw SqlErrors.cannotConvert(value, target);
  }

  /** A short text can name a number whose digits fill all memory. */
  private static BigDecimal bounded(BigDecimal decimal, String text, String target)
      throws SQLException {
    if (Math.abs((long) decimal.precision() - decimal.scale()) > 10_000
        || Math.abs((long) decimal.scale()) > 10_000) {
      throw SqlErrors.outOfRange(text, target);
    }
    return decimal;
  }

  /** The value as a whole number. */
  public static BigInteger toBigInteger(Object value) throws SQLException {
    return toDecimal(value, "a BigInteger").toBigInteger();
  }

  /** The value as a boolean. */
  public static boolean toBoolean(Object value) throws SQLException {
    if (value instanceof Boolean truth) {
      return truth;
    }
    if (value instanceof String text) {
      return parseBoolean(text);
    }
    if (value instanceof Number) {
      return toDecimal(value, "a boolean").signum() != 0;
    }
    throw SqlErrors.cannotConvert(value, "a boolean");
  }

  private static boolean parseBoolean(String text) throws SQLException {
    return switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> throw SqlErrors.cannotConvert(text, "a boolean");
    };
  }
}
