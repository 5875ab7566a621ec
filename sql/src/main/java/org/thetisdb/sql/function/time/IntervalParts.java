package org.thetisdb.sql.function.time;

import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;

/** EXTRACT, DATE_PART and DATE_TRUNC of intervals. No operand is null. Stateless. */
@Deterministic
public final class IntervalParts {
  private static final long US_PER_MS = 1_000;

  /** A year has 365.25 days here, and a month that is over 30. */
  private static final long SECONDS_PER_YEAR = 31_557_600;

  private static final long SECONDS_PER_DAY = 86_400;

  private IntervalParts() {}

  /** How many digits a part has behind the point; -1 if there is no such part. */
  public static int digits(String part) {
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "epoch", "second", "seconds" -> 6;
      case "millisecond", "milliseconds" -> 3;
      case "microsecond",
          "microseconds",
          "minute",
          "hour",
          "day",
          "month",
          "quarter",
          "year",
          "decade",
          "century",
          "millennium" ->
          0;
      default -> -1;
    };
  }

  /** EXTRACT of a part that is a whole number. */
  public static long whole(String part, Interval of) {
    int years = of.months() / Interval.MONTHS_PER_YEAR;
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "microsecond", "microseconds" -> of.us() % Interval.US_PER_MINUTE;
      case "minute" -> of.us() / Interval.US_PER_MINUTE % 60;
      case "hour" -> of.us() / Interval.US_PER_HOUR;
      case "day" -> of.days();
      case "month" -> of.months() % Interval.MONTHS_PER_YEAR;
      case "quarter" -> of.months() % Interval.MONTHS_PER_YEAR / 3 + 1L;
      case "year" -> years;
      case "decade" -> years / 10;
      case "century" -> years / 100;
      case "millennium" -> years / 1_000;
      default -> throw unknown(part);
    };
  }

  /** EXTRACT of a part that has digits behind the point. */
  public static BigDecimal exact(String part, Interval of) {
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "epoch" -> epoch(of);
      case "second", "seconds" -> BigDecimal.valueOf(of.us() % Interval.US_PER_MINUTE, 6);
      case "millisecond", "milliseconds" -> BigDecimal.valueOf(of.us() % Interval.US_PER_MINUTE, 3);
      default -> throw unknown(part);
    };
  }

  private static BigDecimal epoch(Interval of) {
    long seconds =
        of.months() / Interval.MONTHS_PER_YEAR * SECONDS_PER_YEAR
            + (of.months() % Interval.MONTHS_PER_YEAR * (long) Interval.DAYS_PER_MONTH + of.days())
                * SECONDS_PER_DAY;
    return BigDecimal.valueOf(seconds).setScale(6).add(BigDecimal.valueOf(of.us(), 6));
  }

  /** DATE_PART. */
  public static double part(String part, Interval of) {
    return digits(part) == 0 ? whole(part, of) : exact(part, of).doubleValue();
  }

  /** DATE_TRUNC. */
  public static Interval truncated(String part, Interval of) {
    int months = of.months();
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "millennium" -> new Interval(months / 12_000 * 12_000, 0, 0);
      case "century" -> new Interval(months / 1_200 * 1_200, 0, 0);
      case "decade" -> new Interval(months / 120 * 120, 0, 0);
      case "year" -> of.truncatedTo(Interval.Field.YEAR);
      case "quarter" -> new Interval(months / 3 * 3, 0, 0);
      case "month" -> of.truncatedTo(Interval.Field.MONTH);
      case "day" -> of.truncatedTo(Interval.Field.DAY);
      case "hour" -> of.truncatedTo(Interval.Field.HOUR);
      case "minute" -> of.truncatedTo(Interval.Field.MINUTE);
      case "second" -> withSteps(of, Interval.US_PER_SECOND);
      case "milliseconds", "millisecond" -> withSteps(of, US_PER_MS);
      case "microseconds", "microsecond" -> of;
      default -> throw unknown(part);
    };
  }

  private static Interval withSteps(Interval of, long us) {
    return new Interval(of.months(), of.days(), of.us() / us * us);
  }

  private static ThetisException unknown(String part) {
    return new ThetisException(
        ErrorCode.NOT_SUPPORTED, "The part \"%s\" of an interval".formatted(part));
  }
}
