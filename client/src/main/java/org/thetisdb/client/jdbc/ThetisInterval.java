package org.thetisdb.client.jdbc;

import java.time.Duration;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.time.temporal.TemporalUnit;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.value.Interval;

/**
 * A value of type INTERVAL: months, days and microseconds, which are kept apart because a month has
 * no fixed number of days and a day no fixed number of hours. {@code getObject} returns it for a
 * column of that type, and {@code setObject} takes it.
 *
 * <pre>{@code
 * try (Statement statement = connection.createStatement();
 *     ResultSet rows = statement.executeQuery("SELECT INTERVAL '1 mon 2 days 03:04:05'")) {
 *   rows.next();
 *   ThetisInterval interval = rows.getObject(1, ThetisInterval.class);
 *   LocalDateTime due = LocalDateTime.of(2026, 1, 31, 0, 0).plus(interval);
 * }
 * }</pre>
 *
 * <p>Equal intervals have equal parts; SQL's {@code =} takes 24 hours for a day and 30 days for a
 * month. Immutable, safe for all threads.
 */
public final class ThetisInterval implements TemporalAmount {
  private final Interval value;

  private ThetisInterval(Interval value) {
    this.value = value;
  }

  /**
   * An interval of three parts, each of which may be below zero.
   *
   * @param months years and months, in months
   * @param days days
   * @param microseconds hours, minutes and seconds, in microseconds
   * @return an interval of these parts
   */
  public static ThetisInterval of(int months, int days, long microseconds) {
    return new ThetisInterval(new Interval(months, days, microseconds));
  }

  /**
   * An interval of hours, minutes and seconds.
   *
   * @param duration of which nanoseconds below a microsecond are left out
   * @return an interval without months and days
   * @throws ArithmeticException if it is longer than 292,000 years
   */
  public static ThetisInterval of(Duration duration) {
    long ofSeconds = Math.multiplyExact(duration.getSeconds(), Interval.US_PER_SECOND);
    long us = TimeUnit.NANOSECONDS.toMicros(duration.getNano());
    return of(0, 0, Math.addExact(ofSeconds, us));
  }

  /**
   * An interval of months and days.
   *
   * @param period years, months and days
   * @return an interval without a part of a day
   * @throws ArithmeticException if years and months come to more than an int holds
   */
  public static ThetisInterval of(Period period) {
    return of(
        Math.toIntExact(period.toTotalMonths()), Math.toIntExact(period.get(ChronoUnit.DAYS)), 0);
  }

  /**
   * Reads a text as PostgreSQL writes it, or one of ISO 8601.
   *
   * @param text such as {@code 1 year 2 mons 3 days 04:05:06.5} or {@code P1Y2M3DT4H5M6.5S}
   * @return what the text says
   * @throws IllegalArgumentException if it is none, or is out of range
   */
  public static ThetisInterval parse(String text) {
    try {
      return new ThetisInterval(
          Interval.read(text)
              .orElseThrow(() -> new IllegalArgumentException("no interval: " + text)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("an interval out of range: " + text, e);
    }
  }

  /** {@return years and months, in months} */
  public int months() {
    return value.months();
  }

  /** {@return days} */
  public int days() {
    return value.days();
  }

  /** {@return hours, minutes and seconds, in microseconds} */
  public long microseconds() {
    return value.us();
  }

  /**
   * The same as a number of seconds, of 24 hours to the day.
   *
   * @return how long it takes
   * @throws ArithmeticException if it has months, which are of no fixed length
   */
  public Duration toDuration() {
    if (value.months() != 0) {
      throw new ArithmeticException("months have no fixed length: " + value);
    }
    return Duration.ofDays(value.days()).plus(value.us(), ChronoUnit.MICROS);
  }

  /**
   * The same as years, months and days.
   *
   * @return 12 months are a year
   * @throws ArithmeticException if it has hours, minutes or seconds
   */
  public Period toPeriod() {
    if (value.us() != 0) {
      throw new ArithmeticException("there is a part of a day: " + value);
    }
    int year = Interval.MONTHS_PER_YEAR;
    return Period.of(value.months() / year, value.months() % year, value.days());
  }

  /** Months, days and microseconds. */
  @Override
  public List<TemporalUnit> getUnits() {
    return List.of(ChronoUnit.MONTHS, ChronoUnit.DAYS, ChronoUnit.MICROS);
  }

  /**
   * One of the three parts.
   *
   * @throws UnsupportedTemporalTypeException for a unit that is not one of {@link #getUnits}
   */
  @Override
  public long get(TemporalUnit unit) {
    if (unit == ChronoUnit.MONTHS) {
      return value.months();
    }
    if (unit == ChronoUnit.DAYS) {
      return value.days();
    }
    if (unit == ChronoUnit.MICROS) {
      return value.us();
    }
    throw new UnsupportedTemporalTypeException("Unsupported unit: " + unit);
  }

  /** Adds months first, then days, then the rest, as SQL does. */
  @Override
  public Temporal addTo(Temporal temporal) {
    return moved(temporal, 1);
  }

  /** Takes away months first, then days, then the rest, as SQL does. */
  @Override
  public Temporal subtractFrom(Temporal temporal) {
    return moved(temporal, -1);
  }

  private Temporal moved(Temporal temporal, int sign) {
    Temporal moved = temporal;
    for (TemporalUnit unit : getUnits()) {
      long amount = get(unit);
      moved = amount == 0 ? moved : moved.plus(Math.multiplyExact(sign, amount), unit);
    }
    return moved;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ThetisInterval interval
        && value.months() == interval.value.months()
        && value.days() == interval.value.days()
        && value.us() == interval.value.us();
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /** As PostgreSQL writes it: {@code 1 year 2 mons 3 days 04:05:06.5}. */
  @Override
  public String toString() {
    return value.toString();
  }
}
