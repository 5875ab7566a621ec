package org.thetisdb.launcher.compare;

import java.util.Locale;

/** What a text tells of a statement. Stateless. */
final class Texts {
  private static final String ORDER = "ORDER BY";

  private Texts() {}

  /** Whether the statement itself says ORDER BY, and not only a part of it in parentheses. */
  static boolean ordersRows(String sql) {
    String text = sql.toUpperCase(Locale.ROOT);
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0 && text.startsWith(ORDER, i)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The text without its names and constants: what is the same of two findings of one kind. */
  static String form(String sql) {
    return sql.replaceAll("'[^']*'", "?")
        .replaceAll("\\b[at]\\d+\\.\\w+", "x")
        .replaceAll("\\b[atw]\\d+\\b", "a")
        .replaceAll("\\d+", "0");
  }
}
