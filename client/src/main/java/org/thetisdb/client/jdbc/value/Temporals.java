package org.thetisdb.client.jdbc.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.value.InfiniteTimes;

/**
 * Values as dates and times. Columns of SQL hold what clock and calendar show, without a zone; so a
 * point in time is what the clock of a zone shows then: that of the calendar that was given, else
 * of this JVM. Stateless.
 */
public final class Temporals {
  /** From then on java.util.Date shows points in time as java.time does. */
  private static final int FIRST_YEAR_AS_ISO = 1901;

  private static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");
  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  private Temporals() {}

  static ZoneId zone(Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }

  /** The value as a date. */
  public static LocalDate toLocalDate(Object value) throws SQLException {
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return Infinities.date(infinite);
    }
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof LocalTime) {
      throw SqlErrors.cannotConvert(value, "a date");
    }
    return toLocalDateTime(value, null, "a date").toLocalDate();
  }

  /** The value as a time of day. */
  public static LocalTime toLocalTime(Object value) throws SQLException {
    if (value instanceof LocalTime time) {
      return time;
    }
    if (value instanceof LocalDate || InfiniteTimes.sign(value) != 0) {
      throw SqlErrors.cannotConvert(value, "a time");
    }
    if (value instanceof String text && !text.contains("-")) {
      return parseTime(text);
    }
    return toLocalDateTime(value, null, "a time").toLocalTime();
  }

  private static LocalTime parseTime(String text) throws SQLException {
    try {
      return LocalTime.parse(text.strip());
    } catch (DateTimeException e) {
      throw SqlErrors.cannotConvert(text, "a time");
    }
  }

  /** What clock and calendar show; an Instant is seen in the calendar's zone. */
  public static LocalDateTime toLocalDateTime(Object value, Calendar calendar, String target)
      throws SQLException {
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return Infinities.clock(infinite);
    }
    if (value instanceof LocalDateTime dateTime) {
      return dateTime;
    }
    if (value instanceof OffsetDateTime time) {
      return time.toLocalDateTime();
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    }
    if (value instanceof LocalTime time) {
      return LocalDate.EPOCH.atTime(time);
    }
    if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, zone(calendar));
    }
    if (value instanceof String text) {
      return parse(text.strip(), target);
    }
    throw SqlErrors.cannotConvert(value, target);
  }

  private static LocalDateTime parse(String text, String target) throws SQLException {
    try {
      return text.length() <= 10
          ? LocalDate.parse(text).atStartOfDay()
          : LocalDateTime.parse(text.replace(' ', 'T'));
    } catch (DateTimeException e) {
      throw SqlErrors.cannotConvert(text, target);
    }
  }

  /** The value as a time with a zone. */
  public static ZonedDateTime toZoned(Object value, Calendar calendar, String target)
      throws SQLException {
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return Infinities.zoned(infinite);
    }
    ZoneId zone = zone(calendar);
    return value instanceof Instant instant
        ? instant.atZone(zone)
        : toLocalDateTime(value, calendar, target).atZone(zone);
  }

  /** The value as a date of JDBC. */
  public static Date toDate(Object value, Calendar calendar) throws SQLException {
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return new Date(Infinities.millis(infinite));
    }
    LocalDate date = toLocalDate(value);
    if (calendar == null) {
      return Date.valueOf(date); // by the calendar that java.util.Date has, which is not ISO's
    }
    return new Date(millis(date.atStartOfDay(), calendar));
  }

  /**
   * The point in time at which the clock of a calendar's zone shows this, by the calendar that
   * java.util.Date has: Julian before 1582, and without local mean times.
   */
  private static long millis(LocalDateTime shown, Calendar calendar) {
    if (shown.getYear() >= FIRST_YEAR_AS_ISO) {
      return shown.atZone(zone(calendar)).toInstant().toEpochMilli();
    }
    GregorianCalendar old = new GregorianCalendar(calendar.getTimeZone(), Locale.ROOT);
    old.clear();
    old.set(
        shown.getYear(),
        shown.getMonthValue() - 1,
        shown.getDayOfMonth(),
        shown.getHour(),
        shown.getMinute(),
        shown.getSecond());
    return old.getTimeInMillis();
  }

  private static Timestamp timestamp(LocalDateTime shown, Calendar calendar) {
    Timestamp timestamp = new Timestamp(millis(shown, calendar));
    timestamp.setNanos(shown.get(ChronoField.NANO_OF_SECOND));
    return timestamp;
  }

  /** The value as a time of JDBC. */
  public static Time toTime(Object value, Calendar calendar) throws SQLException {
    LocalTime time = toLocalTime(value);
    Instant instant = LocalDate.EPOCH.atTime(time).atZone(zone(calendar)).toInstant();
    return new Time(instant.toEpochMilli());
  }

  /** The value as a timestamp of JDBC. */
  public static Timestamp toTimestamp(Object value, Calendar calendar) throws SQLException {
    int infinite = InfiniteTimes.sign(value);
    if (infinite != 0) {
      return new Timestamp(Infinities.millis(infinite));
    }
    if (calendar == null && !(value instanceof Instant)) {
      return Timestamp.valueOf(toLocalDateTime(value, null, "a timestamp"));
    }
    if (value instanceof Instant instant) {
      return instant.isBefore(GREGORIAN)
          ? timestamp(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), Calendar.getInstance(UTC))
          : Timestamp.from(instant);
    }
    return timestamp(toLocalDateTime(value, calendar, "a timestamp"), calendar);
  }

  /** The date that a calendar shows for a point in time. */
  public static LocalDate ofDate(Date date, Calendar calendar) {
    int infinite = Infinities.sign(date.getTime());
    if (infinite != 0) {
      return InfiniteTimes.date(infinite);
    }
    if (calendar == null) {
      return date.toLocalDate();
    }
    LocalDate found = Instant.ofEpochMilli(date.getTime()).atZone(zone(calendar)).toLocalDate();
    if (found.getYear() >= FIRST_YEAR_AS_ISO) {
      return found;
    }
    GregorianCalendar old = new GregorianCalendar(calendar.getTimeZone(), Locale.ROOT);
    old.setTimeInMillis(date.getTime());
    return LocalDate.of(old.get(Calendar.YEAR), old.get(Calendar.MONTH) + 1, 1)
        .plusDays(old.get(Calendar.DAY_OF_MONTH) - 1L);
  }

  /** A time of JDBC in that calendar. */
  public static LocalTime ofTime(Time time, Calendar calendar) {
    return Instant.ofEpochMilli(time.getTime())
        .atZone(zone(calendar))
        .toLocalTime()
        .truncatedTo(ChronoUnit.MILLIS);
  }

  /** The point in time with what the calendar's clock shows then. */
  public static OffsetDateTime ofTimestamp(Timestamp timestamp, Calendar calendar) {
    OffsetDateTime infinite = Infinities.sent((Object) timestamp);
    if (infinite != null) {
      return infinite;
    }
    return calendar == null
        ? timestamp
            .toLocalDateTime()
            .atOffset(ZoneId.systemDefault().getRules().getOffset(timestamp.toInstant()))
        : zoned(timestamp.toInstant(), zone(calendar));
  }

  /**
   * A point in time with what a clock shows then: columns with a time zone take the one, those
   * without the other.
   */
  public static OffsetDateTime zoned(Instant instant, ZoneId zone) {
    return instant.atZone(zone).toOffsetDateTime();
  }

  /** What the clock of this JVM shows, with the point in time that it stands for here. */
  public static OffsetDateTime zoned(LocalDateTime dateTime) {
    return dateTime.atOffset(ZoneId.systemDefault().getRules().getOffset(dateTime));
  }

  /** Whether it shows what the clock of this JVM does at that point in time. */
  public static boolean isOfHere(OffsetDateTime time) {
    return ZoneId.systemDefault()
        .getRules()
        .isValidOffset(time.toLocalDateTime(), time.getOffset());
  }
}
