package org.thetisdb.sql.pattern;

/** Texts in lower case, character by character: none becomes two. Stateless. */
final class LowerCase {
  private LowerCase() {}

  static String of(String text) {
    int length = text.length();
    for (int at = 0; at < length; at++) {
      char c = text.charAt(at);
      if (c < 0x80 ? c >= 'A' && c <= 'Z' : lower(c) != c || Character.isSurrogate(c)) {
        return lowered(text, at);
      }
    }
    return text;
  }

  private static int lower(int c) {
    return Character.toLowerCase(c);
  }

  private static String lowered(String text, int from) {
    StringBuilder result = new StringBuilder(text.length()).append(text, 0, from);
    int at = from;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      result.appendCodePoint(lower(c));
      at += Character.charCount(c);
    }
    return result.toString();
  }
}
