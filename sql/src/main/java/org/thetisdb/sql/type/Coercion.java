package org.thetisdb.sql.type;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.NumberText;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.core.value.TimeTexts;
import org.thetisdb.sql.json.Json;

/**
 * Brings values into the class and the bounds of a type, as an assignment does: numbers into
 * numbers, texts into anything that they can be read as, anything into text. Nothing is lost
 * silently but digits behind the point. Stateless.
 */
public final class Coercion {
  private static final Pattern WHOLE_TEXT = Pattern.compile("[+-]?\\d+");

  private static final MathContext DOUBLE_DIGITS = new MathContext(15, RoundingMode.HALF_EVEN);
  private static final MathContext REAL_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

  private Coercion() {}

  /**
   * The value as the type has it.
   *
   * @param value of any class that values are of; null stays null
   * @param what names the target in errors, such as {@code column "id"}
   * @throws ThetisException with SQLState 22003, 22001, 22007, 22008, 22P02 or 42804
   */
  public static Object coerce(SqlType type, Object value, String what) {
    if (value == null) {
      return null;
    }
    if (value instanceof LargeValue large) {
      return large(type, large, what);
    }
    return switch (type.name()) {
      case BOOLEAN -> bool(type, value, what);
      case TINYINT -> (int) whole(type, value, what, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SMALLINT -> (int) whole(type, value, what, Short.MIN_VALUE, Short.MAX_VALUE);
      case INTEGER -> (int) whole(type, value, what, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BIGINT -> whole(type, value, what, Long.MIN_VALUE, Long.MAX_VALUE);
      case REAL -> (double) real(type, value, what);
      case DOUBLE -> floating(type, value, what);
      case DECIMAL -> decimal(type, value, what);
      case CHAR, VARCHAR -> text(type, value, what);
      case BINARY, VARBINARY -> bytes(type, value, what);
      case DATE -> date(type, value, what);
      case TIME -> time(type, value, what);
      case TIMESTAMP -> timestamp(type, value, what);
      case TIMESTAMPTZ -> instant(type, value, what);
      case UUID -> uuid(type, value, what);
      case JSONB -> json(type, value, what);
      case INTERVAL -> Intervals.coerce(type, value, what);
      case ARRAY -> Arrays.coerce(type, value, what);
    };
  }

  private static Boolean bool(SqlType type, Object value, String what) {
    if (value instanceof Boolean bool) {
      return bool;
    }
    if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    return switch (textOf(type, value, what).trim().toLowerCase(Locale.ROOT)) {
      case "true", "tru", "tr", "t", "1", "yes", "ye", "y", "on" -> true;
      case "false", "fals", "fal", "fa", "f", "0", "no", "n", "off", "of" -> false;
      default -> throw unreadable(type, value, what);
    };
  }

  private static long whole(SqlType type, Object value, String what, long min, long max) {
    long whole;
    if (value instanceof Long || value instanceof Integer) {
      whole = ((Number) value).longValue();
    } else if (value instanceof String text && !WHOLE_TEXT.matcher(text.trim()).matches()) {
      throw unreadable(type, value, what);
    } else {
      whole = rounded(type, value, what);
    }
    if (whole < min || whole > max) {
      throw outOfRange(type, value, what);
    }
    return whole;
  }

  private static long rounded(SqlType type, Object value, String what) {
    if (value instanceof BigDecimal decimal && !SpecialDecimals.isFinite(decimal)) {
      throw notWhole(decimal, type);
    }
    boolean floating = value instanceof Double || value instanceof Float;
    RoundingMode mode = floating ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
    BigDecimal rounded = number(type, value, what).setScale(0, mode);
    if (rounded.precision() > 20 || rounded.toBigInteger().bitLength() > 63) {
      throw outOfRange(type, value, what);
    }
    return rounded.longValue();
  }

  private static BigDecimal number(SqlType type, Object value, String what) {
    if (value instanceof BigDecimal decimal) {
      return requireStorable(type, decimal, what);
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      if (!Double.isFinite(number)) {
        throw outOfRange(type, value, what);
      }
      return value instanceof Float ? new BigDecimal(value.toString()) : BigDecimal.valueOf(number);
    }
    if (value instanceof Number number) {
      return BigDecimal.valueOf(number.longValue());
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    String text = textOf(type, value, what).trim();
    if (text.length() > Decimals.MAX_CHARACTERS) {
      throw outOfRange(type, "number of too many digits", what);
    }
    try {
      return requireStorable(type, new BigDecimal(text), what);
    } catch (NumberFormatException e) {
      throw unreadable(type, value, what).causedBy(e);
    }
  }

  /** Refuses exponents that would make gigabytes of digits. */
  private static BigDecimal requireStorable(SqlType type, BigDecimal value, String what) {
    if (!Decimals.isStorable(value)) {
      throw outOfRange(type, "number of too many digits", what);
    }
    return value;
  }

  private static float real(SqlType type, Object value, String what) {
    double wide = floating(type, value, what);
    float narrow = (float) wide;
    if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
      throw outOfRange(type, value, what);
    }
    return narrow;
  }

  /** Zero has one sign, so that equal numbers are equal keys. */
  private static double floating(SqlType type, Object value, String what) {
    if (value instanceof Double || value instanceof Float) {
      return ((Number) value).doubleValue() + 0.0;
    }
    BigDecimal special = special(value);
    if (special != null) {
      return SpecialDecimals.toDouble(special);
    }
    double number = number(type, value, what).doubleValue();
    if (Double.isInfinite(number)) {
      throw outOfRange(type, value, what);
    }
    return number + 0.0;
  }

  /** NaN or infinity, of a number or in any spelling that PostgreSQL reads; null for a number. */
  private static BigDecimal special(Object value) {
    if (value instanceof BigDecimal decimal) {
      return SpecialDecimals.isFinite(decimal) ? null : decimal;
    }
    if (value instanceof Double || value instanceof Float) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number) ? null : SpecialDecimals.of(number);
    }
    return value instanceof String text ? SpecialDecimals.read(text) : null;
  }

