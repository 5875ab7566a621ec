package org.thetisdb.sql.parse;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an interval as PostgreSQL writes it: {@code 1 year 2 months}, {@code 1 day 02:30}, a
 * week {@code ago}. Months are of no fixed length and are kept apart from the rest, in which a day
 * has 24 hours. Immutable.
 *
 * @param months years and months
 * @param ms all else
 */
record IntervalText(long months, long ms) {
  private static final int LONGEST_CHARS = 200;
  private static final BigDecimal MS_PER_SECOND = BigDecimal.valueOf(1_000);
  private static final long SECONDS_PER_DAY = 86_400;

  /** More than the years that a timestamp has. */
  private static final long MOST_MONTHS = 12 * 9_999;

  private static final long MOST_MS = 9_999 * 366 * SECONDS_PER_DAY * 1_000;

  private static final Pattern PART =
      Pattern.compile(
          "\\s*(?:([+-]?\\d{1,9}(?:\\.\\d{1,6})?)\\s*([A-Za-z]+)"
              + "|([+-]?)(\\d{1,6}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,6})?))?)");

  private static final Map<String, Long> MONTHS =
      Map.ofEntries(
          Map.entry("MON", 1L),
          Map.entry("MONTH", 1L),
          Map.entry("Y", 12L),
          Map.entry("YR", 12L),
          Map.entry("YEAR", 12L),
          Map.entry("DECADE", 120L),
          Map.entry("CENTURY", 1_200L),
          Map.entry("CENTURIE", 1_200L));

  private static final Map<String, BigDecimal> SECONDS =
      Map.ofEntries(
          Map.entry("MICROSECOND", new BigDecimal("0.000001")),
          Map.entry("MILLISECOND", new BigDecimal("0.001")),
          Map.entry("MSEC", new BigDecimal("0.001")),
          Map.entry("M", BigDecimal.valueOf(60)),
          Map.entry("SEC", BigDecimal.ONE),
          Map.entry("SECOND", BigDecimal.ONE),
          Map.entry("MIN", BigDecimal.valueOf(60)),
          Map.entry("MINUTE", BigDecimal.valueOf(60)),
          Map.entry("H", BigDecimal.valueOf(3_600)),
          Map.entry("HR", BigDecimal.valueOf(3_600)),
          Map.entry("HOUR", BigDecimal.valueOf(3_600)),
          Map.entry("D", BigDecimal.valueOf(SECONDS_PER_DAY)),
          Map.entry("DAY", BigDecimal.valueOf(SECONDS_PER_DAY)),
          Map.entry("W", BigDecimal.valueOf(7 * SECONDS_PER_DAY)),
          Map.entry("WEEK", BigDecimal.valueOf(7 * SECONDS_PER_DAY)));

  /** Reads a text; null if it is none, or says what cannot be calculated with to the point. */
  static IntervalText of(String text) {
    String rest = text.strip();
    boolean ago = rest.length() > 4 && rest.toUpperCase(Locale.ROOT).endsWith(" AGO");
    rest = ago ? rest.substring(0, rest.length() - 4).stripTrailing() : rest;
    if (rest.isEmpty() || rest.length() > LONGEST_CHARS) {
      return null;
    }
    Matcher part = PART.matcher(rest);
    BigDecimal months = BigDecimal.ZERO;
    BigDecimal seconds = BigDecimal.ZERO;
    int at = 0;
    while (at < rest.length()) {
      if (!part.find(at) || part.start() != at) {
        return null;
      }
      at = part.end();
      if (part.group(1) == null) {
        seconds = seconds.add(clock(part));
        continue;
      }
      BigDecimal number = new BigDecimal(part.group(1));
      Long ofMonths = in(MONTHS, part.group(2));
      BigDecimal ofSeconds = in(SECONDS, part.group(2));
      if (ofMonths != null) {
        months = months.add(number.multiply(BigDecimal.valueOf(ofMonths)));
      } else if (ofSeconds != null) {
        seconds = seconds.add(number.multiply(ofSeconds));
      } else {
        return null;
      }
    }
    return whole(ago ? months.negate() : months, ago ? seconds.negate() : seconds);
  }

  private static <T> T in(Map<String, T> units, String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    T unit = units.get(upper);
    return unit == null && upper.endsWith("S")
        ? units.get(upper.substring(0, upper.length() - 1))
        : unit;
  }

  private static BigDecimal clock(Matcher part) {
    BigDecimal seconds =
        BigDecimal.valueOf(3_600 * Long.parseLong(part.group(4)))
            .add(BigDecimal.valueOf(60 * Long.parseLong(part.group(5))))
            .add(part.group(6) == null ? BigDecimal.ZERO : new BigDecimal(part.group(6)));
    return part.group(3).equals("-") ? seconds.negate() : seconds;
  }

  private static IntervalText whole(BigDecimal months, BigDecimal seconds) {
    try {
      IntervalText read =
          new IntervalText(
              months.setScale(0, RoundingMode.UNNECESSARY).longValueExact(),
              seconds
                  .multiply(MS_PER_SECOND)
                  .setScale(0, RoundingMode.UNNECESSARY)
                  .longValueExact());
      boolean bounded = Math.abs(read.months) <= MOST_MONTHS && Math.abs(read.ms) <= MOST_MS;
      return bounded ? read : null;
    } catch (ArithmeticException e) {
      return null; // parts of a month, or of a millisecond
    }
  }

  /** What stands behind INTERVAL for the months. */
  String monthsSql() {
    return "'" + months + "' MONTH";
  }

  /** What stands behind INTERVAL for all but the months. */
  String restSql() {
    long left = Math.abs(ms);
    long seconds = left / 1_000;
    return "'%s%d %02d:%02d:%02d.%03d' DAY TO SECOND"
        .formatted(
            ms < 0 ? "-" : "",
            seconds / SECONDS_PER_DAY,
            seconds / 3_600 % 24,
            seconds / 60 % 60,
            seconds % 60,
            left % 1_000);
  }
}
