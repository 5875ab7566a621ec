package org.thetisdb.core.value;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.core.value.Interval.Field;

/**
 * Reads texts of intervals as PostgreSQL does, ISO 8601's among them: a part of a month becomes
 * days of 30 to the month, a part of a day hours. For one text; not thread-safe.
 */
final class IntervalReader {
  private static final int LONGEST_CHARS = 200;

  /** One part and what separates it from the next one. */
  private static final Pattern PART =
      Pattern.compile(
          "(?:([+-]?)(\\d{1,12}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{0,12})?)|(\\.\\d{1,12}))?"
              + "|([+-]?)(\\d{1,9})-(\\d{1,2})"
              + "|([+-]?(?:\\d{1,18}(?:\\.\\d{0,12})?|\\.\\d{1,12}))"
              + "|([A-Za-z]{1,20}))[\\s,]*");

  /** A sign may stand apart from its number. */
  private static final Pattern SIGN = Pattern.compile("([+-])\\s+(?=[\\d.])");

  private static final Pattern ISO_PART =
      Pattern.compile("([+-]?(?:\\d{1,18}(?:\\.\\d{0,12})?|\\.\\d{1,12}))([YMWDHS])|(T)");

  private static final Pattern ISO_DATE =
      Pattern.compile(
          "P(\\d{4})-(\\d{2})-(\\d{2})(?:T(\\d{2}):(\\d{2}):(\\d{2}(?:\\.\\d{1,12})?))?");

  /** The names of units without an S at the end. */
  private static final Map<String, Unit> UNITS =
      Map.ofEntries(
          Map.entry("US", Unit.MICROSECOND),
          Map.entry("USEC", Unit.MICROSECOND),
          Map.entry("MICROSECOND", Unit.MICROSECOND),
          Map.entry("MS", Unit.MILLISECOND),
          Map.entry("MSEC", Unit.MILLISECOND),
          Map.entry("MILLISECOND", Unit.MILLISECOND),
          Map.entry("S", Unit.SECOND),
          Map.entry("SEC", Unit.SECOND),
          Map.entry("SECOND", Unit.SECOND),
          Map.entry("M", Unit.MINUTE),
          Map.entry("MIN", Unit.MINUTE),
          Map.entry("MINUTE", Unit.MINUTE),
          Map.entry("H", Unit.HOUR),
          Map.entry("HR", Unit.HOUR),
          Map.entry("HOUR", Unit.HOUR),
          Map.entry("D", Unit.DAY),
          Map.entry("DAY", Unit.DAY),
          Map.entry("W", Unit.WEEK),
          Map.entry("WEEK", Unit.WEEK),
          Map.entry("MON", Unit.MONTH),
          Map.entry("MONTH", Unit.MONTH),
          Map.entry("Y", Unit.YEAR),
          Map.entry("YR", Unit.YEAR),
          Map.entry("YEAR", Unit.YEAR),
          Map.entry("DEC", Unit.DECADE),
          Map.entry("DECADE", Unit.DECADE),
          Map.entry("C", Unit.CENTURY),
          Map.entry("CENT", Unit.CENTURY),
          Map.entry("CENTURY", Unit.CENTURY),
          Map.entry("CENTURIE", Unit.CENTURY),
          Map.entry("MIL", Unit.MILLENNIUM),
          Map.entry("MILLENNIUM", Unit.MILLENNIUM),
          Map.entry("MILLENNIA", Unit.MILLENNIUM));

  private enum Unit {
    MICROSECOND(1),
    MILLISECOND(1_000),
    SECOND(Interval.US_PER_SECOND),
    MINUTE(Interval.US_PER_MINUTE),
    HOUR(Interval.US_PER_HOUR),
    DAY(Interval.US_PER_DAY),
    WEEK(7),
    MONTH(1),
    YEAR(12),
    DECADE(120),
    CENTURY(1_200),
    MILLENNIUM(12_000);

