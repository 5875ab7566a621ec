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

  /** Most characters of a number that is read: to read one takes the square of its length. */
  public static final int MAX_CHARACTERS = 10_000;

  private static final int MAX_UNSCALED_BYTES = 128;
  private static final int SCALE_BYTES = 2;

  /** Digits that fit eight bytes whatever they are. */
  private static final int LONG_DIGITS = 18;

  /** With a scale of up to this, no value of eight bytes is too large or too small. */
  private static final int USUAL_SCALE = MAX_EXPONENT - LONG_DIGITS - 1;

  private Decimals() {}

  /** Power of ten just above the first digit: 3 for 123, 0 for 0.5. */
  public static int exponent(BigDecimal value) {
    return value.precision() - value.scale();
  }

  /** Whether the value lies inside the limits, or is one of {@link SpecialDecimals}. */
  public static boolean isStorable(BigDecimal value) {
    long exponent = (long) value.precision() - value.scale();
    return (value.precision() <= MAX_DIGITS && Math.abs(exponent) <= MAX_EXPONENT)
        || SpecialDecimals.isOne(value);
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
    if (value.precision() <= LONG_DIGITS && Math.abs(value.scale()) <= USUAL_SCALE) {
      // Of scale 0, so that its long is its unscaled value.
      return encode(value.scaleByPowerOfTen(value.scale()).longValue(), value.scale());
    }
    byte[] unscaled = require(value).unscaledValue().toByteArray();
    byte[] encoded = new byte[SCALE_BYTES + unscaled.length];
    BigEndian.putShort(encoded, 0, value.scale());
    System.arraycopy(unscaled, 0, encoded, SCALE_BYTES, unscaled.length);
    return encoded;
  }

  private static byte[] encode(long unscaled, int scale) {
    int bytes = Long.BYTES - (Long.numberOfLeadingZeros(unscaled ^ unscaled >> 63) - 1) / Byte.SIZE;
    byte[] encoded = new byte[SCALE_BYTES + bytes];
    BigEndian.putShort(encoded, 0, scale);
    long rest = unscaled;
    for (int at = encoded.length - 1; at >= SCALE_BYTES; at--) {
      encoded[at] = (byte) rest;
      rest >>= Byte.SIZE;
    }
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
    if (unscaledBytes <= Long.BYTES && Math.abs(scale) <= USUAL_SCALE) {
      return decodeLong(bytes, offset + SCALE_BYTES, unscaledBytes, scale);
    }
    BigDecimal value =
        new BigDecimal(new BigInteger(bytes, offset + SCALE_BYTES, unscaledBytes), scale);
    if (!isStorable(value) || !isShortest(bytes, offset + SCALE_BYTES, unscaledBytes)) {
      throw new CodecException("a decimal out of range or not in its shortest form");
    }
    return value;
  }

  private static BigDecimal decodeLong(byte[] bytes, int offset, int length, int scale) {
    long unscaled = bytes[offset];
    for (int at = offset + 1; at < offset + length; at++) {
      unscaled = unscaled << Byte.SIZE | (bytes[at] & 0xff);
    }
    if (!isShortest(bytes, offset, length)) {
      throw new CodecException("a decimal that is not in its shortest form");
    }
    return BigDecimal.valueOf(unscaled, scale);
  }

  private static boolean isShortest(byte[] bytes, int offset, int length) {
    return length == 1 || bytes[offset] != bytes[offset + 1] >> 7;
  }
}
