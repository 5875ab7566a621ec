package org.thetisdb.sql.function.time;

import org.thetisdb.core.value.Interval;

/** What SUM and AVG of intervals keep of a group. Not thread-safe. */
public final class IntervalTotal {
  private Interval sum;
  private long count;

  /** Another value, which may be null. */
  IntervalTotal plus(Interval value) {
    if (value != null) {
      sum = sum == null ? value : IntervalFunctions.sum(sum, value);
      count++;
    }
    return this;
  }

  /** SUM, as generated code calls it. */
  public static final class Sum {
    /** Nothing yet. */
    public IntervalTotal init() {
      return new IntervalTotal();
    }

    /** Adds a value. */
    public IntervalTotal add(IntervalTotal total, Interval value) {
      return total.plus(value);
    }

    /** Null of no values. */
    public Interval result(IntervalTotal total) {
      return total.sum;
    }
  }

  /** AVG, as generated code calls it. */
  public static final class Average {
    /** Nothing yet. */
    public IntervalTotal init() {
      return new IntervalTotal();
    }

    /** Adds a value. */
    public IntervalTotal add(IntervalTotal total, Interval value) {
      return total.plus(value);
    }

    /** Null of no values. */
    public Interval result(IntervalTotal total) {
      return total.count == 0 ? null : IntervalFunctions.dividedBy(total.sum, total.count);
    }
  }
}
