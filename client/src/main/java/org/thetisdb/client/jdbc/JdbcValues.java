package org.thetisdb.client.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.client.jdbc.large.MemoryBlob;
import org.thetisdb.client.jdbc.large.MemoryClob;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.value.Numbers;
import org.thetisdb.client.jdbc.value.Temporals;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.core.value.NumberText;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.core.value.TimeTexts;

/** Values as they came over the wire, in the classes that an application asks for. Stateless. */
final class JdbcValues {
  /** Makes one class of another; never gets null. */
  @FunctionalInterface
  private interface Conversion {
    Object of(Object value) throws SQLException;
  }

  private static final Map<Class<?>, Conversion> BY_CLASS = new HashMap<>();

  static {
    BY_CLASS.put(String.class, JdbcValues::toText);
    BY_CLASS.put(Boolean.class, Numbers::toBoolean);
    BY_CLASS.put(Byte.class, JdbcValues::toByte);
    BY_CLASS.put(Short.class, JdbcValues::toShort);
    BY_CLASS.put(Integer.class, JdbcValues::toInt);
    BY_CLASS.put(Long.class, JdbcValues::toLong);
    BY_CLASS.put(Float.class, Numbers::toFloat);
    BY_CLASS.put(Double.class, v -> Numbers.toDouble(v, "a double"));
    BY_CLASS.put(BigDecimal.class, v -> Numbers.toDecimal(v, "a decimal"));
    BY_CLASS.put(BigInteger.class, Numbers::toBigInteger);
    BY_CLASS.put(byte[].class, JdbcValues::toBytes);
    BY_CLASS.put(UUID.class, JdbcValues::toUuid);
    BY_CLASS.put(java.sql.Date.class, v -> Temporals.toDate(v, null));
    BY_CLASS.put(java.sql.Time.class, v -> Temporals.toTime(v, null));
    BY_CLASS.put(java.sql.Timestamp.class, v -> Temporals.toTimestamp(v, null));
    BY_CLASS.put(java.util.Date.class, v -> Temporals.toTimestamp(v, null));
    BY_CLASS.put(LocalDate.class, Temporals::toLocalDate);
    BY_CLASS.put(LocalTime.class, Temporals::toLocalTime);
    BY_CLASS.put(LocalDateTime.class, v -> Temporals.toLocalDateTime(v, null, "a timestamp"));
    BY_CLASS.put(Instant.class, v -> Temporals.toZoned(v, null, "a timestamp").toInstant());
    BY_CLASS.put(ZonedDateTime.class, v -> Temporals.toZoned(v, null, "a timestamp"));
    BY_CLASS.put(
        OffsetDateTime.class, v -> Temporals.toZoned(v, null, "a timestamp").toOffsetDateTime());
    BY_CLASS.put(ThetisInterval.class, v -> toInterval(v, "an interval"));
    BY_CLASS.put(Duration.class, JdbcValues::toDuration);
    BY_CLASS.put(Period.class, JdbcValues::toPeriod);
    BY_CLASS.put(Blob.class, v -> new MemoryBlob(toBytes(v)));
    BY_CLASS.put(Clob.class, v -> new MemoryClob(toText(v)));
    BY_CLASS.put(NClob.class, v -> new MemoryClob(toText(v)));
    BY_CLASS.put(InputStream.class, v -> new ByteArrayInputStream(toBytes(v)));
    BY_CLASS.put(Reader.class, v -> new StringReader(toText(v)));
  }

  private JdbcValues() {}

  /** The value in a class; null stays null. */
  static <T> T to(Class<T> type, Object value) throws SQLException {
    if (type == null) {
      throw SqlErrors.badArgument("The class to convert to is null.");
    }
    if (value == null || type == Object.class) {
      return type.cast(value);
    }
    Conversion conversion = BY_CLASS.get(type);
    if (conversion == null && type.isArray() && value instanceof List<?> elements) {
      return type.cast(ThetisArray.toJavaArray(type.getComponentType(), elements));
    }
    if (conversion == null) {
      if (type.isInstance(value)) {
        return type.cast(value);
      }
      throw SqlErrors.cannotConvert(value, type.getName());
    }
    return type.cast(conversion.of(value));
  }

  /** What getObject gives for a column of this type; of a decimal that is no number a double. */
  static Object toObject(JdbcType type, Object value) throws SQLException {
    if (value instanceof BigDecimal decimal && !SpecialDecimals.isFinite(decimal)) {
      return SpecialDecimals.toDouble(decimal);
    }
    return value == null || type == JdbcType.UNKNOWN ? value : to(type.javaClass(), value);
  }

  static byte toByte(Object value) throws SQLException {
    return (byte) Numbers.toLong(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "a byte");
  }

  static short toShort(Object value) throws SQLException {
    return (short) Numbers.toLong(value, Short.MIN_VALUE, Short.MAX_VALUE, "a short");
  }

  static int toInt(Object value) throws SQLException {
    return (int) Numbers.toLong(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
  }

  static long toLong(Object value) throws SQLException {
    return Numbers.toLong(value, Long.MIN_VALUE, Long.MAX_VALUE, "a long");
  }

  /**
   * A value as PostgreSQL writes it.
   *
   * @param type of the value, or of an array's elements: a REAL goes over the wire as a double
   */
  static String toText(JdbcType type, Object value) {
    if (type == JdbcType.REAL && value instanceof Double real) {
      return NumberText.of(real.floatValue());
    }
    return value instanceof List<?> elements ? ThetisArray.text(type, elements) : toText(value);
  }

  static String toText(Object value) {
    if (value instanceof BigDecimal decimal) {
      return NumberText.of(decimal);
    }
    if (value instanceof Double number) {
      return NumberText.of(number);
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof List<?> elements) {
      return ThetisArray.text(JdbcType.UNKNOWN, elements);
    }
    if (value instanceof LocalDateTime dateTime) {
      return TimeTexts.of(dateTime);
    }
    if (value instanceof LocalDate date) {
      return TimeTexts.of(date);
    }
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return InfiniteTimes.text(infinite);
    }
    if (value instanceof Instant instant) {
      return TimeTexts.inUtc(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }
    return value instanceof LocalTime time ? TimeTexts.of(time) : value.toString();
  }

  static byte[] toBytes(Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    throw SqlErrors.cannotConvert(value, "bytes");
  }

  private static ThetisInterval toInterval(Object value, String wanted) throws SQLException {
    try {
      if (value instanceof String text) {
        return ThetisInterval.parse(text);
      }
    } catch (IllegalArgumentException e) {
      throw SqlErrors.cannotConvert(value, wanted);
    }
    throw SqlErrors.cannotConvert(value, wanted);
  }

  private static Duration toDuration(Object value) throws SQLException {
    try {
      return toInterval(value, "a duration").toDuration();
    } catch (ArithmeticException e) {
      throw SqlErrors.cannotConvert(value, "a duration, because a month has no fixed length");
    }
  }

  private static Period toPeriod(Object value) throws SQLException {
    try {
      return toInterval(value, "a period").toPeriod();
    } catch (ArithmeticException e) {
      throw SqlErrors.cannotConvert(value, "a period, because it has a part of a day");
    }
  }

  private static UUID toUuid(Object value) throws SQLException {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    try {
      if (value instanceof String text) {
        return UUID.fromString(text.strip());
      }
    } catch (IllegalArgumentException e) {
      throw SqlErrors.cannotConvert(value, "a UUID");
    }
    throw SqlErrors.cannotConvert(value, "a UUID");
  }
}
