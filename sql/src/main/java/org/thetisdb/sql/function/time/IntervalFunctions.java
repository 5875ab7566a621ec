package org.thetisdb.sql.function.time;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.type.Intervals;

/**
 * Arithmetic with intervals as PostgreSQL does it, in the form that is calculated with: days for
 * dates, milliseconds of the day for times, microseconds since 1970 for timestamps. No operand is
 * null. Stateless.
 */
@Deterministic
public final class IntervalFunctions {
  private static final long US_PER_MS = 1_000;
  private static final long NANOS_PER_US = 1_000;
  private static final long MS_PER_DAY = Interval.US_PER_DAY / US_PER_MS;
  private static final double SECONDS_PER_DAY = 86_400;

  private IntervalFunctions() {}

  /** Itself. */
  public static Interval itself(Interval interval) {
    return interval;
  }

  /**
   * {@code timestamp + interval}: months first, at most to the end of one, then days, then time.
   */
  public static long plus(long us, Interval interval) {
    if (InfiniteTime.is(us)) {
      return us;
    }
    try {
      LocalDateTime day =
          Microsecond.clock(us).plusMonths(interval.months()).plusDays(interval.days());
      return Math.addExact(Microsecond.of(day), interval.us());
    } catch (DateTimeException | ArithmeticException e) {
      throw DateFunctions.outOfRange("at that distance").causedBy(e);
    }
  }

  /** {@code timestamp - interval}. */
  public static long minus(long us, Interval interval) {
    return plus(us, negated(interval));
  }

  /** {@code date + interval}, a timestamp. */
  public static long datePlus(int days, Interval interval) {
    return plus(InfiniteTime.ofDate(days), interval);
  }

  /** {@code date - interval}, a timestamp. */
  public static long dateMinus(int days, Interval interval) {
    return minus(InfiniteTime.ofDate(days), interval);
  }

  /** {@code time + interval}, which goes around with the day. */
  public static int timePlus(int ms, Interval interval) {
    long us = Math.floorMod(interval.us(), Interval.US_PER_DAY);
    return (int) Math.floorMod(ms + us / US_PER_MS, MS_PER_DAY);
  }

  /** {@code time - interval}, which goes around with the day. */
  public static int timeMinus(int ms, Interval interval) {
    return timePlus(ms, new Interval(0, 0, -(interval.us() % Interval.US_PER_DAY)));
  }

  /** {@code date + time}, a timestamp. */
  public static long dateAtTime(int days, int ms) {
    long begin = InfiniteTime.ofDate(days);
    return InfiniteTime.is(begin) ? begin : begin + ms * US_PER_MS;
  }

  /** A time as the interval since midnight. */
  public static Interval ofTime(int ms) {
    return new Interval(0, 0, ms * US_PER_MS);
  }

  /** {@code timestamp - timestamp}: days and hours. */
  public static Interval between(long later, long earlier) {
    long us = Math.subtractExact(later, earlier);
    return new Interval(0, (int) (us / Interval.US_PER_DAY), us % Interval.US_PER_DAY);
  }

  /** {@code timestamp - date}. */
  public static Interval sinceDate(long later, int earlier) {
    return between(later, earlier * Interval.US_PER_DAY);
  }

  /** {@code date - timestamp}. */
  public static Interval dateSince(int later, long earlier) {
    return between(later * Interval.US_PER_DAY, earlier);
  }

  /** {@code time - time}. */
  public static Interval betweenTimes(int later, int earlier) {
    return new Interval(0, 0, (later - earlier) * US_PER_MS);
  }

  /** {@code interval + interval}, part by part. */
  public static Interval sum(Interval one, Interval other) {
    try {
      return new Interval(
          Math.addExact(one.months(), other.months()),
          Math.addExact(one.days(), other.days()),
          Math.addExact(one.us(), other.us()));
    } catch (ArithmeticException e) {
      throw Intervals.outOfRange(one + " + " + other).causedBy(e);
    }
  }

  /** {@code interval - interval}, part by part. */
  public static Interval difference(Interval one, Interval other) {
    try {
      return new Interval(
          Math.subtractExact(one.months(), other.months()),
          Math.subtractExact(one.days(), other.days()),
          Math.subtractExact(one.us(), other.us()));
    } catch (ArithmeticException e) {
      throw Intervals.outOfRange(one + " - " + other).causedBy(e);
    }
  }

  /** {@code -interval}. */
  public static Interval negated(Interval interval) {
    return difference(Interval.ZERO, interval);
  }

  /** {@code interval * number}: what is left of a month becomes days, of a day hours. */
  public static Interval times(Interval interval, Number number) {
    double factor = SpecialDecimals.toDouble(number);
    return scaled(
        interval,
        interval.months() * factor,
        interval.days() * factor,
        interval.us() * factor,
        " * " + number);
  }

  /** {@code number * interval}. */
  public static Interval timesInterval(Number number, Interval interval) {
    return times(interval, number);
  }

  /** {@code interval / number}. */
  public static Interval dividedBy(Interval interval, Number number) {
    double divisor = SpecialDecimals.toDouble(number);
    if (divisor == 0) {
      throw new ThetisException(ErrorCode.DIVISION_BY_ZERO);
    }
    return scaled(
        interval,
        interval.months() / divisor,
        interval.days() / divisor,
        interval.us() / divisor,
        " / " + number);
  }

