package org.thetisdb.client.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAmount;
import java.util.Collection;
import java.util.UUID;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.value.Infinities;
import org.thetisdb.client.jdbc.value.Numbers;
import org.thetisdb.client.jdbc.value.Temporals;

/** Values of applications, in the classes that go over the wire. Stateless. */
final class JdbcParameters {
  /** The longest value that is sent whole. */
  private static final int MAX_STREAM = 16 << 20;

  private JdbcParameters() {}

  /** The value as it goes over the wire, by its class. */
  static Object of(Object value) throws SQLException {
    if (value instanceof LocalDate date) {
      return Infinities.sent(date);
    }
    if (value == null || isWire(value) || value instanceof StreamParameter) {
      return value;
    }
    if (value instanceof Number number) {
      return ofNumber(number);
    }
    if (value instanceof Character || value instanceof StringBuilder) {
      return value.toString();
    }
    if (value instanceof Blob blob) {
      return blob.length() > StreamParameter.MAX_INLINE_BYTES
          ? StreamParameter.of(blob.getBinaryStream(), blob.length())
          : blob.getBytes(1, (int) blob.length());
    }
    if (value instanceof Clob clob) {
      return clob.length() > StreamParameter.MAX_INLINE_BYTES
          ? StreamParameter.of(clob.getCharacterStream(), clob.length())
          : clob.getSubString(1, (int) clob.length());
    }
    if (value instanceof Array array) {
      return ThetisArray.toWire(array.getArray());
    }
    if (value.getClass().isArray() || value instanceof Collection<?>) {
      return ThetisArray.toWire(value);
    }
    if (value instanceof InputStream stream) {
      return StreamParameter.of(stream, -1);
    }
    if (value instanceof Reader reader) {
      return StreamParameter.of(reader, -1);
    }
    return value instanceof TemporalAmount amount ? ofAmount(amount) : ofTime(value);
  }

  /** An interval goes over the wire as its text. */
  private static String ofAmount(TemporalAmount amount) throws SQLException {
    try {
      if (amount instanceof Duration duration) {
        return ThetisInterval.of(duration).toString();
      }
      if (amount instanceof Period period) {
        return ThetisInterval.of(period).toString();
      }
    } catch (ArithmeticException e) {
      throw SqlErrors.of("22008", "The interval " + amount + " is out of range.");
    }
    if (amount instanceof ThetisInterval interval) {
      return interval.toString();
    }
    throw unknownClass(amount);
  }

  private static boolean isWire(Object value) {
    return value instanceof String
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Double
        || value instanceof BigDecimal
        || value instanceof Boolean
        || value instanceof byte[]
        || value instanceof LocalTime
        || (value instanceof OffsetDateTime time && Temporals.isOfHere(time))
        || value instanceof UUID;
  }

