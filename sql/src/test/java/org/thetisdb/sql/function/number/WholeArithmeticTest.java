package org.thetisdb.sql.function.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Sums and products at the borders of their types are right or refused. */
class WholeArithmeticTest {
  private static final long[] BORDERS = {
    0,
    1,
    -1,
    2,
    -2,
    3_037_000_499L,
    3_037_000_500L,
    -3_037_000_500L,
    1L << 62,
    -(1L << 62),
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE + 1L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE + 1
  };

  private static void assertLong(BigInteger exact, LongSupplier calculated) {
    if (exact.bitLength() < Long.SIZE) {
      assertThat(calculated.getAsLong()).isEqualTo(exact.longValue());
    } else {
      assertRefused(calculated::getAsLong);
    }
  }

  private static void assertInt(BigInteger exact, IntSupplier calculated) {
    if (exact.bitLength() < Integer.SIZE) {
      assertThat(calculated.getAsInt()).isEqualTo(exact.intValue());
    } else {
      assertRefused(calculated::getAsInt);
    }
  }

  private static void assertRefused(ThrowingCallable calculated) {
    assertThatThrownBy(calculated)
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMBER_OUT_OF_RANGE));
  }

  @Test
  void bigintsAreRightOrRefused() {
    for (long a : BORDERS) {
      BigInteger one = BigInteger.valueOf(a);
      assertLong(one.negate(), () -> WholeArithmetic.checkedUnaryMinus(a));
      for (long b : BORDERS) {
        BigInteger other = BigInteger.valueOf(b);
        assertLong(one.add(other), () -> WholeArithmetic.checkedPlus(a, b));
        assertLong(one.subtract(other), () -> WholeArithmetic.checkedMinus(a, b));
        assertLong(one.multiply(other), () -> WholeArithmetic.checkedMultiply(a, b));
      }
    }
  }

  @Test
  void integersAreRightOrRefused() {
    for (long border : BORDERS) {
      int a = (int) border;
      BigInteger one = BigInteger.valueOf(a);
      assertInt(one.negate(), () -> WholeArithmetic.checkedUnaryMinus(a));
      for (long next : BORDERS) {
        int b = (int) next;
        BigInteger other = BigInteger.valueOf(b);
        assertInt(one.add(other), () -> WholeArithmetic.checkedPlus(a, b));
        assertInt(one.subtract(other), () -> WholeArithmetic.checkedMinus(a, b));
        assertInt(one.multiply(other), () -> WholeArithmetic.checkedMultiply(a, b));
      }
    }
  }
}
