package org.thetisdb.sql.parse.token;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Texts with escapes, {@code E'a\tb\'c'}, as PostgreSQL has them: where one ends, and what it says.
 * Stateless.
 */
final class EscapeText {
  private static final int MAX_OCTAL_DIGITS = 3;
  private static final int MAX_HEX_DIGITS = 2;

  private EscapeText() {}

  /** Whether such a text begins at a place where a token begins. */
  static boolean begins(String text, int at) {
    return (text.charAt(at) == 'E' || text.charAt(at) == 'e')
        && at + 1 < text.length()
        && text.charAt(at + 1) == '\'';
  }

  /** Where the text that begins at a place ends, behind its quote; -1 if it is not closed. */
  static int end(String text, int at) {
    int i = at + 2;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '\\') {
        i += 2;
      } else if (c != '\'') {
        i++;
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '\'') {
        i += 2;
      } else {
        return i + 1;
      }
    }
    return -1;
  }

  /**
   * What a whole token says.
   *
   * @throws ThetisException for an escape of a character that there is not
   */
  static String read(Token token) {
    String raw = token.text().substring(2, token.text().length() - 1);
    StringBuilder read = new StringBuilder(raw.length());
    int i = 0;
    while (i < raw.length()) {
      char c = raw.charAt(i);
      if (c == '\'') {
        read.append(c);
        i += 2;
      } else if (c != '\\') {
        read.append(c);
        i++;
      } else {
        i = escape(token, raw, i + 1, read);
      }
    }
    return read.toString();
  }

  /** Reads one escape, whose letter is at a place, and gives the place behind it. */
  private static int escape(Token token, String raw, int at, StringBuilder read) {
    char c = raw.charAt(at);
    switch (c) {
      case 'b' -> read.append('\b');
      case 'f' -> read.append('\f');
      case 'n' -> read.append('\n');
      case 'r' -> read.append('\r');
      case 't' -> read.append('\t');
      case 'x' -> {
        int end = digits(raw, at + 1, MAX_HEX_DIGITS, 16);
        return end == at + 1
            ? plain(read, c, at)
            : number(token, raw.substring(at + 1, end), 16, end, read);
      }
      case 'u', 'U' -> {
        int wanted = c == 'u' ? 4 : 8;
        int end = digits(raw, at + 1, wanted, 16);
        if (end - at - 1 != wanted) {
          throw error(token, "\\" + c + " needs " + wanted + " hexadecimal digits");
        }
        return number(token, raw.substring(at + 1, end), 16, end, read);
      }
      case '0', '1', '2', '3', '4', '5', '6', '7' -> {
        int end = digits(raw, at, MAX_OCTAL_DIGITS, 8);
        return number(token, raw.substring(at, end), 8, end, read);
      }
      default -> read.append(c);
    }
    return at + 1;
  }

  private static int plain(StringBuilder read, char c, int at) {
    read.append(c);
    return at + 1;
  }

  private static int digits(String raw, int from, int most, int radix) {
    int end = from;
    while (end < raw.length()
        && end - from < most
        && Character.digit(raw.charAt(end), radix) >= 0) {
      end++;
    }
    return end;
  }

  private static int number(Token token, String digits, int radix, int end, StringBuilder read) {
    long codePoint = Long.parseLong(digits, radix);
    if (codePoint == 0 || codePoint > Character.MAX_CODE_POINT) {
      throw error(token, "there is no character " + codePoint);
    }
    read.appendCodePoint((int) codePoint);
    return end;
  }

  private static ThetisException error(Token token, String problem) {
    return new ThetisException(ErrorCode.SQL_SYNTAX, token.line(), token.column(), problem + ".");
  }
}
