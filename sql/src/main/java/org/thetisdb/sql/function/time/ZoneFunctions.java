package org.thetisdb.sql.function.time;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.ZoneNames;

/**
 * AT TIME ZONE and DATE_BIN as PostgreSQL has them, on times in microseconds since 1970. Stateless.
 */
@Deterministic
public final class ZoneFunctions {
  private static final Pattern OFFSET = Pattern.compile("([+-]?)(\\d{1,2})(?::?(\\d{2}))?");

  private ZoneFunctions() {}

  /**
   * {@code time AT TIME ZONE zone}: of a clock without a zone the point in time at which clocks of
   * the zone show it; of a point in time what these show.
   *
   * @param typeCode the type of the time
   * @throws ThetisException BAD_ARGUMENT for a zone that there is not
   */
  public static long at(Number time, String zone, int typeCode) {
    SqlTypeName type = SqlType.ofCode(typeCode, 0, 0).name();
    ZoneRules rules = rules(zone);
    if (type == SqlTypeName.DATE ? InfiniteTime.isDate(time.intValue()) : isInfinite(time)) {
      return time.longValue() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
    if (type == SqlTypeName.TIMESTAMP) {
      LocalDateTime clock = Microsecond.clock(time.longValue());
      List<ZoneOffset> offsets = rules.getValidOffsets(clock);
      ZoneOffset offset =
          switch (offsets.size()) {
            case 0 -> rules.getTransition(clock).getOffsetBefore();
            case 1 -> offsets.get(0);
            default -> rules.getTransition(clock).getOffsetAfter();
          };
      return Microsecond.of(clock.toInstant(offset));
    }
    long us =
        type == SqlTypeName.DATE
            ? Math.multiplyExact(time.longValue(), Interval.US_PER_DAY)
            : time.longValue();
    ZoneOffset offset = rules.getOffset(Microsecond.instant(us));
    return us + offset.getTotalSeconds() * Microsecond.US_PER_SECOND;
  }

  /** An offset by itself is one to the west, as POSIX has it; java.time's are to the east. */
  private static ZoneRules rules(String zone) {
    String name = zone.strip();
    Matcher offset = OFFSET.matcher(name);
    try {
      if (offset.matches()) {
        int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
        int seconds = Integer.parseInt(offset.group(2)) * 3600 + minutes * 60;
        boolean east = offset.group(1).equals("-");
        return ZoneOffset.ofTotalSeconds(east ? seconds : -seconds).getRules();
      }
      ZoneId known = ZoneNames.find(name);
      return (known != null ? known : ZoneId.of(name)).getRules();
    } catch (DateTimeException e) {
      throw ThetisException.withMessage(
              ErrorCode.BAD_ARGUMENT, "There is no time zone \"%s\".".formatted(zone))
          .causedBy(e);
    }
  }

  /**
   * DATE_BIN: the begin of the stride in which a time lies, of strides that are laid from an
   * origin.
   *
   * @throws ThetisException BAD_ARGUMENT for a stride that is not above 0; NOT_SUPPORTED for months
   */
  public static long dateBin(Interval interval, Number time, Number origin) {
    if (interval.months() != 0) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "DATE_BIN with a stride of months or years");
    }
    long stride = Math.addExact(interval.days() * Interval.US_PER_DAY, interval.us());
    if (stride <= 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "The stride of DATE_BIN must be above 0.");
    }
    if (isInfinite(origin)) {
      throw ThetisException.withMessage(
          ErrorCode.DATETIME_OUT_OF_RANGE, "The origin of DATE_BIN cannot be infinite.");
    }
    if (isInfinite(time)) {
      return time.longValue();
    }
    long from = origin.longValue();
    return from + Math.floorDiv(time.longValue() - from, stride) * stride;
  }

  private static boolean isInfinite(Number us) {
    return InfiniteTime.is(us.longValue());
  }

  /** ISFINITE. */
  public static boolean isFinite(Object time) {
    return time instanceof Integer days
        ? !InfiniteTime.isDate(days)
        : !(time instanceof Long us) || !InfiniteTime.is(us);
  }
}
