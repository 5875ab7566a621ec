package org.thetisdb.sql.function.time;

import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.linq4j.function.Deterministic;

/**
 * The clock of the server's zone, which is UTC, at times in milliseconds since 1970. Calcite reads
 * and writes texts for it, and knows no year before 1. Generated code calls it. Stateless.
 */
@Deterministic
public final class ServerZone {
  private static final long MS_PER_DAY = TimeUnit.DAYS.toMillis(1);

  private ServerZone() {}

  /** The clock's time. */
  public static long timestampWithLocalTimeZoneToTimestamp(long ms, TimeZone utc) {
    return ms;
  }

  /** The clock's day, since 1970. */
  public static int timestampWithLocalTimeZoneToDate(long ms, TimeZone utc) {
    return Math.toIntExact(Math.floorDiv(ms, MS_PER_DAY));
  }

  /** The clock's time of the day, in milliseconds. */
  public static int timestampWithLocalTimeZoneToTime(long ms, TimeZone utc) {
    return (int) Math.floorMod(ms, MS_PER_DAY);
  }
}
