package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Functions that make dates and times, in the form that is calculated with: days for dates,
 * milliseconds for all else. Stateless.
 */
public final class DateFunctions {
  private static final long MS_PER_SECOND = 1000;
  private static final long NANOS_PER_MS = 1_000_000;

  private DateFunctions() {}

  /** The days from 1970-01-01 to a date. */
  public static int daysOf(int days) {
    return days;
  }

  /** TO_TIMESTAMP of seconds since 1970. */
  public static long secondsToTimestamp(Number seconds) {
    try {
      return new BigDecimal(seconds.toString())
          .multiply(BigDecimal.valueOf(MS_PER_SECOND))
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw outOfRange("a time " + seconds + " seconds after 1970");
    }
  }

  /** TO_TIMESTAMP of a text in a format. */
  public static long textToTimestamp(String text, String format) {
    return millis(DateReader.read(text, format));
  }

  /** TO_DATE of a text in a format. */
  public static int textToDate(String text, String format) {
    return (int) DateReader.read(text, format).toLocalDate().toEpochDay();
  }

  /** MAKE_DATE. */
  public static int makeDate(Number year, Number month, Number day) {
    return (int) date(year.longValue(), month.longValue(), day.longValue()).toEpochDay();
  }

  /** MAKE_TIME. */
  public static int makeTime(Number hour, Number minute, Number second) {
    return (int) (time(hour, minute, second).toNanoOfDay() / NANOS_PER_MS);
  }

  /** MAKE_TIMESTAMP. */
  public static long makeTimestamp(
      Number year, Number month, Number day, Number hour, Number minute, Number second) {
    LocalDate date = date(year.longValue(), month.longValue(), day.longValue());
    return millis(date.atTime(time(hour, minute, second)));
  }

  /** A time without a zone, of the form that is calculated with. */
  static LocalDateTime timestamp(long epochMs) {
    int nanos = (int) (Math.floorMod(epochMs, MS_PER_SECOND) * NANOS_PER_MS);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(epochMs, MS_PER_SECOND), nanos, ZoneOffset.UTC);
  }

  private static long millis(LocalDateTime time) {
    return time.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  private static LocalDate date(long year, long month, long day) {
    try {
      // a year before the first is counted from -1 downwards
      long counted = year < 0 ? year + 1 : year;
      if (year == 0 || counted != (int) counted || month != (int) month || day != (int) day) {
        throw outOfRange(year + "-" + month + "-" + day);
      }
      return LocalDate.of((int) counted, (int) month, (int) day);
    } catch (DateTimeException e) {
      throw outOfRange(year + "-" + month + "-" + day).causedBy(e);
    }
  }

  private static LocalTime time(Number hour, Number minute, Number second) {
    BigDecimal ms =
        new BigDecimal(second.toString())
            .multiply(BigDecimal.valueOf(MS_PER_SECOND))
            .setScale(0, RoundingMode.HALF_UP);
    try {
      long seconds = ms.longValueExact() / MS_PER_SECOND;
      long nanos = ms.longValueExact() % MS_PER_SECOND * NANOS_PER_MS;
      return LocalTime.of(hour.intValue(), minute.intValue(), (int) seconds, (int) nanos);
    } catch (DateTimeException | ArithmeticException e) {
      throw outOfRange(hour + ":" + minute + ":" + second).causedBy(e);
    }
  }

  static ThetisException outOfRange(String what) {
    return ThetisException.withMessage(
        ErrorCode.DATETIME_OUT_OF_RANGE, "There is no date or time " + what + ".");
  }

  /** {@code ts::text}: with seconds always, and with what there is of milliseconds. */
  public static String timestampText(long epochMs) {
    long ms = Math.floorMod(epochMs, MS_PER_SECOND);
    String whole = DateTimeUtils.unixTimestampToString(epochMs - ms);
    if (ms == 0) {
      return whole;
    }
    String digits = "%03d".formatted(ms);
    return whole + '.' + digits.replaceFirst("0+$", "");
  }
}
