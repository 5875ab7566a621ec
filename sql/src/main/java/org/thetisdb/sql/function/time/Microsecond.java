package org.thetisdb.sql.function.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Timestamps;

/**
 * Timestamps as they are calculated with: microseconds since 1970, of a clock without a zone as if
 * it showed UTC. Stateless.
 */
@Deterministic
public final class Microsecond {
  static final long US_PER_MS = 1_000;
  static final long US_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_US = 1_000;
  private static final int DIGITS = 6;

  private Microsecond() {}

  /** The microseconds of a point in time; what is shorter is left out. */
  public static long of(Instant time) {
    try {
      return Timestamps.toMicros(time);
    } catch (IllegalArgumentException e) {
      throw outOfRange(time).causedBy(e);
    }
  }

  /** The microseconds of a clock. */
  static long of(LocalDateTime time) {
    return of(time.toInstant(ZoneOffset.UTC));
  }

  /** The point in time. */
  public static Instant instant(long us) {
    return Instant.ofEpochSecond(
        Math.floorDiv(us, US_PER_SECOND), Math.floorMod(us, US_PER_SECOND) * NANOS_PER_US);
  }

  /** What a clock shows. */
  public static LocalDateTime clock(long us) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(us, US_PER_SECOND),
        (int) Math.floorMod(us, US_PER_SECOND) * NANOS_PER_US,
        ZoneOffset.UTC);
  }

  /** For generated code: the midnight with which a date begins. */
  public static long ofDate(int days) {
    return InfiniteTime.ofDate(days);
  }

  /** For generated code: the millisecond in which a time lies. */
  public static long toMs(long us) {
    return Math.floorDiv(InfiniteTime.finite(us), US_PER_MS);
  }

  /** For generated code: the millisecond in which a time lies; 0 for an infinite one. */
  public static long toMsOrZero(long us) {
    return InfiniteTime.is(us) ? 0 : Math.floorDiv(us, US_PER_MS);
  }

  /** For generated code: the millisecond that begins next, or now. */
  public static long toMsUp(long us) {
    return -Math.floorDiv(-InfiniteTime.finite(us), US_PER_MS);
  }

  /** For generated code: a number of milliseconds. */
  public static long ofMs(long ms) {
    try {
      return Math.multiplyExact(ms, US_PER_MS);
    } catch (ArithmeticException e) {
      throw outOfRange(ms + " ms after 1970").causedBy(e);
    }
  }

  /** For generated code: a time that was moved by milliseconds, with what it has beside these. */
  public static long withRest(long ms, long us) {
    return ofMs(ms) + Math.floorMod(us, US_PER_MS);
  }

  /** For generated code: a time with so many digits of the second. */
  public static long rounded(long us, int digits) {
    if (InfiniteTime.is(us)) {
      return us;
    }
    long step = 1;
    for (int i = digits; i < DIGITS; i++) {
      step *= 10;
    }
    return Math.floorDiv(us + step / 2, step) * step;
  }

  private static ThetisException outOfRange(Object what) {
    return DateFunctions.outOfRange(what.toString());
  }
}
