package org.thetisdb.sql.function.time;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;

/** TO_CHAR of intervals. Generated code calls it. Stateless. */
@Deterministic
public final class IntervalFormat {
  private static final long US_PER_HOUR = 3_600_000_000L;
  private static final long US_PER_MINUTE = 60_000_000L;
  private static final int MONTHS_PER_YEAR = 12;

  private IntervalFormat() {}

  /**
   * {@code to_char(interval, format)}: parts of a calendar are none of an interval.
   *
   * @throws ThetisException BAD_DATETIME for a format that asks for these
   */
  public static String toChar(Interval interval, String format) {
    StringBuilder out = new StringBuilder();
    for (DatePattern.Part part : DatePattern.of(format).parts()) {
      if (part.isText()) {
        out.append(part.text());
        continue;
      }
      String shown = number(part, interval);
      out.append(shown).append(DateFormat.ordinal(part, shown));
    }
    return out.toString();
  }

  private static String number(DatePattern.Part part, Interval interval) {
    long us = interval.us();
    long hours = us / US_PER_HOUR;
    long year = interval.months() / MONTHS_PER_YEAR;
    return switch (part.keyword()) {
      case "YYYY" -> digits(part, year, 4);
      case "YYY" -> digits(part, year % 1000, 3);
      case "YY" -> digits(part, year % 100, 2);
      case "Y" -> digits(part, year % 10, 1);
      case "MM" -> digits(part, interval.months() % MONTHS_PER_YEAR, 2);
      case "DD" -> digits(part, interval.days(), 2);
      case "HH24" -> digits(part, hours, 2);
      case "HH12", "HH" -> digits(part, hours % 12 == 0 ? 12 : hours % 12, 2);
      case "MI" -> digits(part, us % US_PER_HOUR / US_PER_MINUTE, 2);
      case "SS" -> digits(part, us % US_PER_MINUTE / Microsecond.US_PER_SECOND, 2);
      case "MS" -> digits(part, us % Microsecond.US_PER_SECOND / Microsecond.US_PER_MS, 3);
      case "US" -> digits(part, us % Microsecond.US_PER_SECOND, 6);
      case "SSSS", "SSSSS" -> "" + us / Microsecond.US_PER_SECOND;
      case "AM", "PM", "A.M.", "P.M." -> DateFormat.halfOfDay(part, hours);
      default ->
          throw ThetisException.withMessage(
              ErrorCode.BAD_DATETIME,
              "TO_CHAR of an interval has no %s; it has YYYY, MM, DD, HH24, MI, SS, MS and US."
                  .formatted(part.keyword()));
    };
  }

  private static String digits(DatePattern.Part part, long value, int width) {
    String digits = "" + Math.abs(value);
    String zeros = part.filled() ? "" : "0".repeat(Math.max(0, width - digits.length()));
    return (value < 0 ? "-" : "") + zeros + digits;
  }
}
