package org.thetisdb.core.value;

import java.util.Optional;

/**
 * A span of time as SQL has it: months, days and microseconds, which are kept apart because a month
 * has no fixed number of days and a day no fixed number of hours. Texts are those of PostgreSQL.
 *
 * <p>Spans are compared as if a month had 30 days and a day 24 hours; those that come to the same
 * are equal, whatever their parts are. Immutable.
 *
 * @param months years, too
 * @param days weeks, too
 * @param us hours, minutes and seconds, in microseconds
 * @hidden
 */
public record Interval(int months, int days, long us) implements Comparable<Interval> {
  /** No time at all. */
  public static final Interval ZERO = new Interval(0, 0, 0);

  /** Months of a year. */
  public static final int MONTHS_PER_YEAR = 12;

  /** Days of a month, where one has to be given in days. */
  public static final int DAYS_PER_MONTH = 30;

  public static final long US_PER_SECOND = 1_000_000;
  public static final long US_PER_MINUTE = 60 * US_PER_SECOND;
  public static final long US_PER_HOUR = 60 * US_PER_MINUTE;
  public static final long US_PER_DAY = 24 * US_PER_HOUR;

  /**
   * A unit of a span, the longest first.
   *
   * @hidden
   */
  public enum Field {
    YEAR(1),
    MONTH(2),
    DAY(3),
    HOUR(4),
    MINUTE(5),
    SECOND(0);

    private final int number;

    Field(int number) {
      this.number = number;
    }

    /** The number that stands for it in catalogs; 0 if a type that ends with it drops nothing. */
    public int number() {
      return number;
    }

    /** The unit of a number; SECOND if there is none. */
    public static Field ofNumber(int number) {
      for (Field field : values()) {
        if (field.number == number) {
          return field;
        }
      }
      return SECOND;
    }
  }

  /**
   * Reads a text such as {@code 1 year 2 mons}, {@code 1 day 02:30}, {@code 1-2}, {@code 2 weeks
   * ago} or {@code P1DT12H}.
   *
   * @return empty if it is none
   * @throws ArithmeticException if a part of it is out of range
   */
  public static Optional<Interval> read(String text) {
    return read(text, Field.SECOND, false);
  }

  /**
   * Reads a text with a qualifier of units behind it: {@code '5' DAY}.
   *
   * @param last the last unit of the qualifier, which a bare number counts; nothing shorter than it
   *     is kept
   * @param minuteToSecond whether {@code 10:20} is of minutes and seconds
   * @return empty if it is none
   * @throws ArithmeticException if a part of it is out of range
   */
  public static Optional<Interval> read(String text, Field last, boolean minuteToSecond) {
    return IntervalReader.read(text, last, minuteToSecond).map(read -> read.truncatedTo(last));
  }

  /** Without what is shorter than a unit. */
  public Interval truncatedTo(Field last) {
    return switch (last) {
      case YEAR -> new Interval(months / MONTHS_PER_YEAR * MONTHS_PER_YEAR, 0, 0);
      case MONTH -> new Interval(months, 0, 0);
      case DAY -> new Interval(months, days, 0);
      case HOUR -> new Interval(months, days, us / US_PER_HOUR * US_PER_HOUR);
      case MINUTE -> new Interval(months, days, us / US_PER_MINUTE * US_PER_MINUTE);
      case SECOND -> this;
    };
  }

  private long wholeDays() {
    return (long) months * DAYS_PER_MONTH + days + Math.floorDiv(us, US_PER_DAY);
  }

  private long restUs() {
    return Math.floorMod(us, US_PER_DAY);
  }

  @Override
  public int compareTo(Interval other) {
    int order = Long.compare(wholeDays(), other.wholeDays());
    return order != 0 ? order : Long.compare(restUs(), other.restUs());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Interval interval && compareTo(interval) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(wholeDays()) + Long.hashCode(restUs());
  }

  /** As PostgreSQL writes it: {@code 1 year 2 mons 3 days 04:05:06.5}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    boolean negative = part(text, months / MONTHS_PER_YEAR, "year", false);
    negative = part(text, months % MONTHS_PER_YEAR, "mon", negative);
    negative = part(text, days, "day", negative);
    if (us != 0 || text.isEmpty()) {
      clock(text, negative);
    }
    return text.toString();
  }

  /** A number of units; says whether the last one that was written is below 0. */
  private static boolean part(StringBuilder text, int number, String unit, boolean negative) {
    if (number == 0) {
      return negative;
    }
    text.append(text.isEmpty() ? "" : " ").append(negative && number > 0 ? "+" : "");
    text.append(number).append(' ').append(unit).append(number == 1 ? "" : "s");
    return number < 0;
  }

  private void clock(StringBuilder text, boolean negative) {
    text.append(text.isEmpty() ? "" : " ").append(us < 0 ? "-" : negative ? "+" : "");
    twoDigits(text, Math.abs(us / US_PER_HOUR)).append(':');
    twoDigits(text, Math.abs(us / US_PER_MINUTE % 60)).append(':');
    twoDigits(text, Math.abs(us / US_PER_SECOND % 60));
    long fraction = Math.abs(us % US_PER_SECOND);
    if (fraction != 0) {
      String digits = Long.toString(US_PER_SECOND + fraction).substring(1);
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      text.append('.').append(digits, 0, end);
    }
  }

  private static StringBuilder twoDigits(StringBuilder text, long number) {
    return text.append(number < 10 ? "0" : "").append(number);
  }
}