    /** Microseconds up to a day, days of a week, months above. */
    private final long size;

    Unit(long size) {
      this.size = size;
    }
  }

  private final Set<Unit> seen = new HashSet<>();
  private long months;
  private long days;
  private long us;

  private IntervalReader() {}

  static Optional<Interval> read(String text, Field last, boolean minuteToSecond) {
    String rest = text.strip();
    if (rest.isEmpty() || rest.length() > LONGEST_CHARS) {
      return Optional.empty();
    }
    IntervalReader reader = new IntervalReader();
    boolean iso = rest.charAt(0) == 'P';
    boolean read = iso ? reader.iso(rest) : reader.parts(rest, last, minuteToSecond);
    return read ? Optional.of(reader.whole()) : Optional.empty();
  }

  private Interval whole() {
    return new Interval(Math.toIntExact(months), Math.toIntExact(days), us);
  }

  private boolean parts(String text, Field last, boolean minuteToSecond) {
    String unsigned = text.charAt(0) == '@' ? text.substring(1).strip() : text;
    String rest = SIGN.matcher(unsigned).replaceAll("$1");
    Matcher part = PART.matcher(rest);
    BigDecimal number = null;
    int at = 0;
    while (at < rest.length()) {
      if (!part.find(at) || part.start() != at) {
        return false;
      }
      at = part.end();
      boolean read;
      if (part.group(9) != null) {
        read = number == null;
        number = new BigDecimal(part.group(9));
      } else if (part.group(10) != null) {
        boolean ago = part.group(10).equalsIgnoreCase("ago");
        read = ago ? at == rest.length() && number == null && ago() : unit(number, part.group(10));
        number = null;
      } else {
        // a bare number before a clock counts days
        read = number == null || add(number, Unit.DAY);
        number = null;
        read &= part.group(7) != null ? yearsAndMonths(part) : clock(part, minuteToSecond);
      }
      if (!read) {
        return false;
      }
    }
    return number == null ? !seen.isEmpty() : add(number, bare(last));
  }

  private static Unit bare(Field last) {
    return switch (last) {
      case YEAR -> Unit.YEAR;
      case MONTH -> Unit.MONTH;
      case DAY -> Unit.DAY;
      case HOUR -> Unit.HOUR;
      case MINUTE -> Unit.MINUTE;
      case SECOND -> Unit.SECOND;
    };
  }

  private boolean ago() {
    months = -months;
    days = -days;
    us = Math.negateExact(us);
    return !seen.isEmpty();
  }

  private boolean unit(BigDecimal number, String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    Unit unit = UNITS.get(upper);
    if (unit == null && upper.endsWith("S")) {
      unit = UNITS.get(upper.substring(0, upper.length() - 1));
    }
    return number != null && unit != null && add(number, unit);
  }

  /** ISO 8601's other form, {@code P0001-02-03T04:05:06}. */
  private boolean isoDate(Matcher date) {
    boolean read =
        add(new BigDecimal(date.group(1)), Unit.YEAR)
            && add(new BigDecimal(date.group(2)), Unit.MONTH)
            && add(new BigDecimal(date.group(3)), Unit.DAY);
    return date.group(4) == null
        ? read
        : read
            && add(new BigDecimal(date.group(4)), Unit.HOUR)
            && add(new BigDecimal(date.group(5)), Unit.MINUTE)
            && add(new BigDecimal(date.group(6)), Unit.SECOND);
  }

  private boolean iso(String text) {
    Matcher date = ISO_DATE.matcher(text);
    if (date.matches()) {
      return isoDate(date);
    }
    Matcher part = ISO_PART.matcher(text);
    boolean time = false;
    int at = 1;
    while (at < text.length()) {
      if (!part.find(at) || part.start() != at) {
        return false;
      }
      at = part.end();
      if (part.group(3) != null) {
        time = true;
        continue;
      }
      char letter = part.group(2).charAt(0);
      Unit unit = isoUnit(letter, time);
      if (unit == null || !add(new BigDecimal(part.group(1)), unit)) {
        return false;
      }
    }
    return !seen.isEmpty();
  }

