package org.thetisdb.sql.function.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The parts of a format of dates and times, as PostgreSQL's manual (section 9.8) has them.
 * Immutable.
 *
 * @param parts in order
 */
record DatePattern(List<Part> parts) {
  private static final int LONGEST = 200;

  /** What may stand in a format; a longer word stands before those that it begins with. */
  private static final List<String> KEYWORDS =
      List.of(
          "A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "CC", "DAY", "DDD", "DD", "DY", "D", "HH24",
          "HH12", "HH", "IDDD", "ID", "IW", "IYYY", "IYY", "IY", "I", "J", "MI", "MM", "MONTH",
          "MON", "MS", "OF", "P.M.", "PM", "Q", "RM", "SSSSS", "SSSS", "SS", "TZH", "TZM", "TZ",
          "US", "WW", "W", "Y,YYY", "YYYY", "YYY", "YY", "Y");

  /**
   * One part.
   *
   * @param keyword in capitals; empty for a text
   * @param text as it is written in the format
   * @param filled whether it is shown without blanks and zeros before it
   * @param ordinal {@code TH} or {@code th}, if that follows it; else empty
   */
  record Part(String keyword, String text, boolean filled, String ordinal) {
    boolean isText() {
      return keyword.isEmpty();
    }

    /** Whether digits are read for it. */
    boolean isNumber() {
      return !isText()
          && !List.of("DAY", "DY", "MONTH", "MON", "RM", "AM", "PM", "A.M.", "P.M.", "TZ")
              .contains(keyword);
    }
  }

  /** The parts of a format. */
  static DatePattern of(String format) {
    if (format.length() > LONGEST) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_DATETIME, "A format of a date has at most " + LONGEST + " characters.");
    }
    String upper = format.toUpperCase(Locale.ROOT);
    List<Part> parts = new ArrayList<>();
    boolean filled = false;
    int at = 0;
    while (at < format.length()) {
      if (upper.startsWith("FM", at) || upper.startsWith("FX", at)) {
        filled |= upper.startsWith("FM", at);
        at += 2;
        continue;
      }
      if (format.charAt(at) == '"') {
        int end = format.indexOf('"', at + 1);
        int last = end < 0 ? format.length() : end;
        parts.add(new Part("", format.substring(at + 1, last), false, ""));
        at = last + 1;
        continue;
      }
      String keyword = keywordAt(upper, at);
      String text = format.substring(at, at + Math.max(1, keyword.length()));
      at += text.length();
      String ordinal = "";
      if (!keyword.isEmpty() && upper.startsWith("TH", at)) {
        ordinal = format.substring(at, at + 2);
        at += 2;
      }
      parts.add(new Part(keyword, text, filled, ordinal));
      filled &= keyword.isEmpty();
    }
    return new DatePattern(List.copyOf(parts));
  }

  private static String keywordAt(String upper, int at) {
    for (String keyword : KEYWORDS) {
      if (upper.startsWith(keyword, at)) {
        return keyword;
      }
    }
    return "";
  }
}
