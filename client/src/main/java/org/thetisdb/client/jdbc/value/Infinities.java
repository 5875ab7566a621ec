package org.thetisdb.client.jdbc.value;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.thetisdb.core.value.InfiniteTimes;

/**
 * Infinite dates and times in the classes of Java, as PostgreSQL's driver has them: MAX and MIN of
 * those of java.time, and milliseconds far away for those of java.util. Stateless.
 */
public final class Infinities {
  private static final long LAST_MS = 9_223_372_036_825_200_000L;
  private static final long FIRST_MS = -9_223_372_036_832_400_000L;

  private Infinities() {}

  /** The milliseconds of java.util.Date for a sign that is not 0. */
  static long millis(int sign) {
    return sign > 0 ? LAST_MS : FIRST_MS;
  }

  /** The date for a sign that is not 0. */
  static LocalDate date(int sign) {
    return sign > 0 ? LocalDate.MAX : LocalDate.MIN;
  }

  /** The clock for a sign that is not 0. */
  static LocalDateTime clock(int sign) {
    return sign > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
  }

  /** The point in time for a sign that is not 0. */
  static ZonedDateTime zoned(int sign) {
    return (sign > 0 ? OffsetDateTime.MAX : OffsetDateTime.MIN).toZonedDateTime();
  }

  /** 1, -1, or 0 for the milliseconds of a finite one. */
  static int sign(long ms) {
    return ms == LAST_MS ? 1 : ms == FIRST_MS ? -1 : 0;
  }

  /** The infinite date that is sent for one; the same for all others. */
  public static LocalDate sent(LocalDate date) {
    if (date.equals(LocalDate.MAX)) {
      return InfiniteTimes.date(1);
    }
    return date.equals(LocalDate.MIN) ? InfiniteTimes.date(-1) : date;
  }

  /** What is sent for an infinite time of a class of Java; null for all else. */
  public static OffsetDateTime sent(Object value) {
    int sign = 0;
    if (value instanceof LocalDateTime clock) {
      sign = clock.equals(LocalDateTime.MAX) ? 1 : clock.equals(LocalDateTime.MIN) ? -1 : 0;
    } else if (value instanceof Instant time) {
      sign = time.equals(Instant.MAX) ? 1 : time.equals(Instant.MIN) ? -1 : 0;
    } else if (value instanceof OffsetDateTime time) {
      sign = time.equals(OffsetDateTime.MAX) ? 1 : time.equals(OffsetDateTime.MIN) ? -1 : 0;
    } else if (value instanceof Timestamp time) {
      sign = sign(time.getTime());
    }
    return sign == 0 ? null : InfiniteTimes.clock(sign).atOffset(ZoneOffset.UTC);
  }
}
