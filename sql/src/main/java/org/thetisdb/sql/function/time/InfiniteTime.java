package org.thetisdb.sql.function.time;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.core.value.Interval;

/**
 * Infinite dates and times as generated code has them: the largest and smallest numbers of days and
 * microseconds. Stateless.
 */
@Deterministic
public final class InfiniteTime {
  private InfiniteTime() {}

  /** Whether a number of microseconds means one. */
  public static boolean is(long us) {
    return us == Long.MAX_VALUE || us == Long.MIN_VALUE;
  }

  /** Whether a number of days means one. */
  public static boolean isDate(int days) {
    return days == Integer.MAX_VALUE || days == Integer.MIN_VALUE;
  }

  /**
   * For generated code: the same, as an operand of what knows no infinite times.
   *
   * @throws ThetisException NOT_SUPPORTED
   */
  public static long finite(long us) {
    if (is(us)) {
      throw refused(us > 0);
    }
    return us;
  }

  /**
   * For generated code: the same of a date.
   *
   * @throws ThetisException NOT_SUPPORTED
   */
  public static int finiteDate(int days) {
    if (isDate(days)) {
      throw refused(days > 0);
    }
    return days;
  }

  /** For generated code: the same; null for an infinite one. */
  public static Long finiteOrNull(long us) {
    return is(us) ? null : Long.valueOf(us);
  }

  /** For generated code: the same of a date. */
  public static Integer finiteDateOrNull(int days) {
    return isDate(days) ? null : Integer.valueOf(days);
  }

  /** For generated code: what was calculated from a time, which stays if it is infinite. */
  public static long kept(long us, long calculated) {
    return is(us) ? us : calculated;
  }

  /** For generated code: the same of a date. */
  public static int keptDate(int days, int calculated) {
    return isDate(days) ? days : calculated;
  }

  /** For generated code: a date; the first day of 1970 for an infinite one. */
  public static int finiteDateOrZero(int days) {
    return isDate(days) ? 0 : days;
  }

  /** What a part of an infinite time is that grows without end. */
  static double endless(long us) {
    return us > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  /** For generated code: the midnight with which a date begins. */
  public static long ofDate(int days) {
    if (isDate(days)) {
      return days > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
    return days * Interval.US_PER_DAY;
  }

  /** For generated code: the day in which a time lies. */
  public static int dateOf(long us) {
    if (is(us)) {
      return us > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE;
    }
    return (int) Math.floorDiv(us, Interval.US_PER_DAY);
  }

  private static ThetisException refused(boolean later) {
    return new ThetisException(
        ErrorCode.NOT_SUPPORTED,
        "Calculation with '%s' as a date or time (ask isfinite(…) first)"
            .formatted(later ? InfiniteTimes.LATER : InfiniteTimes.EARLIER));
  }
}
