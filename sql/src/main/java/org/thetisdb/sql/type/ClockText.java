package org.thetisdb.sql.type;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.thetisdb.core.value.InfiniteTimes;

/** Times as PostgreSQL writes them: with seconds, and no zeros at the end. Stateless. */
final class ClockText {
  private ClockText() {}

  /** {@code 2024-01-31 10:20:00.5}. */
  static String of(LocalDateTime time) {
    int infinite = InfiniteTimes.sign(time);
    if (infinite != 0) {
      return InfiniteTimes.text(infinite);
    }
    return year(time.toLocalDate()) + " " + of(time.toLocalTime()) + epochView(time.toLocalDate());
  }

  /** {@code 2024-01-31}; years have as many digits as they need, and none are below 1. */
  static String of(LocalDate date) {
    int infinite = InfiniteTimes.sign(date);
    if (infinite != 0) {
      return InfiniteTimes.text(infinite);
    }
    return year(date) + epochView(date);
  }

  /** The year 0 is the first one before Christ. */
  private static String year(LocalDate date) {
    String text = (date.getYear() > 0 ? date : date.withYear(1 - date.getYear())).toString();
    return text.startsWith("+") ? text.substring(1) : text;
  }

  private static String epochView(LocalDate date) {
    return date.getYear() > 0 ? "" : " BC";
  }

  /** {@code 10:20:00.5}. */
  static String of(LocalTime time) {
    String text = time.toString();
    if (text.length() == "00:00".length()) {
      return text + ":00";
    }
    return text.indexOf('.') < 0 ? text : text.replaceFirst("0+$", "");
  }
}
