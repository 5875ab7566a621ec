package org.thetisdb.core.value;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * Points in time as they are stored: microseconds since 1970-01-01T00:00Z in a {@code long}, some
 * 292,000 years each way. Finer parts are cut off towards the past. Stateless.
 */
public final class Timestamps {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private Timestamps() {}

  /**
   * Microseconds since 1970.
   *
   * @throws IllegalArgumentException if {@code instant} is too far away
   */
  public static long toMicros(Instant instant) {
    long micros = instant.getNano() / 1000;
    long second = instant.getEpochSecond();
    if (second < 0) {
      // one second less to multiply, so that the farthest past does not overflow on the way
      second++;
      micros -= MICROS_PER_SECOND;
    }
    try {
      return Math.addExact(Math.multiplyExact(second, MICROS_PER_SECOND), micros);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("the time " + instant + " is out of range", e);
    }
  }

  /** The point in time {@code micros} microseconds after 1970. */
  public static Instant ofMicros(long micros) {
    long second = Math.floorDiv(micros, MICROS_PER_SECOND);
    return Instant.ofEpochSecond(second, Math.floorMod(micros, MICROS_PER_SECOND) * 1000);
  }

  /** Whether a second of 1970 and a part of it make an {@link Instant}. */
  static boolean isInstant(long epochSecond, int nanos) {
    try {
      return nanos < 1_000_000_000
          && Instant.ofEpochSecond(epochSecond, nanos).getEpochSecond() == epochSecond;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
