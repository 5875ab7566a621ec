package org.thetisdb.core.value;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * Dates and times as PostgreSQL writes them: {@code 2024-01-31 10:20:00.5}, with seconds and no
 * zeros at the end, years of as many digits as they need, {@code BC} behind those before the year
 * 1, and {@code infinity}. Stateless.
 */
public final class TimeTexts {
  private TimeTexts() {}

  /** A clock without a zone. */
  public static String of(LocalDateTime time) {
    int infinite = InfiniteTimes.sign(time);
    return infinite == 0 ? clock(time) + era(time.toLocalDate()) : InfiniteTimes.text(infinite);
  }

  /** What a clock in UTC shows at a finite point in time, with its offset. */
  public static String inUtc(LocalDateTime time) {
    return clock(time) + "+00" + era(time.toLocalDate());
  }

  /** A date. */
  public static String of(LocalDate date) {
    int infinite = InfiniteTimes.sign(date);
    return infinite == 0 ? day(date) + era(date) : InfiniteTimes.text(infinite);
  }

  /** A time of a day. */
  public static String of(LocalTime time) {
    String text = time.toString();
    if (text.length() == "00:00".length()) {
      return text + ":00";
    }
    return text.indexOf('.') < 0 ? text : text.replaceFirst("0+$", "");
  }

  private static String clock(LocalDateTime time) {
    return day(time.toLocalDate()) + " " + of(time.toLocalTime());
  }

  /** The year 0 is the first one before Christ. */
  private static String day(LocalDate date) {
    String text = (date.getYear() > 0 ? date : date.withYear(1 - date.getYear())).toString();
    return text.startsWith("+") ? text.substring(1) : text;
  }

  private static String era(LocalDate date) {
    return date.getYear() > 0 ? "" : " BC";
  }
}
