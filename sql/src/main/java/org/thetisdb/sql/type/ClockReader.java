package org.thetisdb.sql.type;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.JulianFields;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the other spellings of dates and times that PostgreSQL takes, such as {@code Jan 8, 1999},
 * {@code 1/8/1999}, {@code 20240108T040506}, {@code 04:05 PM}, {@code 2024-01-08 04:05 PST}. Of
 * numbers alone the month comes before the day. For one text; not thread-safe.
 */
final class ClockReader {
  private static final int LONGEST_CHARS = 120;
  private static final int NANO_DIGITS = 9;

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> MONTH_NAMES =
      List.of(
          "january",
          "february",
          "march",
          "april",
          "may",
          "june",
          "july",
          "august",
          "september",
          "october",
          "november",
          "december");
  private static final Pattern DAY_NAME =
      Pattern.compile(
          "sun(day)?|mon(day)?|tue(s|sday)?|wed(s|nesday)?|thu(r|rs|rsday)?|fri(day)?|sat(urday)?");

  /** One part, with what separates it from the next one. */
  private static final Pattern PART =
      Pattern.compile(
          "(?:(?<clock>(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.](\\d{0,12}))?)?)"
              + "|(?<date>([A-Za-z]{3,9}|\\d{1,6})([-/.])([A-Za-z]{3,9}|\\d{1,2})\\8(\\d{1,6})(?!\\d))"
              + "|(?<dayofyear>(\\d{4})[.-](\\d{3})(?!\\d))"
              + "|(?<offset>([+-])(\\d{1,2})(?::?(\\d{2})(?::?(\\d{2}))?)?(?!\\d))"
              + "|(?<number>(\\d{1,8})(?:[.](\\d{1,12}))?)"
              + "|(?<julian>[Jj](\\d{1,8}))"
              + "|(?<word>[A-Za-z][A-Za-z_]*(?:/[A-Za-z_]+)*))[\\s,]*");

  private final String text;
  private final boolean timeWanted;
  private Integer year;
  private Integer month;
  private Integer day;
  private LocalDate date;
  private Integer hour;
  private int minute;
  private int second;
  private int nanos;
  private ZoneId zone;
  private boolean clockNext;
  private boolean beforeChrist;

  private ClockReader(String text, boolean timeWanted) {
    this.text = text;
    this.timeWanted = timeWanted;
  }

  /**
   * What a text says.
   *
   * @param clock of a day; where only the time was wanted, that of the first day of 1970
   * @param zone null if it names none
   */
  record Read(LocalDateTime clock, ZoneId zone) {}

  /**
   * The date and time that a text names, midnight if it names no time; null if it is no such text.
   *
   * @throws DateTimeException for a day or an hour that there is not
   */
  static Read moment(String text) {
    ClockReader reader = new ClockReader(text.strip(), false);
    return reader.read() && reader.date() != null
        ? new Read(reader.clock(reader.date()), reader.zone)
        : null;
  }

  /**
   * The time of day that a text names; null if it is no such text.
   *
   * @throws DateTimeException for an hour that there is not
   */
  static LocalTime time(String text) {
    ClockReader reader = new ClockReader(text.strip(), true);
    if (!reader.read() || reader.hour == null) {
      return null;
    }
    LocalDateTime clock = reader.clock(LocalDate.EPOCH);
    if (!clock.toLocalDate().equals(LocalDate.EPOCH)) {
      throw new DateTimeException("the end of the day");
    }
    return clock.toLocalTime();
  }

