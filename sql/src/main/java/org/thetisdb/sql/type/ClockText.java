package org.thetisdb.sql.type;

import java.time.LocalDateTime;
import java.time.LocalTime;

/** Times as PostgreSQL writes them: with seconds, and no zeros at the end. Stateless. */
final class ClockText {
  private ClockText() {}

  /** {@code 2024-01-31 10:20:00.5}. */
  static String of(LocalDateTime time) {
    return time.toLocalDate() + " " + of(time.toLocalTime());
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
