package org.thetisdb.sql.function.time;

import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.SpecialDecimals;

/** EXTRACT and DATE_PART of seconds, which have digits behind the point. Stateless. */
@Deterministic
public final class ClockParts {
  private static final int DIGITS = 6;
  private static final int DIGITS_OF_MS = 3;

  private ClockParts() {}

  /** Whether it is one of these parts. */
  public static boolean has(String part) {
    return IntervalParts.digits(part) > 0 || part.toLowerCase(Locale.ROOT).startsWith("microsec");
  }

  /** EXTRACT of a timestamp, in microseconds since 1970. */
  public static BigDecimal exact(String part, long us) {
    if (InfiniteTime.is(us) && part.equalsIgnoreCase("epoch")) {
      return SpecialDecimals.of(InfiniteTime.endless(us));
    }
    long finite = InfiniteTime.finite(us);
    long within = Math.floorMod(finite, Interval.US_PER_MINUTE);
    return switch (part.toLowerCase(Locale.ROOT)) {
      case "epoch" -> BigDecimal.valueOf(finite, DIGITS);
      case "second", "seconds" -> BigDecimal.valueOf(within, DIGITS);
      case "millisecond", "milliseconds" -> BigDecimal.valueOf(within, DIGITS_OF_MS);
      case "microsecond", "microseconds" -> BigDecimal.valueOf(within);
      default -> throw new ThetisException(ErrorCode.NOT_SUPPORTED, "The part " + part);
    };
  }

  /** EXTRACT of a time of the day, in milliseconds. */
  public static BigDecimal exactOfTime(String part, int ms) {
    return exact(part, Microsecond.ofMs(ms));
  }

  /** DATE_PART of a timestamp. */
  public static double part(String part, long us) {
    if (InfiniteTime.is(us) && part.equalsIgnoreCase("epoch")) {
      return InfiniteTime.endless(us);
    }
    return exact(part, us).doubleValue();
  }

  /** DATE_PART of a time of the day. */
  public static double partOfTime(String part, int ms) {
    return exactOfTime(part, ms).doubleValue();
  }
}
