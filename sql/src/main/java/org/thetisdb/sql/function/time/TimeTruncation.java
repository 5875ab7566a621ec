package org.thetisdb.sql.function.time;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.sql.parse.form.TimeParts;

/**
 * DATE_TRUNC and DATE_PART with a part that is known only in the run, or that Calcite does not
 * have, of times in microseconds since 1970. Stateless.
 */
public final class TimeTruncation {
  private TimeTruncation() {}

  /**
   * DATE_TRUNC.
   *
   * @throws ThetisException BAD_ARGUMENT for a part that there is not
   */
  public static long truncate(String part, Number time) {
    if (InfiniteTime.is(time.longValue())) {
      required(part);
      return time.longValue();
    }
    LocalDateTime clock = Microsecond.clock(time.longValue());
    LocalDate day = clock.toLocalDate();
    return switch (required(part)) {
      case "microseconds" -> time.longValue();
      case "milliseconds" -> Microsecond.of(clock.truncatedTo(ChronoUnit.MILLIS));
      case "second" -> Microsecond.of(clock.truncatedTo(ChronoUnit.SECONDS));
      case "minute" -> Microsecond.of(clock.truncatedTo(ChronoUnit.MINUTES));
      case "hour" -> Microsecond.of(clock.truncatedTo(ChronoUnit.HOURS));
      case "day" -> begin(day);
      case "week" -> begin(day.with(TemporalAdjusters.previousOrSame(java.time.DayOfWeek.MONDAY)));
      case "month" -> begin(day.withDayOfMonth(1));
      case "quarter" ->
          begin(day.withDayOfMonth(1).withMonth((day.getMonthValue() - 1) / 3 * 3 + 1));
      case "year" -> begin(LocalDate.of(day.getYear(), 1, 1));
      case "decade" -> begin(LocalDate.of(Math.floorDiv(day.getYear(), 10) * 10, 1, 1));
      case "century" -> begin(LocalDate.of(Math.floorDiv(day.getYear() - 1, 100) * 100 + 1, 1, 1));
      case "millennium" ->
          begin(LocalDate.of(Math.floorDiv(day.getYear() - 1, 1000) * 1000 + 1, 1, 1));
      default -> throw unknown(part);
    };
  }

  private static long begin(LocalDate day) {
    return Microsecond.of(day.atStartOfDay());
  }

  /**
   * DATE_PART; of an infinite time null for parts that come again and again.
   *
   * @throws ThetisException BAD_ARGUMENT for a part that there is not
   */
  public static Double part(String part, Number time) {
    if (!InfiniteTime.is(time.longValue())) {
      return partOfFinite(part, time);
    }
    return TimeParts.isEndless(required(part)) ? InfiniteTime.endless(time.longValue()) : null;
  }

  private static double partOfFinite(String part, Number time) {
    LocalDateTime clock = Microsecond.clock(time.longValue());
    int year = clock.getYear();
    return switch (required(part)) {
      case "epoch" -> ClockParts.part("epoch", time.longValue());
      case "microseconds" -> ClockParts.part("microsecond", time.longValue());
      case "milliseconds" -> ClockParts.part("millisecond", time.longValue());
      case "second" -> ClockParts.part("second", time.longValue());
      case "minute" -> clock.getMinute();
      case "hour" -> clock.getHour();
      case "day" -> clock.getDayOfMonth();
      case "dow" -> clock.getDayOfWeek().getValue() % 7;
      case "isodow" -> clock.getDayOfWeek().getValue();
      case "doy" -> clock.getDayOfYear();
      case "week" -> clock.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case "isoyear" -> Years.said(clock.get(IsoFields.WEEK_BASED_YEAR));
      case "month" -> clock.getMonthValue();
      case "quarter" -> clock.get(IsoFields.QUARTER_OF_YEAR);
      case "year" -> Years.said(year);
      case "decade" -> Math.floorDiv(year, 10);
      case "century" -> Years.hundreds(year, 100);
      case "millennium" -> Years.hundreds(year, 1_000);
      case "julian" -> julian(clock, time.longValue());
      case "timezone", "timezone_hour", "timezone_minute" -> 0; // the server's zone is UTC
      default -> throw unknown(part);
    };
  }

  private static double julian(LocalDateTime clock, long us) {
    double part = (double) Math.floorMod(us, Interval.US_PER_DAY) / Interval.US_PER_DAY;
    return clock.getLong(JulianFields.JULIAN_DAY) + part;
  }

  private static String required(String part) {
    String known = TimeParts.named(part.strip());
    if (known == null) {
      throw unknown(part);
    }
    return known;
  }

  private static ThetisException unknown(String part) {
    return ThetisException.withMessage(
        ErrorCode.BAD_ARGUMENT,
        "There is no part \"%s\" of a time; there are year, month, day, hour and so on."
            .formatted(part.toLowerCase(Locale.ROOT)));
  }
}