  private static Interval scaled(
      Interval of, double months, double days, double us, String operation) {
    int wholeMonths = whole(months, of, operation);
    int wholeDays = whole(days, of, operation);
    double monthDays = toMicros((months - wholeMonths) * Interval.DAYS_PER_MONTH);
    double seconds = toMicros((days - wholeDays + monthDays - (int) monthDays) * SECONDS_PER_DAY);
    int more = (int) (seconds / SECONDS_PER_DAY);
    seconds -= more * SECONDS_PER_DAY;
    double rest = Math.rint(us + seconds * Interval.US_PER_SECOND);
    if (!(Math.abs(rest) < Long.MAX_VALUE)) {
      throw Intervals.outOfRange(of + operation);
    }
    return new Interval(
        wholeMonths,
        whole((double) wholeDays + more + (int) monthDays, of, operation),
        (long) rest);
  }

  private static int whole(double number, Interval of, String operation) {
    if (!(number >= Integer.MIN_VALUE && number <= Integer.MAX_VALUE)) {
      throw Intervals.outOfRange(of + operation);
    }
    return (int) number;
  }

  /** What doubles lose beyond the sixth digit is not meant. */
  private static double toMicros(double number) {
    return Math.rint(number * Interval.US_PER_SECOND) / Interval.US_PER_SECOND;
  }

  /** MAKE_INTERVAL. */
  public static Interval make(
      Number years,
      Number months,
      Number weeks,
      Number days,
      Number hours,
      Number minutes,
      Number seconds) {
    try {
      long allMonths = Math.addExact(12 * whole(years), whole(months));
      long allDays = Math.addExact(7 * whole(weeks), whole(days));
      long us =
          Math.addExact(
              whole(hours) * Interval.US_PER_HOUR + whole(minutes) * Interval.US_PER_MINUTE,
              new BigDecimal(seconds.toString())
                  .movePointRight(6)
                  .setScale(0, java.math.RoundingMode.HALF_EVEN)
                  .longValueExact());
      return new Interval(Math.toIntExact(allMonths), Math.toIntExact(allDays), us);
    } catch (ArithmeticException | NumberFormatException e) {
      throw Intervals.outOfRange("of so many units").causedBy(e);
    }
  }

  private static long whole(Number number) {
    return Math.toIntExact(number.longValue());
  }

  /** JUSTIFY_HOURS: 24 hours are a day. */
  public static Interval justifyHours(Interval interval) {
    long days = interval.days() + interval.us() / Interval.US_PER_DAY;
    long us = interval.us() % Interval.US_PER_DAY;
    int carry = carry(days, us);
    return made(interval, interval.months(), days - carry, us + carry * Interval.US_PER_DAY);
  }

  /** JUSTIFY_DAYS: 30 days are a month. */
  public static Interval justifyDays(Interval interval) {
    long months = (long) interval.months() + interval.days() / Interval.DAYS_PER_MONTH;
    long days = interval.days() % Interval.DAYS_PER_MONTH;
    int carry = carry(months, days);
    return made(
        interval, months - carry, days + (long) carry * Interval.DAYS_PER_MONTH, interval.us());
  }

  /** JUSTIFY_INTERVAL: both, and all parts with one sign. */
  public static Interval justify(Interval interval) {
    long us = interval.us() % Interval.US_PER_DAY;
    long days = interval.days() + interval.us() / Interval.US_PER_DAY;
    long months = interval.months() + days / Interval.DAYS_PER_MONTH;
    days %= Interval.DAYS_PER_MONTH;
    if (months > 0 && (days < 0 || (days == 0 && us < 0))) {
      days += Interval.DAYS_PER_MONTH;
      months--;
    } else if (months < 0 && (days > 0 || (days == 0 && us > 0))) {
      days -= Interval.DAYS_PER_MONTH;
      months++;
    }
    int carry = carry(days, us);
    return made(interval, months, days - carry, us + carry * Interval.US_PER_DAY);
  }

  /** What goes over from a longer unit to a shorter one, so that both have one sign. */
  private static int carry(long longer, long shorter) {
    if (longer > 0 && shorter < 0) {
      return 1;
    }
    return longer < 0 && shorter > 0 ? -1 : 0;
  }

  private static Interval made(Interval of, long months, long days, long us) {
    try {
      return new Interval(Math.toIntExact(months), Math.toIntExact(days), us);
    } catch (ArithmeticException e) {
      throw Intervals.outOfRange(of.toString()).causedBy(e);
    }
  }

  /** AGE: years, months and days as a calendar counts them. */
  public static Interval age(long later, long earlier) {
    return later < earlier ? negated(span(earlier, later)) : span(later, earlier);
  }

  /** From the first to the second; days of a month that begins are those of the earlier one's. */
  private static Interval span(long laterUs, long earlierUs) {
    LocalDateTime later = Microsecond.clock(laterUs);
    LocalDateTime earlier = Microsecond.clock(earlierUs);
    long us =
        (later.toLocalTime().toNanoOfDay() - earlier.toLocalTime().toNanoOfDay()) / NANOS_PER_US;
    int days = later.getDayOfMonth() - earlier.getDayOfMonth();
    int months =
        (later.getYear() - earlier.getYear()) * Interval.MONTHS_PER_YEAR
            + later.getMonthValue()
            - earlier.getMonthValue();
    if (us < 0) {
      us += Interval.US_PER_DAY;
      days--;
    }
    if (days < 0) {
      days += earlier.toLocalDate().lengthOfMonth();
      months--;
    }
    return new Interval(months, days, us);
  }
}
