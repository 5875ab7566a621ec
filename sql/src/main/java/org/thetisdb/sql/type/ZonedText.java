package org.thetisdb.sql.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;
import org.thetisdb.core.value.InfiniteTimes;
import org.thetisdb.core.value.TimeTexts;

/**
 * Points in time as SQL writes them: {@code 2026-01-31 12:00:00.5+02}, also with {@code T}, with
 * {@code Z}, with minutes of the offset or the name of a zone behind a blank; UTC without a zone.
 * Other spellings are left to {@link ClockReader}. Stateless.
 */
public final class ZonedText {
  private static final DateTimeFormatter PARSER =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("[ ]['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalEnd()
          .appendPattern("[ ]")
          .optionalStart()
          .appendPattern("[XXX][XX][X]")
          .optionalEnd()
          .optionalStart()
          .appendZoneRegionId()
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  private ZonedText() {}

  /**
   * The point in time that a text names; empty if it names none.
   *
   * @throws DateTimeException for a day or an hour that there is not
   */
  public static Optional<Instant> instant(String text) {
    try {
      TemporalAccessor parsed = PARSER.parse(text.strip());
      LocalDate date = parsed.query(TemporalQueries.localDate());
      ZoneId zone = parsed.query(TemporalQueries.zone());
      LocalTime time = parsed.query(TemporalQueries.localTime());
      LocalDateTime clock = time == null ? date.atStartOfDay() : date.atTime(time);
      return Optional.of(clock.atZone(zone == null ? ZoneOffset.UTC : zone).toInstant());
    } catch (DateTimeException e) {
      return otherwise(text);
    }
  }

  private static Optional<Instant> otherwise(String text) {
    int infinite = InfiniteTimes.signOf(text);
    if (infinite != 0) {
      return Optional.of(InfiniteTimes.instant(infinite));
    }
    ClockReader.Read read = ClockReader.moment(text);
    if (read == null) {
      return Optional.empty();
    }
    ZoneId zone = read.zone() == null ? ZoneOffset.UTC : read.zone();
    return Optional.of(read.clock().atZone(zone).toInstant());
  }

  /** A point in time as PostgreSQL writes it for a session in UTC. */
  public static String of(Instant instant) {
    int infinite = InfiniteTimes.sign(instant);
    if (infinite != 0) {
      return InfiniteTimes.text(infinite);
    }
    return TimeTexts.inUtc(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
  }
}
