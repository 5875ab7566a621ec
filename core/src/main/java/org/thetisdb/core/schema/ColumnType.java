package org.thetisdb.core.schema;

import java.math.BigDecimal;
import java.time.Instant;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.Timestamps;

/**
 * What a column of a procedure's table can hold, and the Java class of its values.
 *
 * <p>The code is part of the format of schemas and must not change.
 */
public enum ColumnType {
  /** {@link Boolean}. */
  BOOLEAN(1, 1, Boolean.class),
  /** {@link Integer}, 32 bits. */
  INT(2, 4, Integer.class),
  /** {@link Long}, 64 bits. */
  LONG(3, 8, Long.class),
  /** {@link Double}, 64 bits. */
  DOUBLE(4, 8, Double.class),
  /**
   * {@link BigDecimal}, exact, of up to 300 digits, the first of them within 1,000 places of the
   * point.
   */
  DECIMAL(5, 0, BigDecimal.class),
  /** {@link String} without half a surrogate pair, or a {@link LargeValue} that is a text. */
  STRING(6, 0, String.class),
  /** {@code byte[]}, or a {@link LargeValue} that is none. */
  BYTES(7, 0, byte[].class),
  /** {@link Instant} in microseconds; finer parts are cut off towards the past. */
  TIMESTAMP(8, 8, Instant.class),
  /** {@link java.util.UUID}. */
  UUID(9, 16, java.util.UUID.class);

  private static final ColumnType[] TYPES = values();

  private final int code;
  private final int widthBytes;
  private final Class<?> javaType;

  ColumnType(int code, int widthBytes, Class<?> javaType) {
    this.code = code;
    this.widthBytes = widthBytes;
    this.javaType = javaType;
  }

  /**
   * The number that stands for this type in encoded schemas.
   *
   * @hidden
   */
  public int code() {
    return code;
  }

  /**
   * Whether every value takes the same number of bytes in a row.
   *
   * @hidden
   */
  public boolean isFixedWidth() {
    return widthBytes > 0;
  }

  /**
   * The bytes that a value takes in a row; 0 where that varies.
   *
   * @hidden
   */
  public int widthBytes() {
    return widthBytes;
  }

  /** {@return the class of values, such as {@code Long.class} for LONG} */
  public Class<?> javaType() {
    return javaType;
  }

  /**
   * The type with this code.
   *
   * @hidden
   */
  public static ColumnType ofCode(int code) {
    if (code < 1 || code > TYPES.length) {
      throw new CodecException("a column type with code " + code);
    }
    return TYPES[code - 1];
  }

  /**
   * The value as this type holds it, or null if it is of another type. Whole numbers widen without
   * loss: byte and short to INT, these to LONG, DOUBLE (up to 32 bits) and DECIMAL.
   *
   * @param value any object, or null
   * @return the value; null if this type cannot hold it
   * @throws IllegalArgumentException if the value is of this type but out of range
   */
  public Object convert(Object value) {
    return switch (this) {
      case BOOLEAN, UUID -> javaType.isInstance(value) ? value : null;
      case BYTES, STRING -> javaType.isInstance(value) || isLarge(value) ? value : null;
      case INT -> isInt(value) ? (Object) ((Number) value).intValue() : null;
      case LONG -> isLong(value) ? (Object) ((Number) value).longValue() : null;
      case DOUBLE -> isDouble(value) ? (Object) ((Number) value).doubleValue() : null;
      case DECIMAL -> decimal(value);
      case TIMESTAMP -> value instanceof Instant instant ? storable(instant) : null;
    };
  }

  /** A value that lies beside the row is held as what stands for it. */
  private boolean isLarge(Object value) {
    return value instanceof LargeValue large && large.text() == (this == STRING);
  }

  private static boolean isInt(Object value) {
    return value instanceof Integer || value instanceof Short || value instanceof Byte;
  }

  private static boolean isLong(Object value) {
    return value instanceof Long || isInt(value);
  }

  private static boolean isDouble(Object value) {
    return value instanceof Double || value instanceof Float || isInt(value);
  }

  private static Object decimal(Object value) {
    if (value instanceof BigDecimal decimal) {
      return Decimals.require(decimal);
    }
    return isLong(value) ? BigDecimal.valueOf(((Number) value).longValue()) : null;
  }

  private static Object storable(Instant instant) {
    return Timestamps.ofMicros(Timestamps.toMicros(instant));
  }
}
