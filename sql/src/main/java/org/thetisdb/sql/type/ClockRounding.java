package org.thetisdb.sql.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.thetisdb.core.value.InfiniteTimes;

/** Rounds times to the digits of a second that a type has, half of one up. Stateless. */
final class ClockRounding {
  private static final int NANO_DIGITS = 9;
  private static final int MICRO_DIGITS = 6;
  private static final long LAST_NANO = LocalTime.MAX.toNanoOfDay();

  private ClockRounding() {}

  /** A time of a day; what would be the end of the day stays in it. */
  static LocalTime time(SqlType type, LocalTime time) {
    long step = step(type);
    long rounded = (time.toNanoOfDay() + step / 2) / step * step;
    return LocalTime.ofNanoOfDay(rounded > LAST_NANO ? LAST_NANO / step * step : rounded);
  }

  /** A clock. */
  static LocalDateTime dateTime(SqlType type, LocalDateTime time) {
    return LocalDateTime.ofInstant(instant(type, time.toInstant(ZoneOffset.UTC)), ZoneOffset.UTC);
  }

  /**
   * A point in time.
   *
   * @throws DateTimeException beyond the last one
   */
  static Instant instant(SqlType type, Instant time) {
    if (InfiniteTimes.sign(time) != 0) {
      return time;
    }
    long step = step(type);
    if (time.getNano() % step == 0) {
      return time;
    }
    long nanos = (time.getNano() + step / 2) / step * step;
    return Instant.ofEpochSecond(time.getEpochSecond(), nanos);
  }

  private static long step(SqlType type) {
    long step = 1;
    int kept = type.isClock() ? type.secondDigits() : MICRO_DIGITS;
    for (int digits = kept; digits < NANO_DIGITS; digits++) {
      step *= 10;
    }
    return step;
  }
}
