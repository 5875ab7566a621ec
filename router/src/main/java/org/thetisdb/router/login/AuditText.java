package org.thetisdb.router.login;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a definition is taken down: what it defines, without what could be a value. Stateless.
 */
public final class AuditText {
  private static final int MAX_CHARS = 200;

  /** Rights hold no values, so all of them is said; of users what stands before a password. */
  private static final Pattern RIGHTS =
      Pattern.compile(
          "\\s*(?:GRANT|REVOKE|REASSIGN)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Up to the first bracket, quote or word behind which values may stand. */
  private static final Pattern HEAD =
      Pattern.compile(
          "[^('\\n]*?(?=\\(|'|\\n|\\b(?:AS|DEFAULT|SET|IS|CHECK|PASSWORD|WITH|USING)\\b|$)",
          Pattern.CASE_INSENSITIVE);

  private AuditText() {}

  /** What is taken down of a statement. */
  public static String of(String sql) {
    String all = sql.strip();
    String text = all;
    if (!RIGHTS.matcher(all).matches()) {
      Matcher head = HEAD.matcher(all);
      text = head.lookingAt() ? head.group() : "";
    }
    int comment = text.indexOf("/*");
    text = (comment < 0 ? text : text.substring(0, comment)).strip();
    return text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text;
  }
}
