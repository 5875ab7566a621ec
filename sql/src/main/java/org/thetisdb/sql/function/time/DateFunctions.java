package org.thetisdb.sql.function.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Functions that make dates and times, in the form that is calculated with: days for dates,
 * milliseconds for times of the day, microseconds for timestamps. Stateless.
 */
public final class DateFunctions {
  private static final long NANOS_PER_MS = 1_000_000;
  private static final long NANOS_PER_US = 1_000;

  private DateFunctions() {}

  /** The days from 1970-01-01 to a date. */
  public static int daysOf(int days) {
    return days;
  }

  /** TO_TIMESTAMP of seconds since 1970. */
  public static long secondsToTimestamp(Number seconds) {
    try {
      return new BigDecimal(seconds.toString())
          .multiply(BigDecimal.valueOf(Microsecond.US_PER_SECOND))
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    } catch (NumberFormatException | ArithmeticException e) {
      throw outOfRange("a time " + seconds + " seconds after 1970");
    }
  }

  /** TO_TIMESTAMP of a text in a format. */
  public static long textToTimestamp(String text, String format) {
    return Microsecond.of(DateReader.read(text, format));
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
    return Microsecond.of(date.atTime(time(hour, minute, second)));
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
    BigDecimal us =
        new BigDecimal(second.toString())
            .multiply(BigDecimal.valueOf(Microsecond.US_PER_SECOND))
            .setScale(0, RoundingMode.HALF_UP);
    try {
      long seconds = us.longValueExact() / Microsecond.US_PER_SECOND;
      long nanos = us.longValueExact() % Microsecond.US_PER_SECOND * NANOS_PER_US;
      return LocalTime.of(hour.intValue(), minute.intValue(), (int) seconds, (int) nanos);
    } catch (DateTimeException | ArithmeticException e) {
      throw outOfRange(hour + ":" + minute + ":" + second).causedBy(e);
    }
  }

  static ThetisException outOfRange(String what) {
    return ThetisException.withMessage(
        ErrorCode.DATETIME_OUT_OF_RANGE, "There is no date or time " + what + ".");
  }

  /** {@code ts::text}: with seconds always, and with what there is of microseconds. */
  public static String timestampText(long us) {
    SqlType text = SqlType.of(SqlTypeName.VARCHAR);
    return Coercion.coerce(text, Microsecond.clock(us), "a cast").toString();
  }
}
