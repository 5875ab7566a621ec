package org.thetisdb.integrations.hibernate;

import jakarta.persistence.TemporalType;
import org.hibernate.dialect.Dialect;
import org.hibernate.query.sqm.IntervalType;
import org.hibernate.query.sqm.TemporalUnit;

/**
 * How times are moved and subtracted, by way of intervals, which know fractions of a second and
 * time zones. What Hibernate calculates with itself is a number of nanoseconds, as it keeps a
 * {@code Duration} in a column of numbers. Stateless.
 */
final class TimePatterns {
  private TimePatterns() {}

  static String add(TemporalUnit unit, TemporalType type, IntervalType intervalType) {
    if (intervalType != null) {
      return "(?2+?3)";
    }
    String sum = "?3+" + interval(unit);
    return type == TemporalType.DATE ? "cast(" + sum + " as date)" : "(" + sum + ")";
  }

  private static String interval(TemporalUnit unit) {
    return switch (unit) {
      case NANOSECOND, NATIVE -> "(?2)/1e3*interval '1 microsecond'";
      case QUARTER -> "(?2)*interval '3 month'";
      default -> "(?2)*interval '1 " + unit + "'";
    };
  }

  static String difference(Dialect dialect, TemporalUnit unit, TemporalType from, TemporalType to) {
    if (unit == null) {
      return "(?3-?2)";
    }
    if (from == TemporalType.DATE && to == TemporalType.DATE && isOfDays(unit)) {
      return "(?3-?2)" + TemporalUnit.DAY.conversionFactor(unit, dialect);
    }
    return switch (unit) {
      case YEAR -> "extract(year from age(?3,?2))";
      case QUARTER -> "((" + months() + ")/3)";
      case MONTH -> "(" + months() + ")";
      case WEEK -> "(extract(day from ?3-?2)/7)";
      case DAY -> "extract(day from ?3-?2)";
      case HOUR -> "trunc(extract(epoch from ?3-?2)/3600)";
      case MINUTE -> "trunc(extract(epoch from ?3-?2)/60)";
      case SECOND -> "trunc(extract(epoch from ?3-?2))";
      case NANOSECOND, NATIVE -> "(extract(epoch from ?3-?2)*1000000000)";
      default -> "extract(" + unit + " from ?3-?2)";
    };
  }

  private static String months() {
    return "extract(year from age(?3,?2))*12+extract(month from age(?3,?2))";
  }

  private static boolean isOfDays(TemporalUnit unit) {
    return unit != TemporalUnit.YEAR && unit != TemporalUnit.QUARTER && unit != TemporalUnit.MONTH;
  }
}
