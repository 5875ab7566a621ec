package org.thetisdb.sql.function.number;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Whole numbers that must not leave the range of their type. Generated code calls it; null comes
 * not in. Stateless.
 *
 * <p>{@code Math.addExact} and the like would not do: where they fail often, the JVM throws one and
 * the same exception without a message, as it does for a division by zero.
 */
@Deterministic
public final class WholeArithmetic {
  private WholeArithmetic() {}

  /** ABS of a TINYINT; throws NUMBER_OUT_OF_RANGE for the least. */
  public static byte abs(byte number) {
    return (byte) checked(number, Byte.MIN_VALUE);
  }

  /** ABS of a SMALLINT; throws NUMBER_OUT_OF_RANGE for the least. */
  public static short abs(short number) {
    return (short) checked(number, Short.MIN_VALUE);
  }

  /** ABS of an INTEGER; throws NUMBER_OUT_OF_RANGE for the least. */
  public static int abs(int number) {
    return (int) checked(number, Integer.MIN_VALUE);
  }

  /** ABS of a BIGINT; throws NUMBER_OUT_OF_RANGE for the least. */
  public static long abs(long number) {
    return checked(number, Long.MIN_VALUE);
  }

  /** a + b of INTEGER; throws NUMBER_OUT_OF_RANGE. */
  public static int checkedPlus(int a, int b) {
    return integer((long) a + b);
  }

  /** a + b of BIGINT; throws NUMBER_OUT_OF_RANGE. */
  public static long checkedPlus(long a, long b) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw outOfRange("a BIGINT");
    }
    return sum;
  }

  /** a - b of INTEGER; throws NUMBER_OUT_OF_RANGE. */
  public static int checkedMinus(int a, int b) {
    return integer((long) a - b);
  }

  /** a - b of BIGINT; throws NUMBER_OUT_OF_RANGE. */
  public static long checkedMinus(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      throw outOfRange("a BIGINT");
    }
    return difference;
  }

  /** a * b of INTEGER; throws NUMBER_OUT_OF_RANGE. */
  public static int checkedMultiply(int a, int b) {
    return integer((long) a * b);
  }

  /** a * b of BIGINT; throws NUMBER_OUT_OF_RANGE. */
  public static long checkedMultiply(long a, long b) {
    long product = a * b;
    if (Math.multiplyHigh(a, b) != product >> (Long.SIZE - 1)) {
      throw outOfRange("a BIGINT");
    }
    return product;
  }

  /** -a of INTEGER; throws NUMBER_OUT_OF_RANGE for the least. */
  public static int checkedUnaryMinus(int a) {
    return integer(-(long) a);
  }

  /** -a of BIGINT; throws NUMBER_OUT_OF_RANGE for the least. */
  public static long checkedUnaryMinus(long a) {
    if (a == Long.MIN_VALUE) {
      throw outOfRange("a BIGINT");
    }
    return -a;
  }

  private static int integer(long value) {
    if (value != (int) value) {
      throw outOfRange("an INTEGER");
    }
    return (int) value;
  }

  private static ThetisException outOfRange(String type) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE, "A calculated number does not fit in " + type + ".");
  }

  private static long checked(long number, long least) {
    if (number == least) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "ABS(%d) is out of range for its type.".formatted(number));
    }
    return Math.abs(number);
  }
}
