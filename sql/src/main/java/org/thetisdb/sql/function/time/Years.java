package org.thetisdb.sql.function.time;

import java.time.LocalDate;
import java.time.temporal.IsoFields;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.linq4j.function.Deterministic;
import org.apache.calcite.sql.SqlIntervalQualifier;

/**
 * Years and what counts them as people say them: before year 1 came year 1 BC, which is -1. A year
 * of Java or of ISO 8601 that is 0 is 1 BC. Generated code calls it. Stateless.
 */
@Deterministic
public final class Years {
  private Years() {}

  /** EXTRACT of a date, in days since 1970. */
  public static long unixDateExtract(TimeUnitRange part, long day) {
    return switch (part) {
      case YEAR -> said(LocalDate.ofEpochDay(day).getYear());
      case ISOYEAR -> said(LocalDate.ofEpochDay(day).get(IsoFields.WEEK_BASED_YEAR));
      case DECADE -> Math.floorDiv(LocalDate.ofEpochDay(day).getYear(), 10);
      case CENTURY -> hundreds(LocalDate.ofEpochDay(day).getYear(), 100);
      case MILLENNIUM -> hundreds(LocalDate.ofEpochDay(day).getYear(), 1_000);
      default -> DateTimeUtils.unixDateExtract(part, day);
    };
  }

  /** DATE_PART of a date, in days since 1970. */
  public static long unixDateExtract(String part, long day) {
    TimeUnit unit = SqlIntervalQualifier.stringToDatePartTimeUnit(part);
    return unixDateExtract(TimeUnitRange.of(unit, null), day);
  }

  /** A year of ISO 8601, as it is said. */
  static int said(int year) {
    return year > 0 ? year : year - 1;
  }

  /** Which hundred, or thousand, a year of ISO 8601 is in; the first one begins with year 1. */
  static int hundreds(int year, int length) {
    return year > 0 ? (year + length - 1) / length : -((length - said(year) - 1) / length);
  }
}
