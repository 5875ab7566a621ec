package org.thetisdb.sql.function.time;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Reads dates and times of a format, as PostgreSQL's TO_TIMESTAMP does: blanks and signs between
 * numbers need not be those of the format, and what stands behind is not looked at. For one text.
 * Not thread-safe.
 */
final class DateReader {
  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final int MOST_DIGITS = 9;

  private final String text;
  private final Map<String, Long> found = new HashMap<>();
  private int at;

  private DateReader(String text) {
    this.text = text;
  }

  /**
   * The time that a text says; what it does not say is the first possible.
   *
   * @throws ThetisException BAD_DATETIME if it is none of that format
   */
  static LocalDateTime read(String text, String format) {
    DateReader reader = new DateReader(text);
    List<DatePattern.Part> parts = DatePattern.of(format).parts();
    for (int i = 0; i < parts.size(); i++) {
      boolean digitsFollow = i + 1 < parts.size() && parts.get(i + 1).isNumber();
      reader.take(parts.get(i), digitsFollow);
    }
    try {
      return reader.result();
    } catch (DateTimeException e) {
      throw DateFunctions.outOfRange("\"" + text + '"').causedBy(e);
    }
  }

  private void take(DatePattern.Part part, boolean digitsFollow) {
    if (part.isText()) {
      for (int i = 0; i < part.text().length(); i++) {
        boolean letter = Character.isLetterOrDigit(part.text().charAt(i));
        if (at < text.length() && (letter || !Character.isLetterOrDigit(text.charAt(at)))) {
          at++;
        }
      }
      return;
    }
    while (at < text.length() && !Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    if (at == text.length() && !found.isEmpty()) {
      return; // what is not there is as if the format did not ask for it
    }
    if (part.isNumber()) {
      number(part, digitsFollow);
      at = Math.min(text.length(), at + part.ordinal().length());
    } else {
      word(part);
    }
  }

  private void number(DatePattern.Part part, boolean digitsFollow) {
    int width =
        switch (part.keyword()) {
          case "Y", "I", "D", "ID", "Q", "W" -> 1;
          case "YYYY", "IYYY" -> digitsFollow ? 4 : MOST_DIGITS;
          case "YYY", "IYY", "DDD", "IDDD", "MS" -> 3;
          case "Y,YYY" -> 5;
          case "US" -> 6;
          case "SSSS", "SSSSS" -> 5;
          case "J" -> MOST_DIGITS;
          default -> 2;
        };
    int begin = at;
    while (at < text.length() && at - begin < width && isDigit(part, text.charAt(at))) {
      at++;
    }
    if (at == begin) {
      throw unreadable(part);
    }
    String digits = text.substring(begin, at).replace(",", "");
    long value = Long.parseLong(digits);
    found.put(
        key(part.keyword()),
        switch (part.keyword()) {
          case "YY", "IY" -> digits.length() > 2 ? value : value < 70 ? 2000 + value : 1900 + value;
          case "YYY", "IYY" -> value < 520 ? 2000 + value : 1000 + value;
          case "Y", "I" -> 2000 + value;
          case "MS" -> value * power(3 - digits.length());
          case "US" -> value * power(6 - digits.length());
          default -> value;
        });
  }

  private static boolean isDigit(DatePattern.Part part, char c) {
    return (c >= '0' && c <= '9') || (c == ',' && part.keyword().equals("Y,YYY"));
  }

  private static long power(int exponent) {
    return exponent <= 0 ? 1 : 10 * power(exponent - 1);
  }

  /** Patterns that tell the same have one key. */
  private static String key(String keyword) {
    return switch (keyword) {
      case "YYYY", "YYY", "YY", "Y", "Y,YYY" -> "YYYY";
      case "IYYY", "IYY", "IY", "I" -> "IYYY";
      case "HH12", "HH" -> "HH12";
      case "SSSS", "SSSSS" -> "SSSS";
      default -> keyword;
    };
  }

  private void word(DatePattern.Part part) {
    int begin = at;
    while (at < text.length() && (Character.isLetter(text.charAt(at)) || isDot(part))) {
      at++;
    }
    String word = text.substring(begin, at).toUpperCase(Locale.ROOT);
    switch (part.keyword()) {
      case "MONTH", "MON" -> {
        int month = word.length() < 3 ? -1 : MONTHS.indexOf(word.substring(0, 3));
        if (month < 0) {
          at = begin;
          throw unreadable(part);
        }
        if (part.keyword().equals("MON")) {
          at = begin + 3;
        }
        found.put("MM", month + 1L);
      }
      case "AM", "PM", "A.M.", "P.M." -> found.put("PM", word.startsWith("P") ? 1L : 0L);
      default -> {
        // names of days and zones tell nothing
      }
    }
  }

  private boolean isDot(DatePattern.Part part) {
    return text.charAt(at) == '.' && part.keyword().indexOf('.') >= 0;
  }

  private ThetisException unreadable(DatePattern.Part part) {
    String rest = text.substring(at, Math.min(text.length(), at + 20));
    return ThetisException.withMessage(
        ErrorCode.BAD_DATETIME,
        "\"%s\" is not what the format has as %s.".formatted(rest, part.text()));
  }

  private LocalDateTime result() {
    if (found.containsKey("SSSS")) {
      return date().atStartOfDay().plusSeconds(get("SSSS", 0));
    }
    long hour = get("HH24", 0);
    if (found.containsKey("HH12")) {
      long twelve = get("HH12", 12);
      if (twelve < 1 || twelve > 12) {
        throw new DateTimeException("hour " + twelve);
      }
      hour = twelve % 12 + 12 * get("PM", 0);
    }
    long micros = 1000 * get("MS", 0) + get("US", 0);
    return date()
        .atTime((int) hour, (int) get("MI", 0), (int) get("SS", 0))
        .plusNanos(1000 * micros);
  }

  private LocalDate date() {
    if (found.containsKey("J")) {
      return LocalDate.EPOCH.with(JulianFields.JULIAN_DAY, get("J", 0));
    }
    if (found.containsKey("IYYY") && found.containsKey("IW")) {
      return LocalDate.of((int) get("IYYY", 1), 1, 4)
          .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, get("IW", 1))
          .with(java.time.temporal.ChronoField.DAY_OF_WEEK, get("ID", 1));
    }
    int year = (int) get("YYYY", get("IYYY", 1));
    return found.containsKey("DDD") && !found.containsKey("MM")
        ? LocalDate.ofYearDay(year, (int) get("DDD", 1))
        : LocalDate.of(year, (int) get("MM", 1), (int) get("DD", 1));
  }

  private long get(String key, long otherwise) {
    return found.getOrDefault(key, otherwise);
  }
}