  private boolean read() {
    if (text.isEmpty() || text.length() > LONGEST_CHARS) {
      return false;
    }
    Matcher part = PART.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!part.find(at) || part.start() != at || !take(part)) {
        return false;
      }
      at = part.end();
    }
    return true;
  }

  private boolean take(Matcher part) {
    if (part.group("clock") != null) {
      return clock(part.group(2), part.group(3), part.group(4), part.group(5));
    }
    if (part.group("date") != null) {
      return date(part.group(7), part.group(9), part.group(10), part.group(8));
    }
    if (part.group("dayofyear") != null) {
      boolean fresh = date() == null;
      date = LocalDate.ofYearDay(Integer.parseInt(part.group(12)), number(part.group(13)));
      return fresh;
    }
    if (part.group("offset") != null) {
      return offset(part.group(15), part.group(16), part.group(17), part.group(18));
    }
    if (part.group("julian") != null) {
      boolean fresh = date() == null;
      date = LocalDate.EPOCH.with(JulianFields.JULIAN_DAY, number(part.group(23)));
      return fresh;
    }
    return part.group("number") != null
        ? number(part.group(20), part.group(21))
        : word(part.group("word"));
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private boolean clock(String hours, String minutes, String seconds, String fraction) {
    if (hour != null) {
      return false;
    }
    hour = number(hours);
    minute = number(minutes);
    second = number(seconds);
    String digits = fraction == null ? "" : fraction;
    nanos = number((digits + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS));
    clockNext = false;
    return true;
  }

  /** Three parts of a date with one separator. */
  private boolean date(String first, String second, String third, String separator) {
    if (date() != null || year != null || month != null || day != null) {
      return false;
    }
    if (isMonth(first)) {
      return separator.equals("-") && setMonth(first) && setDay(second) && setYear(third);
    }
    if (isMonth(second)) {
      return setMonth(second)
          && (first.length() > 2
              ? setYear(first) && setDay(third)
              : setDay(first) && setYear(third));
    }
    if (!isDigits(first) || !isDigits(second)) {
      return false;
    }
    return first.length() > 2
        ? setYear(first) && setMonth(second) && setDay(third)
        : setMonth(first) && setDay(second) && setYear(third);
  }

  private static boolean isDigits(String part) {
    return Character.isDigit(part.charAt(0));
  }

  private boolean isMonth(String part) {
    String lower = part.toLowerCase(Locale.ROOT);
    return MONTHS.contains(lower) || MONTH_NAMES.contains(lower) || lower.equals("sept");
  }

  private boolean setMonth(String part) {
    if (month != null) {
      return false;
    }
    month =
        isDigits(part)
            ? number(part)
            : MONTHS.indexOf(part.toLowerCase(Locale.ROOT).substring(0, 3)) + 1;
    return true;
  }

  private boolean setDay(String part) {
    boolean fresh = day == null && part.length() <= 2 && isDigits(part);
    day = fresh ? Integer.valueOf(part) : day;
    return fresh;
  }

  /** Of two digits the nearest such year, as PostgreSQL takes it. */
  private boolean setYear(String part) {
    if (year != null || !isDigits(part)) {
      return false;
    }
    int read = number(part);
    year = part.length() > 2 ? read : read < 70 ? 2000 + read : 1900 + read;
    return true;
  }

  private boolean offset(String sign, String hours, String minutes, String seconds) {
    if (hour == null || zone != null) {
      return false;
    }
    int total = number(hours) * 3600 + number(minutes) * 60 + number(seconds);
    zone = ZoneOffset.ofTotalSeconds(sign.equals("-") ? -total : total);
    return true;
  }

  private boolean number(String digits, String fraction) {
    boolean dated = date() != null;
    if (hour == null && (clockNext || timeWanted || (dated && digits.length() > 3))) {
      return digits.length() == 6
          ? clock(digits.substring(0, 2), digits.substring(2, 4), digits.substring(4), fraction)
          : digits.length() == 4
              && fraction == null
              && clock(digits.substring(0, 2), digits.substring(2), null, null);
    }
    if (fraction != null) {
      return false;
    }
    if (digits.length() == 8 || digits.length() == 6) {
      int years = digits.length() - 4;
      return !dated
          && setYear(digits.substring(0, years))
          && setMonth(digits.substring(years, years + 2))
          && setDay(digits.substring(years + 2));
    }
    if (digits.length() > 2) {
      return setYear(digits);
    }
    return month == null ? setMonth(digits) : day == null ? setDay(digits) : setYear(digits);
  }

  private boolean word(String written) {
    String word = written.toLowerCase(Locale.ROOT);
    if (isMonth(word)) {
      if (month != null && day == null) {
        // a number in front was the day
        day = month;
        month = null;
      }
      return setMonth(word);
    }
    if (DAY_NAME.matcher(word).matches() || word.equals("at") || word.equals("on")) {
      return true;
    }
    return switch (word) {
      case "am" -> hour != null && half(0);
      case "pm" -> hour != null && half(12);
      case "ad" -> date() != null;
      case "bc" -> {
        beforeChrist = true;
        yield date() != null;
      }
      case "t" -> {
        clockNext = date() != null && hour == null;
        yield clockNext || timeWanted;
      }
      case "epoch" -> {
        boolean fresh = date() == null && hour == null && !timeWanted;
        date = LocalDate.EPOCH;
        yield fresh;
      }
      case "allballs" -> clock("0", "0", null, null);
      default -> zone(written);
    };
  }

  private boolean half(int more) {
    if (hour < 1 || hour > 12) {
      throw new DateTimeException("hour " + hour);
    }
    hour = hour % 12 + more;
    return true;
  }

  private boolean zone(String name) {
    if (zone != null || (hour == null && date() == null)) {
      return false;
    }
    zone = ZoneNames.find(name);
    return zone != null;
  }

  private LocalDate date() {
    if (date == null && year != null && month != null && day != null) {
      date = LocalDate.of(year, month, day);
    }
    return date;
  }

  /** 24:00 and a sixtieth second are the begin of what comes next. */
  private LocalDateTime clock(LocalDate of) {
    if (beforeChrist) {
      throw new DateTimeException("a year before the first");
    }
    int hours = hour == null ? 0 : hour;
    boolean end = hours == 24 && minute == 0 && second == 0 && nanos == 0;
    boolean leap = second == 60 && nanos == 0;
    return of.atTime(LocalTime.of(end ? 0 : hours, minute, leap ? 59 : second, nanos))
        .plusDays(end ? 1 : 0)
        .plusSeconds(leap ? 1 : 0);
  }
}
