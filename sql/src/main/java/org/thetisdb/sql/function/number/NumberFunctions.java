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
 * Functions and operators of numbers as PostgreSQL has them, that Calcite does not have. Stateless.
 */
@Deterministic
public final class NumberFunctions {
  /** 33! is the last that a DECIMAL of 38 digits holds. */
  private static final int LARGEST_FACTORIAL = 33;

  private NumberFunctions() {}

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal exact ? exact : new BigDecimal(number.toString());
  }

  /**
   * DIV: the quotient without its digits behind the point.
   *
   * @throws ThetisException DIVISION_BY_ZERO
   */
  public static BigDecimal div(Number dividend, Number divisor) {
    BigDecimal by = decimal(divisor);
    BigDecimal of = decimal(dividend);
    if (!SpecialDecimals.areFinite(of, by)) {
      return SpecialArithmetic.divide(of, by);
    }
    if (by.signum() == 0) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
    return of.divideToIntegralValue(by).setScale(0, RoundingMode.DOWN);
  }

  /**
   * WIDTH_BUCKET: which of some buckets of one width an operand falls into, counted from 1; 0 below
   * and one more than there are above.
   *
   * @throws ThetisException BAD_ARGUMENT without buckets, or with bounds that are the same
   */
  public static int widthBucket(Number operand, Number low, Number high, Number count) {
    BigDecimal from = decimal(low);
    BigDecimal to = decimal(high);
    int buckets = count.intValue();
    if (buckets <= 0) {
      throw bad("WIDTH_BUCKET takes a number of buckets above 0.");
    }
    BigDecimal of = decimal(operand);
    int direction = to.compareTo(from);
    if (!SpecialDecimals.isFinite(of) || !SpecialDecimals.areFinite(from, to)) {
      return SpecialArithmetic.bucket(of, from, to, buckets);
    }
    if (direction == 0) {
      throw bad("The bounds of WIDTH_BUCKET cannot be the same.");
    }
    BigDecimal beyond = of.subtract(from);
    if (beyond.signum() * direction < 0) {
      return 0;
    }
    BigDecimal width = to.subtract(from);
    if (beyond.abs().compareTo(width.abs()) >= 0) {
      return Math.addExact(buckets, 1);
    }
    return beyond.multiply(BigDecimal.valueOf(buckets)).divideToIntegralValue(width).intValue() + 1;
  }

  /**
   * FACTORIAL.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE below 0, or for more than 38 digits
   */
  public static BigDecimal factorial(Number of) {
    long last = of.longValue();
    if (last < 0 || last > LARGEST_FACTORIAL) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE,
          "FACTORIAL takes a number from 0 to %d.".formatted(LARGEST_FACTORIAL));
    }
    BigInteger product = BigInteger.ONE;
    for (long factor = 2; factor <= last; factor++) {
      product = product.multiply(BigInteger.valueOf(factor));
    }
    return new BigDecimal(product);
  }

  /** GCD of whole numbers. */
  public static long gcd(Number one, Number other) {
    return whole(one).gcd(whole(other)).longValueExact();
  }

  /** LCM of whole numbers. */
  public static long lcm(Number one, Number other) {
    BigInteger first = whole(one);
    BigInteger second = whole(other);
    return first.signum() == 0 || second.signum() == 0
        ? 0
        : first.divide(first.gcd(second)).multiply(second).abs().longValueExact();
  }

  private static BigInteger whole(Number number) {
    return BigInteger.valueOf(number.longValue());
  }

  /** SCALE: the digits behind the point; null for NaN and infinity. */
  public static Integer scale(Number number) {
    BigDecimal exact = decimal(number);
    return SpecialDecimals.isFinite(exact) ? (Integer) Math.max(0, exact.scale()) : null;
  }

  /** MIN_SCALE: the digits behind the point that are needed; null for NaN and infinity. */
  public static Integer minScale(Number number) {
    BigDecimal exact = decimal(number);
    return SpecialDecimals.isFinite(exact) ? (Integer) neededScale(exact) : null;
  }

  private static int neededScale(BigDecimal exact) {
    return exact.signum() == 0 ? 0 : Math.max(0, exact.stripTrailingZeros().scale());
  }

  /** The same number without the zeros at its end, behind the point. */
  public static BigDecimal trimScale(Number number) {
    BigDecimal exact = decimal(number);
    return SpecialDecimals.isFinite(exact) ? exact.setScale(neededScale(exact)) : exact;
  }

  /** {@code one & other}. */
  public static Object and(Number one, Number other) {
    return sized(one, other, one.longValue() & other.longValue());
  }

  /** {@code one | other}. */
  public static Object or(Number one, Number other) {
    return sized(one, other, one.longValue() | other.longValue());
  }

  /** {@code one # other}: the exclusive OR. */
  public static Object xor(Number one, Number other) {
    return sized(one, other, one.longValue() ^ other.longValue());
  }

  /** {@code ~ number}. */
  public static Object not(Number number) {
    return sized(number, number, ~number.longValue());
  }

  /** {@code number << bits}. */
  public static Object shiftLeft(Number number, Number bits) {
    return number instanceof Long wide
        ? (Object) (wide << bits.intValue())
        : (Object) (number.intValue() << bits.intValue());
  }

  /** {@code number >> bits}, which keeps the sign. */
  public static Object shiftRight(Number number, Number bits) {
    return number instanceof Long wide
        ? (Object) (wide >> bits.intValue())
        : (Object) (number.intValue() >> bits.intValue());
  }

  /** BIGINT if one operand is, else INTEGER. */
  private static Object sized(Number one, Number other, long result) {
    return one instanceof Long || other instanceof Long ? (Object) result : (Object) (int) result;
  }

  /**
   * TO_NUMBER: the number that a text of a format shows.
   *
   * @throws ThetisException BAD_VALUE for a text without a digit
   */
  public static BigDecimal toNumber(String text, String format) {
    StringBuilder digits = new StringBuilder();
    boolean negative = false;
    boolean point = false;
    int at = 0;
    String pattern = format.toUpperCase(java.util.Locale.ROOT).replace("FM", "");
    for (int i = 0; i < pattern.length(); i++) {
      while (at < text.length() && " -+<>".indexOf(text.charAt(at)) >= 0) {
        negative |= text.charAt(at) == '-' || text.charAt(at) == '<';
        at++;
      }
      if (at == text.length()) {
        break;
      }
      char c = text.charAt(at);
      switch (pattern.charAt(i)) {
        case '9', '0' -> {
          if (Character.isDigit(c) && c < 128) {
            digits.append(c);
            at++;
          } else if (c == '.' && !point && pattern.indexOf('.', i) < 0) {
            return signed(digits, negative || text.indexOf('-', at) >= 0);
          }
        }
        case '.', 'D' -> {
          if (c == '.') {
            digits.append('.');
            point = true;
            at++;
          }
        }
        case ',', 'G' -> at += c == ',' ? 1 : 0;
        case 'L', '$' -> at += Character.isDigit(c) ? 0 : 1;
        case 'S', 'M', 'I', 'P', 'R' -> {
          // signs are taken wherever they stand
        }
        default -> at++;
      }
    }
    negative |= text.indexOf('-', at) >= 0;
    return signed(digits, negative);
  }

  private static BigDecimal signed(StringBuilder digits, boolean negative) {
    if (digits.chars().noneMatch(Character::isDigit)) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_VALUE, "A text without digits is no number for TO_NUMBER.");
    }
    if (digits.length() > Decimals.MAX_CHARACTERS) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "A number for TO_NUMBER has too many digits.");
    }
    BigDecimal number = new BigDecimal(digits.toString());
    return negative ? number.negate() : number;
  }

  private static ThetisException bad(String message) {
    return ThetisException.withMessage(ErrorCode.BAD_ARGUMENT, message);
  }
}
