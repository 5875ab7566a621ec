package org.thetisdb.sql.pattern;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** A place in the text of a regular expression. Not thread-safe. */
final class RegexCursor {
  private final String text;
  private int at;

  RegexCursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at == text.length();
  }

  /** The character here; -1 at the end. */
  int peek() {
    return atEnd() ? -1 : text.codePointAt(at);
  }

  /** The character here, which is passed. */
  int next() {
    if (atEnd()) {
      throw bad("it ends too early");
    }
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  /** Passes a text if it stands here. */
  boolean take(String wanted) {
    boolean there = text.startsWith(wanted, at);
    if (there) {
      at += wanted.length();
    }
    return there;
  }

  /** What stands here up to {@code end}, which is passed, too; null if that does not come. */
  String takeUntil(String end) {
    int found = text.indexOf(end, at);
    if (found < 0) {
      return null;
    }
    String taken = text.substring(at, found);
    at = found + end.length();
    return taken;
  }

  /** So many digits at most, as a number; -1 if there are fewer than {@code fewest}. */
  int digits(int radix, int fewest, int most) {
    long number = 0;
    int count = 0;
    while (count < most && !atEnd() && digit(text.charAt(at), radix) >= 0) {
      number = Math.min(Integer.MAX_VALUE, number * radix + digit(text.charAt(at++), radix));
      count++;
    }
    return count < fewest ? -1 : (int) number;
  }

  private static int digit(char c, int radix) {
    return c < 0x80 ? Character.digit(c, radix) : -1;
  }

  int at() {
    return at;
  }

  void backTo(int place) {
    at = place;
  }

  /** The rest, which is passed. */
  String rest() {
    String rest = text.substring(at);
    at = text.length();
    return rest;
  }

  /** The error of an expression. */
  static ThetisException bad(String why) {
    return ThetisException.withMessage(
        ErrorCode.BAD_PATTERN, "The regular expression makes no sense: %s.".formatted(why));
  }

  /** The error of an expression that is too large. */
  static ThetisException tooLarge() {
    return ThetisException.withMessage(
        ErrorCode.PATTERN_TOO_COSTLY, "The regular expression is too large.");
  }
}
