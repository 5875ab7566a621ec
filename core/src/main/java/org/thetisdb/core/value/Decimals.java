package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.thetisdb.core.bytes.CodecException;

/**
 * Which decimals can be stored, and their exact form (value and scale): two bytes of scale, then
 * the unscaled value as two's complement. Bounded, because arithmetic on {@code 1E-2000000000}
 * takes all memory there is. Stateless.
 */
public final class Decimals {
  /** Most significant digits. */
  public static final int MAX_DIGITS = 300;

  /** Farthest that the first digit may stand from the decimal point. */
  public static final int MAX_EXPONENT = 1000;

  private static final int MAX_UNSCALED_BYTES = 128;
  private static final int SCALE_BYTES = 2;

  private Decimals() {}

  /** Power of ten just above the first digit: 3 for 123, 0 for 0.5. */
  public static int exponent(BigDecimal value) {
    return value.precision() - value.scale();
  }

  /** Whether the value lies inside the limits. */
  public static boolean isStorable(BigDecimal value) {
    long exponent = (long) value.precision() - value.scale();
    return value.precision() <= MAX_DIGITS && Math.abs(exponent) <= MAX_EXPONENT;
  }

  /**
   * Returns its argument.
   *
   * @throws IllegalArgumentException if it is not {@linkplain #isStorable storable}
   */
  public static BigDecimal require(BigDecimal value) {
    if (!isStorable(value)) {
      throw new IllegalArgumentException(
          "a decimal with %d digits and scale %d; at most %d digits within %d places of the point"
              .formatted(value.precision(), value.scale(), MAX_DIGITS, MAX_EXPONENT));
    }
    return value;
  }

  /** The exact form; decoding it gives an equal value of the same scale. */
  public static byte[] encode(BigDecimal value) {
    byte[] unscaled = require(value).unscaledValue().toByteArray();
    byte[] encoded = new byte[SCALE_BYTES + unscaled.length];
    BigEndian.putShort(encoded, 0, value.scale());
    System.arraycopy(unscaled, 0, encoded, SCALE_BYTES, unscaled.length);
    return encoded;
  }

  /**
   * Decodes {@code length} bytes from {@code offset}, which must lie inside the array.
   *
   * @throws CodecException if they are not what {@link #encode} makes
   */
  public static BigDecimal decode(byte[] bytes, int offset, int length) {
    int unscaledBytes = length - SCALE_BYTES;
    if (unscaledBytes < 1 || unscaledBytes > MAX_UNSCALED_BYTES) {
      throw new CodecException("a decimal of " + length + " bytes");
    }
    int scale = (short) BigEndian.getUnsignedShort(bytes, offset);
    BigDecimal value =
        new BigDecimal(new BigInteger(bytes, offset + SCALE_BYTES, unscaledBytes), scale);
    if (!isStorable(value) || !isShortest(bytes, offset + SCALE_BYTES, unscaledBytes)) {
      throw new CodecException("a decimal out of range or not in its shortest form");
    }
    return value;
  }

  private static boolean isShortest(byte[] bytes, int offset, int length) {
    return length == 1 || bytes[offset] != bytes[offset + 1] >> 7;
  }
}
