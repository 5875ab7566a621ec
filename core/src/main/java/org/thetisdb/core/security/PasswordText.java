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
  /** What stands in quotes of any kind or in a comment is passed over. */
  private static final Pattern PIECE =
      Pattern.compile(
          "\"[^\"]*+(?:\"\"[^\"]*+)*+\"|--[^\\n]*+|/\\*.*?\\*/"
              + "|(?<![A-Za-z0-9_])PASSWORD\\s*+'([^']*+(?:''[^']*+)*+)'|'[^']*+(?:''[^']*+)*+'",
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
    if (!mayHold(sql) || !isOfRoles(sql)) {
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

  /** CREATE or ALTER of a user or role. Without a pattern: what stands before it has no bound. */
  private static boolean isOfRoles(String sql) {
    int verb = behindBlanks(sql, 0);
    int behindVerb = Math.max(behindWord(sql, verb, "CREATE"), behindWord(sql, verb, "ALTER"));
    if (behindVerb < 0) {
      return false;
    }
    int noun = behindBlanks(sql, behindVerb);
    return behindWord(sql, noun, "USER") > 0
        || behindWord(sql, noun, "ROLE") > 0
        || behindWord(sql, noun, "GROUP") > 0;
  }

  /** Where a word ends that stands there; -1 if it does not. */
  private static int behindWord(String sql, int at, String word) {
    int end = at + word.length();
    boolean isThere =
        sql.regionMatches(true, at, word, 0, word.length())
            && (end == sql.length() || !Character.isJavaIdentifierPart(sql.charAt(end)));
    return isThere ? end : -1;
  }

  /** Where the next word begins, behind white space and comments, which may stand in each other. */
  private static int behindBlanks(String sql, int from) {
    int at = from;
    int depth = 0;
    while (at < sql.length()) {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (depth > 0 && sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else if (depth > 0 || Character.isWhitespace(sql.charAt(at))) {
        at++;
      } else if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end;
      } else {
        return at;
      }
    }
    return at;
  }
}