  private static Object ofNumber(Number number) throws SQLException {
    if (number instanceof Byte || number instanceof Short) {
      return number.intValue();
    }
    if (number instanceof Float real) {
      return ofFloat(real);
    }
    if (number instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    throw unknownClass(number);
  }

  /** The double that is written as the float is: 0.1f is 0.1, not 0.10000000149011612. */
  static Double ofFloat(float real) {
    return Double.valueOf(Float.toString(real));
  }

  private static Object ofTime(Object value) throws SQLException {
    OffsetDateTime infinite = value instanceof Date ? null : Infinities.sent(value);
    if (infinite != null) {
      return infinite;
    }
    if (value instanceof Timestamp timestamp) {
      return Temporals.ofTimestamp(timestamp, null);
    }
    if (value instanceof LocalDateTime dateTime) {
      return Temporals.zoned(dateTime);
    }
    if (value instanceof Date date) {
      return Temporals.ofDate(date, null);
    }
    if (value instanceof Time time) {
      return Temporals.ofTime(time, null);
    }
    if (value instanceof java.util.Date date) {
      return of(date.toInstant());
    }
    if (value instanceof Instant instant) {
      return Temporals.zoned(instant, ZoneId.systemDefault());
    }
    if (value instanceof OffsetDateTime time) {
      return of(time.toInstant());
    }
    if (value instanceof ZonedDateTime time) {
      return of(time.toInstant());
    }
    throw unknownClass(value);
  }

  private static SQLException unknownClass(Object value) {
    return SqlErrors.of(
        "22018", "A parameter cannot be a " + value.getClass().getName() + "; use a type of JDBC.");
  }

  /** The value in the class of a type of {@link Types}. */
  static Object of(Object value, int sqlType, int scale) throws SQLException {
    Object wire = of(value);
    if (wire == null) {
      return null;
    }
    if (wire instanceof StreamParameter && isLong(sqlType)) {
      return wire;
    }
    return switch (sqlType) {
      case Types.BIT, Types.BOOLEAN -> Numbers.toBoolean(wire);
      case Types.TINYINT -> (int) JdbcValues.toByte(wire);
      case Types.SMALLINT -> (int) JdbcValues.toShort(wire);
      case Types.INTEGER -> JdbcValues.toInt(wire);
      case Types.BIGINT -> JdbcValues.toLong(wire);
      case Types.REAL -> ofFloat(Numbers.toFloat(wire));
      case Types.FLOAT, Types.DOUBLE -> Numbers.toDouble(wire, "a double");
      case Types.DECIMAL, Types.NUMERIC -> ofDecimal(wire, scale);
      case Types.DATE -> Infinities.sent(Temporals.toLocalDate(wire));
      case Types.TIME -> Temporals.toLocalTime(wire);
      case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
          wire instanceof OffsetDateTime
              ? wire
              : ofTime(Temporals.toLocalDateTime(wire, null, "a timestamp"));
      default -> ofTextOrBytes(wire, sqlType);
    };
  }

  /** Whether values of a type of {@link Types} may be streams. */
  private static boolean isLong(int sqlType) {
    return switch (sqlType) {
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB,
          Types.BINARY,
          Types.VARBINARY,
          Types.LONGVARBINARY,
          Types.BLOB,
          Types.OTHER,
          Types.JAVA_OBJECT ->
          true;
      default -> false;
    };
  }

  private static Object ofDecimal(Object wire, int scale) throws SQLException {
    BigDecimal decimal = Numbers.toDecimal(wire, "a decimal");
    return scale >= 0 && decimal.scale() > scale
        ? decimal.setScale(scale, RoundingMode.HALF_UP)
        : decimal;
  }

  private static Object ofTextOrBytes(Object wire, int sqlType) throws SQLException {
    return switch (sqlType) {
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          JdbcValues.toText(wire);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          JdbcValues.toBytes(wire);
      case Types.OTHER, Types.JAVA_OBJECT, Types.NULL, Types.ARRAY -> wire;
      default ->
          throw SqlErrors.unsupported("The type of number " + sqlType + " in java.sql.Types");
    };
  }

  /** The number in {@link Types} of a type. */
  static int typeNumber(SQLType type) throws SQLException {
    if (type == null) {
      throw SqlErrors.badArgument("The type is null.");
    }
    return type.getVendorTypeNumber();
  }

  /**
   * All of a stream.
   *
   * @param length how many bytes, of which there must be as many; -1 for what there is
   */
  static byte[] read(InputStream stream, long length) throws SQLException {
    if (stream == null) {
      return null;
    }
    try {
      byte[] bytes = stream.readNBytes(bound(length));
      if (length >= 0 ? bytes.length < length : stream.read() >= 0) {
        throw wrongLength(length, bytes.length);
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** All of a reader; see {@link #read(InputStream, long)}. */
  static String read(Reader reader, long length) throws SQLException {
    if (reader == null) {
      return null;
    }
    int bound = bound(length);
    StringBuilder text = new StringBuilder();
    char[] piece = new char[8_192];
    try {
      int count = 0;
      while (text.length() < bound && count >= 0) {
        count = reader.read(piece, 0, Math.min(piece.length, bound - text.length()));
        text.append(piece, 0, Math.max(0, count));
      }
      if (length >= 0 ? text.length() < length : text.length() == bound && reader.read() >= 0) {
        throw wrongLength(length, text.length());
      }
      return text.toString();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static int bound(long length) throws SQLException {
    if (length > MAX_STREAM) {
      throw wrongLength(length, length);
    }
    return length < 0 ? MAX_STREAM : (int) length;
  }

  private static SQLException wrongLength(long stated, long found) {
    return found >= MAX_STREAM
        ? SqlErrors.of("22001", "A value has at most " + MAX_STREAM + " bytes or characters.")
        : SqlErrors.of("22026", "The stream ended after " + found + " of " + stated + ".");
  }

  static SQLException unreadable(IOException e) {
    SQLException error = SqlErrors.of("58030", "The stream cannot be read: " + e.getMessage());
    error.initCause(e);
    return error;
  }
}
