package org.thetisdb.core.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.Timestamps;
import org.thetisdb.core.value.Utf8;

/** Appends one key column in the order-preserving form that {@link KeyCodec} describes. */
final class KeyWriter {
  static final int ESCAPED_ZERO = 0xff;
  static final int NEGATIVE = 0x40;
  static final int ZERO = 0x80;
  static final int POSITIVE = 0xc0;
  static final int EXPONENT_BIAS = 0x8000;

  private KeyWriter() {}

  /** {@code value} is of the type's class. */
  static void write(ColumnType type, Object value, ByteWriter target) {
    switch (type) {
      case BOOLEAN -> target.putBoolean((Boolean) value);
      case INT -> target.putInt((Integer) value ^ Integer.MIN_VALUE);
      case LONG -> target.putLong((Long) value ^ Long.MIN_VALUE);
      case DOUBLE -> target.putLong(sortable((Double) value));
      case TIMESTAMP -> target.putLong(Timestamps.toMicros((Instant) value) ^ Long.MIN_VALUE);
      case UUID -> writeUuid((UUID) value, target);
      case STRING -> writeEscaped(Utf8.encode((String) value), target);
      case BYTES -> writeEscaped((byte[]) value, target);
      case DECIMAL -> writeDecimal((BigDecimal) value, target);
    }
  }

  /** Bits whose unsigned order is that of {@link Double#compare}. */
  static long sortable(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ (bits >> 63 | Long.MIN_VALUE);
  }

  private static void writeUuid(UUID uuid, ByteWriter target) {
    target.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
  }

  private static void writeEscaped(byte[] bytes, ByteWriter target) {
    for (byte next : bytes) {
      target.putByte(next);
      if (next == 0) {
        target.putByte(ESCAPED_ZERO);
      }
    }
    target.putShort(0);
  }

  private static void writeDecimal(BigDecimal value, ByteWriter target) {
    int sign = Decimals.require(value).signum();
    if (sign == 0) {
      target.putByte(ZERO);
      return;
    }
    BigDecimal shortest = value.stripTrailingZeros();
    int flip = sign < 0 ? 0xff : 0;
    target.putByte(sign < 0 ? NEGATIVE : POSITIVE);
    int exponent = Decimals.exponent(shortest) + EXPONENT_BIAS;
    target.putByte(exponent >>> 8 ^ flip).putByte(exponent ^ flip);
    writeDigits(shortest.unscaledValue().abs().toString(), flip, target);
  }

  /** Two digits a byte, each pair plus one, then a zero byte. */
  private static void writeDigits(String digits, int flip, ByteWriter target) {
    for (int i = 0; i < digits.length(); i += 2) {
      int low = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      int pair = (digits.charAt(i) - '0') * 10 + low;
      target.putByte(pair + 1 ^ flip);
    }
    target.putByte(flip);
  }
}
