package org.thetisdb.sql.type;

import java.util.Locale;
import java.util.Map;

/** Words that name a time as seen from the statement that says them. Stateless. */
public final class RelativeClock {
  private static final Map<String, Integer> DAYS =
      Map.of("now", 0, "today", 0, "tomorrow", 1, "yesterday", -1);
  private static final int LONGEST_CHARS = 20;

  private RelativeClock() {}

  /** Whether a text is such a word. */
  public static boolean isOne(String text) {
    return text.length() <= LONGEST_CHARS && DAYS.containsKey(word(text));
  }

  /** Whether it is such a word as a constant of SQL. */
  public static boolean isQuoted(String sql) {
    String text = sql.strip();
    int last = text.length() - 1;
    return last > 0
        && text.charAt(0) == '\''
        && text.charAt(last) == '\''
        && isOne(text.substring(1, last));
  }

  /** Whether it means the moment, not the begin of a day. */
  public static boolean isMoment(String text) {
    return word(text).equals("now");
  }

  /** The days from today on. */
  public static int days(String text) {
    return DAYS.get(word(text));
  }

  private static String word(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }
}
