package org.thetisdb.sql.type;

import java.time.LocalTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;

/** Texts of intervals, and what else becomes one. Stateless. */
public final class Intervals {
  private Intervals() {}

  /** The text of a value as an interval; of a text, or of a time of the day. */
  static String coerce(SqlType type, Object value, String what) {
    if (value instanceof LocalTime time) {
      long us = TimeUnit.NANOSECONDS.toMicros(time.toNanoOfDay());
      return new Interval(0, 0, us).truncatedTo(type.lastField()).toString();
    }
    if (!(value instanceof String text)) {
      throw Coercion.mismatch(type, value, what);
    }
    return read(text, type.lastField(), false)
        .orElseThrow(() -> Coercion.badDatetime(type, value, what))
        .toString();
  }

  /**
   * Reads a text with a qualifier of units.
   *
   * @return empty if it is no interval
   * @throws ThetisException INTERVAL_OUT_OF_RANGE
   */
  public static Optional<Interval> read(String text, Interval.Field last, boolean minuteToSecond) {
    try {
      return Interval.read(text, last, minuteToSecond);
    } catch (ArithmeticException e) {
      throw outOfRange(Coercion.shown(text)).causedBy(e);
    }
  }

  /** The interval of a text in the form that clients and rows have. */
  public static Interval ofStored(String text) {
    return read(text, Interval.Field.SECOND, false)
        .orElseThrow(() -> new IllegalStateException("no interval in a row: " + text));
  }

  /** The error for an interval that has too many months, days or microseconds. */
  public static ThetisException outOfRange(String what) {
    return ThetisException.withMessage(
        ErrorCode.INTERVAL_OUT_OF_RANGE, "The interval %s is out of range.".formatted(what));
  }
}
