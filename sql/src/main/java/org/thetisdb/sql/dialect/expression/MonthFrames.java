package org.thetisdb.sql.dialect.expression;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.value.Interval;
import org.thetisdb.sql.function.time.IntervalFunctions;

/**
 * Distances of months in frames of RANGE: as numbers they stand for no number of microseconds, so
 * generated code calls a function in place of its sum. Stateless.
 */
@Deterministic
public final class MonthFrames {
  /** Above all other distances. */
  private static final long MARK = 1L << 61;

  private static final long DESCENDING = 1L << 40;

  /** What is in place of NULL is that far away. */
  private static final long FAR = 1L << 62;

  private MonthFrames() {}

  /** The distance of a number of months, where times ascend or not. */
  static long mark(int months, boolean descending) {
    return MARK + (descending ? DESCENDING : 0) + months;
  }

  /** Whether a constant is such a distance. */
  public static boolean isMarked(Object constant) {
    return constant instanceof Long number && number >= MARK && number < MARK + 2 * DESCENDING;
  }

  /**
   * For generated code: a time that many months later.
   *
   * @param key microseconds, negative where times descend
   * @param mark months
   */
  public static long later(long key, long mark) {
    return moved(key, mark, 1);
  }

  /** For generated code: the same, earlier. */
  public static long earlier(long key, long mark) {
    return moved(key, mark, -1);
  }

  private static long moved(long key, long mark, int direction) {
    if (key == FAR || key == -FAR) {
      return key;
    }
    boolean descending = mark >= MARK + DESCENDING;
    int months = (int) (mark - MARK - (descending ? DESCENDING : 0));
    return descending
        ? -IntervalFunctions.plus(-key, new Interval(-direction * months, 0, 0))
        : IntervalFunctions.plus(key, new Interval(direction * months, 0, 0));
  }
}
