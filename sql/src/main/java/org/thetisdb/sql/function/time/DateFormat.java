package org.thetisdb.sql.function.time;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.List;
import java.util.Locale;

/** TO_CHAR of dates and times, in the form that is calculated with. Stateless. */
public final class DateFormat {
  private static final int LONGEST_NAME = 9;
  private static final List<String> ROMAN =
      List.of("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII");

  private DateFormat() {}

  /** A date, given in days; null for an infinite one, as of times below. */
  public static String dateToChar(int days, String format) {
    return InfiniteTime.isDate(days)
        ? null
        : text(LocalDate.ofEpochDay(days).atStartOfDay(), format, "");
  }

  /** A time without a zone, given in microseconds. */
  public static String timestampToChar(long us, String format) {
    return InfiniteTime.is(us) ? null : text(Microsecond.clock(us), format, "");
  }

  /** A point in time, given in microseconds. */
  public static String zonedToChar(long us, String format) {
    return InfiniteTime.is(us) ? null : text(Microsecond.clock(us), format, "UTC");
  }

  private static String text(LocalDateTime time, String format, String zone) {
    StringBuilder out = new StringBuilder();
    for (DatePattern.Part part : DatePattern.of(format).parts()) {
      if (part.isText()) {
        out.append(part.text());
        continue;
      }
      String shown = name(part, time, zone);
      if (shown == null) {
        shown = number(part, time);
      }
      out.append(shown).append(ordinal(part, shown));
    }
    return out.toString();
  }

  private static String name(DatePattern.Part part, LocalDateTime time, String zone) {
    return switch (part.keyword()) {
      case "MONTH" -> padded(part, time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      case "MON" -> cased(part, time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case "DAY" ->
          padded(part, time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      case "DY" -> cased(part, time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case "RM" -> {
        String roman = cased(part, ROMAN.get(time.getMonthValue() - 1));
        yield part.filled() ? roman : String.format(Locale.ROOT, "%-4s", roman);
      }
      case "AM", "PM" -> cased(part, time.getHour() < 12 ? "AM" : "PM");
      case "A.M.", "P.M." -> cased(part, time.getHour() < 12 ? "A.M." : "P.M.");
      case "AD", "BC" -> cased(part, time.getYear() > 0 ? "AD" : "BC");
      case "A.D.", "B.C." -> cased(part, time.getYear() > 0 ? "A.D." : "B.C.");
      case "TZ" -> cased(part, zone);
      case "OF", "TZH" -> "+00";
      case "TZM" -> "00";
      default -> null;
    };
  }

  /** Whether it is before or after noon; hours go around with the day. */
  static String halfOfDay(DatePattern.Part part, long hours) {
    boolean dotted = part.keyword().contains(".");
    boolean morning = Math.floorMod(hours, 24) < 12;
    return cased(part, morning ? (dotted ? "A.M." : "AM") : dotted ? "P.M." : "PM");
  }

  private static String padded(DatePattern.Part part, String name) {
    String shown = cased(part, name);
    return part.filled() ? shown : shown + " ".repeat(Math.max(0, LONGEST_NAME - shown.length()));
  }

  /** As the word of the format is written: in capitals, with a first capital, or without. */
  private static String cased(DatePattern.Part part, String text) {
    String word = part.text();
    if (Character.isLowerCase(word.charAt(0))) {
      return text.toLowerCase(Locale.ROOT);
    }
    char second = word.charAt(Math.min(1, word.length() - 1));
    return Character.isLowerCase(second)
        ? text.charAt(0) + text.substring(1).toLowerCase(Locale.ROOT)
        : text.toUpperCase(Locale.ROOT);
  }

  private static String number(DatePattern.Part part, LocalDateTime time) {
    int year = time.getYear() > 0 ? time.getYear() : 1 - time.getYear();
    int isoYear = time.get(IsoFields.WEEK_BASED_YEAR);
    int day = time.getDayOfYear();
    int hour = time.getHour() % 12 == 0 ? 12 : time.getHour() % 12;
    return switch (part.keyword()) {
      case "Y,YYY" -> year / 1000 + "," + digits(year % 1000, 3, false);
      case "YYYY" -> digits(part, year, 4);
      case "YYY" -> digits(part, year % 1000, 3);
      case "YY" -> digits(part, year % 100, 2);
      case "Y" -> digits(part, year % 10, 1);
      case "IYYY" -> digits(part, isoYear, 4);
      case "IYY" -> digits(part, isoYear % 1000, 3);
      case "IY" -> digits(part, isoYear % 100, 2);
      case "I" -> digits(part, isoYear % 10, 1);
      case "CC" -> digits(part, (year + 99) / 100, 2);
      case "Q" -> "" + time.get(IsoFields.QUARTER_OF_YEAR);
      case "MM" -> digits(part, time.getMonthValue(), 2);
      case "WW" -> digits(part, (day - 1) / 7 + 1, 2);
      case "W" -> "" + ((time.getDayOfMonth() - 1) / 7 + 1);
      case "IW" -> digits(part, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case "DDD" -> digits(part, day, 3);
      case "DD" -> digits(part, time.getDayOfMonth(), 2);
      case "IDDD" -> digits(part, isoDay(time), 3);
      case "D" -> "" + (time.getDayOfWeek() == DayOfWeek.SUNDAY ? 1 : dayOfWeek(time) + 1);
      case "ID" -> "" + dayOfWeek(time);
      case "J" -> "" + time.getLong(JulianFields.JULIAN_DAY);
      case "HH24" -> digits(part, time.getHour(), 2);
      case "HH12", "HH" -> digits(part, hour, 2);
      case "MI" -> digits(part, time.getMinute(), 2);
      case "SS" -> digits(part, time.getSecond(), 2);
      case "MS" -> digits(part, time.get(ChronoField.MILLI_OF_SECOND), 3);
      case "US" -> digits(part, time.get(ChronoField.MICRO_OF_SECOND), 6);
      case "SSSS", "SSSSS" -> "" + time.get(ChronoField.SECOND_OF_DAY);
      default -> throw new IllegalStateException("a pattern " + part.keyword());
    };
  }

  private static int dayOfWeek(LocalDateTime time) {
    return time.getDayOfWeek().getValue();
  }

  private static int isoDay(LocalDateTime time) {
    return (time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) - 1) * 7 + dayOfWeek(time);
  }

  private static String digits(DatePattern.Part part, int value, int width) {
    return digits(value, width, part.filled());
  }

  private static String digits(int value, int width, boolean filled) {
    String digits = "" + value;
    return filled ? digits : "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  static String ordinal(DatePattern.Part part, String shown) {
    if (part.ordinal().isEmpty()) {
      return "";
    }
    boolean teen = shown.length() > 1 && shown.charAt(shown.length() - 2) == '1';
    String ending =
        switch (teen || shown.isEmpty() ? '0' : shown.charAt(shown.length() - 1)) {
          case '1' -> "st";
          case '2' -> "nd";
          case '3' -> "rd";
          default -> "th";
        };
    return Character.isUpperCase(part.ordinal().charAt(0))
        ? ending.toUpperCase(Locale.ROOT)
        : ending;
  }
}