  /** No whole number is NaN or infinite; the SQLState is that of PostgreSQL. */
  public static ThetisException notWhole(BigDecimal special, SqlType type) {
    return ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "%s cannot be converted to %s.".formatted(SpecialDecimals.text(special), type));
  }

  private static BigDecimal decimal(SqlType type, Object value, String what) {
    BigDecimal special = special(value);
    if (special != null) {
      if (type.precision() != 0 && !SpecialDecimals.isNaN(special)) {
        throw outOfRange(type, special, what);
      }
      return special;
    }
    BigDecimal number = exact(value, number(type, value, what));
    if (type.precision() == 0) {
      return number.scale() < 0 ? number.setScale(0) : number;
    }
    BigDecimal scaled = number.setScale(type.scale(), RoundingMode.HALF_UP);
    if (scaled.precision() > type.precision() && scaled.signum() != 0) {
      throw outOfRange(type, value, what);
    }
    return scaled;
  }

  /** Of a floating number the digits that it has for sure, as PostgreSQL takes them. */
  private static BigDecimal exact(Object value, BigDecimal number) {
    if (!(value instanceof Double) && !(value instanceof Float)) {
      return number;
    }
    BigDecimal sure = number.round(value instanceof Double ? DOUBLE_DIGITS : REAL_DIGITS);
    return sure.signum() == 0 ? BigDecimal.ZERO : sure.stripTrailingZeros();
  }

  /** A value beside the row stays there. */
  private static LargeValue large(SqlType type, LargeValue value, String what) {
    if (!LargeTypes.mayHold(type) || value.text() != (type.name() == SqlTypeName.VARCHAR)) {
      throw LargeTypes.misplaced(
          Character.toUpperCase(what.charAt(0)) + what.substring(1) + " of type " + type, value);
    }
    int length = value.text() ? value.codePoints() : value.bytes();
    if (type.precision() != 0 && length > type.precision()) {
      throw ThetisException.withMessage(
          ErrorCode.STRING_TOO_LONG,
          "%d %s are too many for %s of type %s."
              .formatted(length, value.text() ? "characters" : "bytes", what, type));
    }
    return value;
  }

  private static String text(SqlType type, Object value, String what) {
    String text = value instanceof String string ? string : toText(type, value, what);
    if (type.name() == SqlTypeName.CHAR) {
      text = withoutBlanks(text);
    }
    int bound = type.precision();
    if (bound == 0 || text.length() <= bound || text.codePointCount(0, text.length()) <= bound) {
      return text;
    }
    int end = text.offsetByCodePoints(0, bound);
    if (withoutBlanks(text.substring(end)).isEmpty()) {
      return text.substring(0, end);
    }
    throw ThetisException.withMessage(
        ErrorCode.STRING_TOO_LONG,
        "The text of %d characters is too long for %s of type %s."
            .formatted(text.codePointCount(0, text.length()), what, type));
  }

  /** Without the blanks at its end; no other white space counts for one. */
  private static String withoutBlanks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  private static String toText(SqlType type, Object value, String what) {
    if (value instanceof byte[] bytes) {
      return ByteText.of(bytes);
    }
    if (value instanceof LocalTime time) {
      return TimeTexts.of(time);
    }
    if (value instanceof LocalDate date) {
      return TimeTexts.of(date);
    }
    if (value instanceof List<?> list) {
      return ArrayText.of(list);
    }
    if (value instanceof BigDecimal decimal) {
      return NumberText.of(decimal);
    }
    if (value instanceof Double number) {
      return NumberText.of(number);
    }
    if (value instanceof Float number) {
      return NumberText.of(number);
    }
    if (value instanceof Instant instant) {
      return ZonedText.of(instant);
    }
    return value instanceof LocalDateTime || value instanceof OffsetDateTime
        ? TimeTexts.of(timestamp(type, value, what))
        : value.toString();
  }

  private static byte[] bytes(SqlType type, Object value, String what) {
    byte[] bytes;
    if (value instanceof byte[] given) {
      bytes = given;
    } else if (value instanceof UUID uuid) {
      bytes = HexFormat.of().parseHex(uuid.toString().replace("-", ""));
    } else if (value instanceof String text) {
      bytes = ByteText.read(text);
      if (bytes == null) {
        throw unreadable(type, value, what);
      }
    } else {
      throw mismatch(type, value, what);
    }
    if (type.precision() != 0 && bytes.length > type.precision()) {
      throw ThetisException.withMessage(
          ErrorCode.STRING_TOO_LONG,
          "%d bytes are too many for %s of type %s.".formatted(bytes.length, what, type));
    }
    return bytes;
  }

  private static LocalDate date(SqlType type, Object value, String what) {
    if (value instanceof LocalDate date) {
      return date;
    }
    LocalDateTime clock = timestamp(type, value, what);
    int infinite = InfiniteTimes.sign(clock);
    return infinite == 0 ? clock.toLocalDate() : InfiniteTimes.date(infinite);
  }

  private static LocalTime time(SqlType type, Object value, String what) {
    LocalTime time;
    if (value instanceof LocalTime given) {
      time = given;
    } else if (value instanceof LocalDateTime
        || value instanceof OffsetDateTime
        || value instanceof Instant) {
      time = finite(type, timestamp(type, value, what), what).toLocalTime();
    } else {
      time = readTime(type, textOf(type, value, what), what);
    }
    return ClockRounding.time(type, time);
  }

  /** A clock without a zone shows UTC. */
  private static Instant instant(SqlType type, Object value, String what) {
    if (value instanceof Instant instant) {
      return ClockRounding.instant(type, instant);
    }
    if (value instanceof OffsetDateTime time) {
      return ClockRounding.instant(type, time.toInstant());
    }
    if (value instanceof String text) {
      try {
        return ClockRounding.instant(
            type, ZonedText.instant(text).orElseThrow(() -> badDatetime(type, value, what)));
      } catch (DateTimeException e) {
        throw noSuchDay(type, value, what).causedBy(e);
      }
    }
    return ClockRounding.instant(type, timestamp(type, value, what).toInstant(ZoneOffset.UTC));
  }

  private static LocalDateTime timestamp(SqlType type, Object value, String what) {
    if (value instanceof LocalDateTime dateTime) {
      return ClockRounding.dateTime(type, dateTime);
    }
    if (value instanceof LocalDate date) {
      int infinite = InfiniteTimes.sign(date);
      return infinite == 0 ? date.atStartOfDay() : InfiniteTimes.clock(infinite);
    }
    if (value instanceof OffsetDateTime time) {
      return ClockRounding.dateTime(type, time.toLocalDateTime());
    }
    if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    try {
      LocalDateTime read = DateText.timestamp(textOf(type, value, what));
      if (read == null) {
        throw badDatetime(type, value, what);
      }
      return ClockRounding.dateTime(type, read);
    } catch (DateTimeException e) {
      throw noSuchDay(type, value, what).causedBy(e);
    }
  }

  private static LocalTime readTime(SqlType type, String text, String what) {
    try {
      LocalTime time = DateText.time(text);
      LocalDateTime moment = time == null ? DateText.timestamp(text) : null;
      if (time == null && moment == null) {
        throw badDatetime(type, text, what);
      }
      return time == null ? finite(type, moment, what).toLocalTime() : time;
    } catch (DateTimeException e) {
      throw noSuchDay(type, text, what).causedBy(e);
    }
  }

  private static UUID uuid(SqlType type, Object value, String what) {
    if (value instanceof UUID uuid) {
      return uuid;
    }
    UUID read = UuidText.read(textOf(type, value, what));
    if (read == null) {
      throw unreadable(type, value, what);
    }
    return read;
  }

  private static String json(SqlType type, Object value, String what) {
    return Json.parse(textOf(type, value, what)).text();
  }

  private static String textOf(SqlType type, Object value, String what) {
    if (value instanceof String text) {
      return text;
    }
    throw mismatch(type, value, what);
  }

  static ThetisException mismatch(SqlType type, Object value, String what) {
    return ThetisException.withMessage(
        ErrorCode.SQL_TYPE_MISMATCH,
        "A value of class %s cannot be put into %s of type %s."
            .formatted(value.getClass().getSimpleName(), what, type));
  }

  private static ThetisException unreadable(SqlType type, Object value, String what) {
    return ThetisException.withMessage(
        ErrorCode.BAD_VALUE, "%s is no %s, for %s.".formatted(shown(value), type, what));
  }

  static ThetisException badDatetime(SqlType type, Object value, String what) {
    return ThetisException.withMessage(
        ErrorCode.BAD_DATETIME, "%s is no %s, for %s.".formatted(shown(value), type, what));
  }

  /** Infinity is no time of a day. */
  private static LocalDateTime finite(SqlType type, LocalDateTime clock, String what) {
    int infinite = InfiniteTimes.sign(clock);
    if (infinite != 0) {
      throw badDatetime(type, InfiniteTimes.text(infinite), what);
    }
    return clock;
  }

  private static ThetisException noSuchDay(SqlType type, Object value, String what) {
    return ThetisException.withMessage(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "%s is no %s, for %s: there is no such day or time.".formatted(shown(value), type, what));
  }

  /** What a number says that is too large for a type. */
  public static ThetisException outOfRange(SqlType type, Object value, String what) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE,
        "%s is out of range for %s of type %s.".formatted(shown(value), what, type));
  }

  static String shown(Object value) {
    String text = value instanceof BigDecimal decimal ? NumberText.of(decimal) : value.toString();
    String cut = text.length() > 40 ? text.substring(0, 40) + "…" : text;
    return value instanceof String ? '"' + cut + '"' : cut;
  }
}
