package org.thetisdb.core.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.UUID;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.Timestamps;
import org.thetisdb.core.value.Utf8;

/** Reads back what {@link KeyWriter} wrote; refuses bytes that it would not have written. */
final class KeyReader {
  private KeyReader() {}

  static Object read(ColumnType type, ByteReader source) {
    return switch (type) {
      case BOOLEAN -> source.getBoolean();
      case INT -> source.getInt() ^ Integer.MIN_VALUE;
      case LONG -> source.getLong() ^ Long.MIN_VALUE;
      case DOUBLE -> readDouble(source);
      case TIMESTAMP -> Timestamps.ofMicros(source.getLong() ^ Long.MIN_VALUE);
      case UUID -> new UUID(source.getLong(), source.getLong());
      case STRING -> readString(source);
      case BYTES -> readEscaped(source);
      case DECIMAL -> readDecimal(source);
    };
  }

  private static double readDouble(ByteReader source) {
    long sortable = source.getLong();
    long bits = sortable ^ (~sortable >> 63 | Long.MIN_VALUE);
    double value = Double.longBitsToDouble(bits);
    if (KeyWriter.sortable(value) != sortable) {
      throw new CodecException("a double that is not a number in a form of its own");
    }
    return value;
  }

  private static String readString(ByteReader source) {
    byte[] bytes = readEscaped(source);
    return Utf8.decode(bytes, 0, bytes.length);
  }

  private static byte[] readEscaped(ByteReader source) {
    ByteWriter bytes = new ByteWriter(Math.min(64, source.remaining()));
    while (true) {
      int next = source.getUnsignedByte();
      if (next == 0) {
        int escape = source.getUnsignedByte();
        if (escape == 0) {
          return bytes.toByteArray();
        }
        requireCanonical(escape == KeyWriter.ESCAPED_ZERO);
      }
      bytes.putByte(next);
    }
  }

  private static BigDecimal readDecimal(ByteReader source) {
    int sign = source.getUnsignedByte();
    if (sign == KeyWriter.ZERO) {
      return BigDecimal.ZERO;
    }
    requireCanonical(sign == KeyWriter.NEGATIVE || sign == KeyWriter.POSITIVE);
    boolean negative = sign == KeyWriter.NEGATIVE;
    int flip = negative ? 0xff : 0;
    int exponent = (source.getUnsignedShort() ^ (negative ? 0xffff : 0)) - KeyWriter.EXPONENT_BIAS;
    String digits = readDigits(source, flip);
    BigInteger unscaled = new BigInteger(negative ? "-" + digits : digits);
    BigDecimal value = new BigDecimal(unscaled, digits.length() - exponent);
    requireCanonical(Decimals.isStorable(value));
    return withoutExponent(value);
  }

  private static String readDigits(ByteReader source, int flip) {
    StringBuilder digits = new StringBuilder();
    int pair = (source.getUnsignedByte() ^ flip) - 1;
    while (pair >= 0) {
      requireCanonical(pair < 100 && digits.length() < Decimals.MAX_DIGITS);
      digits.append((char) ('0' + pair / 10)).append((char) ('0' + pair % 10));
      pair = (source.getUnsignedByte() ^ flip) - 1;
    }
    requireCanonical(digits.length() > 0 && digits.charAt(0) != '0');
    return withoutLastZero(digits);
  }

  private static String withoutLastZero(StringBuilder digits) {
    int last = digits.length() - 1;
    requireCanonical(digits.charAt(last) != '0' || digits.charAt(last - 1) != '0');
    return digits.charAt(last) == '0' ? digits.substring(0, last) : digits.toString();
  }

  /** 100 rather than 1E+2, where the digits suffice. */
  private static BigDecimal withoutExponent(BigDecimal value) {
    boolean plain = value.scale() < 0 && Decimals.exponent(value) <= Decimals.MAX_DIGITS;
    return plain ? value.setScale(0) : value;
  }

  private static void requireCanonical(boolean condition) {
    if (!condition) {
      throw new CodecException("a key that no encoder makes");
    }
  }
}
