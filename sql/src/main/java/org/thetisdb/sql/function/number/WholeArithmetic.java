package org.thetisdb.sql.function.number;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * ABS of whole numbers, whose least one has no counterpart above zero. Generated code calls it;
 * null comes not in. Stateless.
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

  private static long checked(long number, long least) {
    if (number == least) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "ABS(%d) is out of range for its type.".formatted(number));
    }
    return Math.abs(number);
  }
}
