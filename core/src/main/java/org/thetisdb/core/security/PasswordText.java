package org.thetisdb.core.security;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passwords within statements: CREATE and ALTER of users and roles. A client replaces them by
 * verifiers before it sends the statement, so that no log, no view and no error ever has them.
 * Stateless.
 */
public final class PasswordText {
  private static final Pattern BEGIN =
      Pattern.compile(
          "(?:\\s|--[^\\n]*\\n|/\\*.*?\\*/)*(?:CREATE|ALTER)\\s+(?:USER|ROLE|GROUP)\\s.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** What stands in quotes of any kind or in a comment is passed over. */
  private static final Pattern PIECE =
      Pattern.compile(
          "\"(?:[^\"]|\"\")*\"|--[^\\n]*|/\\*.*?\\*/|(?<![A-Za-z0-9_])PASSWORD\\s*'((?:[^']|'')*)'"
              + "|'(?:[^']|'')*'",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private PasswordText() {}

  /** Makes a verifier of a password. */
  @FunctionalInterface
  public interface Hider {
    /** The text of the verifier. */
    String verifierOf(String password);
  }

  /** Whether a text may hold a password: false at once for almost all. */
  public static boolean mayHold(String sql) {
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (!Character.isWhitespace(c)) {
        boolean may = "CcAa-/".indexOf(c) >= 0;
        return may && sql.toUpperCase(Locale.ROOT).contains("PASSWORD");
      }
    }
    return false;
  }

  /** The text with a verifier in place of each password; the same text if it holds none. */
  public static String hidden(String sql, Hider hider) {
    if (!mayHold(sql) || !BEGIN.matcher(sql).matches()) {
      return sql;
    }
    StringBuilder all = new StringBuilder();
    Matcher pieces = PIECE.matcher(sql);
    while (pieces.find()) {
      String written = pieces.group(1);
      String instead = pieces.group();
      if (written != null) {
        String password = written.replace("''", "'");
        String verifier = ScramVerifier.isOne(password) ? password : hider.verifierOf(password);
        instead = "PASSWORD '" + verifier + "'";
      }
      pieces.appendReplacement(all, Matcher.quoteReplacement(instead));
    }
    return pieces.appendTail(all).toString();
  }
}
