package org.thetisdb.client.statement;

import java.util.Locale;
import java.util.Set;

/**
 * Sees in a statement's text that it only reads, so that nothing can have committed whatever became
 * of it. Says no where the text does not show it. Stateless.
 */
final class ReadingText {
  private static final Set<String> BEGIN = Set.of("SELECT", "VALUES", "TABLE", "WITH");

  /** Words of statements that write, or that make a table of a query. */
  private static final Set<String> WRITE = Set.of("INTO", "INSERT", "UPDATE", "DELETE", "MERGE");

  private ReadingText() {}

  static boolean onlyReads(String sql) {
    boolean begun = false;
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == '\'' || c == '"') {
        at = behind(sql, String.valueOf(c), at + 1);
      } else if (sql.startsWith("--", at)) {
        at = behind(sql, "\n", at);
      } else if (sql.startsWith("/*", at)) {
        at = behind(sql, "*/", at + 2);
      } else if (Character.isLetter(c)) {
        int end = endOfWord(sql, at);
        String word = sql.substring(at, end).toUpperCase(Locale.ROOT);
        if (begun ? WRITE.contains(word) : !BEGIN.contains(word)) {
          return false;
        }
        begun = true;
        at = end;
      } else {
        at++;
      }
    }
    return begun;
  }

  private static int behind(String sql, String end, int from) {
    int found = sql.indexOf(end, from);
    return found < 0 ? sql.length() : found + end.length();
  }

  private static int endOfWord(String sql, int from) {
    int end = from;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
      end++;
    }
    return end;
  }
}
