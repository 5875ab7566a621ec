package org.thetisdb.sql.type;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.core.value.InfiniteTimes;

/**
 * Dates and times without a zone as people write them: {@code 2024-01-31}, {@code 2024-1-5}, {@code
 * 20240131}, with {@code 10:20}, {@code 10:20:30.5} or nothing behind; an offset behind the time
 * changes nothing, as in PostgreSQL. Other spellings are left to {@link ClockReader}. Stateless.
 */
public final class DateText {
  private static final String DATE =
      "(?:(\\d{4,6})-(\\d{1,2})-(\\d{1,2})|(\\d{4})(\\d{2})(\\d{2}))";
  private static final String TIME = "(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.](\\d{1,9})\\d*)?)?";
  private static final String OFFSET = "(?: ?(?:Z|z|[+-]\\d{2}(?::?\\d{2})?))?";
  private static final Pattern TIMESTAMP_TEXT =
      Pattern.compile(DATE + "(?:[ Tt] *" + TIME + OFFSET + ")?");
  private static final Pattern TIME_TEXT = Pattern.compile(TIME + OFFSET);
  private static final int NANO_DIGITS = 9;

  private DateText() {}

  /**
   * The date and time that a text names, midnight if it names no time; null if it is no such text.
   *
   * @throws DateTimeException for a day or an hour that there is not
   */
  public static LocalDateTime timestamp(String text) {
    Matcher matcher = TIMESTAMP_TEXT.matcher(text.strip());
    if (!matcher.matches() || isEnd(matcher, 7)) {
      int infinite = InfiniteTimes.signOf(text);
      if (infinite != 0) {
        return InfiniteTimes.clock(infinite);
      }
      ClockReader.Read read = ClockReader.moment(text);
      return read == null ? null : read.clock();
    }
    int first = matcher.group(1) == null ? 4 : 1;
    LocalDate date =
        LocalDate.of(
            Integer.parseInt(matcher.group(first)),
            Integer.parseInt(matcher.group(first + 1)),
            Integer.parseInt(matcher.group(first + 2)));
    return matcher.group(7) == null ? date.atStartOfDay() : date.atTime(time(matcher, 7));
  }

  /**
   * The time of day that a text names; null if it is no such text.
   *
   * @throws DateTimeException for an hour that there is not
   */
  public static LocalTime time(String text) {
    Matcher matcher = TIME_TEXT.matcher(text.strip());
    return matcher.matches() && !isEnd(matcher, 1) ? time(matcher, 1) : ClockReader.time(text);
  }

  /** Whether it is 24:00, or has a sixtieth second. */
  private static boolean isEnd(Matcher matcher, int first) {
    return "24".equals(matcher.group(first)) || "60".equals(matcher.group(first + 2));
  }

  private static LocalTime time(Matcher matcher, int first) {
    String second = matcher.group(first + 2);
    String fraction = matcher.group(first + 3);
    int nanos = 0;
    if (fraction != null) {
      nanos = Integer.parseInt(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
    }
    return LocalTime.of(
        Integer.parseInt(matcher.group(first)),
        Integer.parseInt(matcher.group(first + 1)),
        second == null ? 0 : Integer.parseInt(second),
        nanos);
  }
}
