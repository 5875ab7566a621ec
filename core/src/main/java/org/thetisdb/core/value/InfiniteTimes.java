package org.thetisdb.core.value;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * The dates and times that SQL writes as {@code infinity} and {@code -infinity}: the last and the
 * first ones that a row can hold, so that they are stored, sent, compared and sorted as all others.
 * What calculates with times has to ask for them. Stateless.
 */
public final class InfiniteTimes {
  /** What the later one is called. */
  public static final String LATER = "infinity";

  /** What the earlier one is called. */
  public static final String EARLIER = "-infinity";

  private static final LocalDate LAST_DATE = LocalDate.ofEpochDay(Integer.MAX_VALUE);
  private static final LocalDate FIRST_DATE = LocalDate.ofEpochDay(Integer.MIN_VALUE);
  private static final Instant LAST = Timestamps.ofMicros(Long.MAX_VALUE);
  private static final Instant FIRST = Timestamps.ofMicros(Long.MIN_VALUE);
  private static final LocalDateTime LAST_CLOCK = LocalDateTime.ofInstant(LAST, ZoneOffset.UTC);
  private static final LocalDateTime FIRST_CLOCK = LocalDateTime.ofInstant(FIRST, ZoneOffset.UTC);

  private InfiniteTimes() {}

  /** 1 for what is after all others, -1 for what is before them, 0 for every other value. */
  public static int sign(Object value) {
    if (value instanceof LocalDate date) {
      return date.equals(LAST_DATE) ? 1 : date.equals(FIRST_DATE) ? -1 : 0;
    }
    if (value instanceof LocalDateTime clock) {
      return clock.equals(LAST_CLOCK) ? 1 : clock.equals(FIRST_CLOCK) ? -1 : 0;
    }
    if (value instanceof Instant time) {
      return time.equals(LAST) ? 1 : time.equals(FIRST) ? -1 : 0;
    }
    return 0;
  }

  /** The same of a text. */
  public static int signOf(String text) {
    String word = text.strip();
    if (word.length() > EARLIER.length()) {
      return 0;
    }
    return switch (word.toLowerCase(Locale.ROOT)) {
      case LATER -> 1;
      case EARLIER -> -1;
      default -> 0;
    };
  }

  /** How it is written; null for a sign of 0. */
  public static String text(int sign) {
    return sign > 0 ? LATER : sign < 0 ? EARLIER : null;
  }

  /** The date with a sign that is not 0. */
  public static LocalDate date(int sign) {
    return sign > 0 ? LAST_DATE : FIRST_DATE;
  }

  /** The clock with a sign that is not 0. */
  public static LocalDateTime clock(int sign) {
    return sign > 0 ? LAST_CLOCK : FIRST_CLOCK;
  }

  /** The point in time with a sign that is not 0. */
  public static Instant instant(int sign) {
    return sign > 0 ? LAST : FIRST;
  }
}