  private static Unit isoUnit(char letter, boolean time) {
    return switch (letter) {
      case 'Y' -> time ? null : Unit.YEAR;
      case 'M' -> time ? Unit.MINUTE : Unit.MONTH;
      case 'W' -> time ? null : Unit.WEEK;
      case 'D' -> time ? null : Unit.DAY;
      case 'H' -> time ? Unit.HOUR : null;
      default -> time ? Unit.SECOND : null;
    };
  }

  private boolean yearsAndMonths(Matcher part) {
    long read = Long.parseLong(part.group(7)) * 12 + Long.parseLong(part.group(8));
    if (Long.parseLong(part.group(8)) >= 12) {
      throw new ArithmeticException("months of a year");
    }
    months = Math.addExact(months, part.group(6).equals("-") ? -read : read);
    return areNew(Unit.YEAR, Unit.MONTH);
  }

  private boolean clock(Matcher part, boolean minuteToSecond) {
    long first = Long.parseLong(part.group(2));
    long second = Long.parseLong(part.group(3));
    boolean minutes = part.group(5) != null || (minuteToSecond && part.group(4) == null);
    BigDecimal seconds =
        new BigDecimal(minutes ? second + nothing(part.group(5)) : "0" + nothing(part.group(4)));
    long hours = minutes ? 0 : first;
    long ofHour = minutes ? first : second;
    if (ofHour > 59 || seconds.compareTo(BigDecimal.valueOf(60)) > 0) {
      throw new ArithmeticException("minutes or seconds");
    }
    long read =
        Math.addExact(
            Math.multiplyExact(hours, Interval.US_PER_HOUR),
            ofHour * Interval.US_PER_MINUTE + micros(seconds, Interval.US_PER_SECOND));
    us = Math.addExact(us, part.group(1).equals("-") ? -read : read);
    return areNew(Unit.HOUR, Unit.MINUTE, Unit.SECOND);
  }

  private boolean areNew(Unit... units) {
    boolean fresh = true;
    for (Unit unit : units) {
      fresh &= seen.add(unit);
    }
    return fresh;
  }

  private static String nothing(String text) {
    return text == null ? "" : text;
  }

  private static long micros(BigDecimal number, long size) {
    return number
        .multiply(BigDecimal.valueOf(size))
        .setScale(0, RoundingMode.HALF_EVEN)
        .longValueExact();
  }

  /** Adds a number of units; false if there were such before. */
  private boolean add(BigDecimal number, Unit unit) {
    long whole = number.setScale(0, RoundingMode.DOWN).longValueExact();
    BigDecimal rest = number.subtract(BigDecimal.valueOf(whole));
    switch (unit) {
      case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR ->
          us = Math.addExact(us, micros(number, unit.size));
      case DAY -> {
        days = Math.addExact(days, whole);
        us = Math.addExact(us, micros(rest, unit.size));
      }
      case WEEK -> addDays(Math.multiplyExact(whole, unit.size), rest, unit.size);
      case MONTH -> {
        months = Math.addExact(months, whole);
        addDays(0, rest, Interval.DAYS_PER_MONTH);
      }
      case YEAR, DECADE, CENTURY, MILLENNIUM -> {
        months = Math.addExact(months, Math.multiplyExact(whole, unit.size));
        months = Math.addExact(months, micros(rest, unit.size));
      }
    }
    return seen.add(unit);
  }

  private void addDays(long whole, BigDecimal rest, long size) {
    BigDecimal more = rest.multiply(BigDecimal.valueOf(size));
    long ofThem = more.setScale(0, RoundingMode.DOWN).longValueExact();
    days = Math.addExact(days, Math.addExact(whole, ofThem));
    us = Math.addExact(us, micros(more.subtract(BigDecimal.valueOf(ofThem)), Interval.US_PER_DAY));
  }
}
