package org.thetisdb.sql.pattern;

/** Writes a pattern of SIMILAR TO as a regular expression. Stateless. */
final class SimilarReader {
  private SimilarReader() {}

  static String read(String pattern, String escape) {
    int escaping = LikePattern.escapeOf(escape);
    StringBuilder regex = new StringBuilder("^(?:");
    boolean inBrackets = false;
    boolean firstInBrackets = false;
    int at = 0;
    while (at < pattern.length()) {
      int c = pattern.codePointAt(at);
      at += Character.charCount(c);
      boolean first = firstInBrackets;
      firstInBrackets = false;
      if (c == escaping) {
        if (at == pattern.length()) {
          throw LikePart.endsWithEscape();
        }
        int meant = pattern.codePointAt(at);
        at += Character.charCount(meant);
        literal(regex, meant);
      } else if (inBrackets) {
        inBrackets = c != ']' || first;
        firstInBrackets = first && c == '^';
        regex.append(c == '\\' ? "\\\\" : Character.toString(c));
      } else if (c == '[') {
        inBrackets = true;
        firstInBrackets = true;
        regex.append('[');
      } else {
        regex.append(outside(c));
      }
    }
    return regex.append(")$").toString();
  }

  /** Of the signs of regular expressions some mean the same. */
  private static String outside(int c) {
    return switch (c) {
      case '%' -> ".*";
      case '_' -> ".";
      case '(' -> "(?:";
      case '.', '^', '$', '\\' -> "\\" + (char) c;
      default -> Character.toString(c);
    };
  }

  private static void literal(StringBuilder regex, int c) {
    if (Character.isLetterOrDigit(c)) {
      regex.appendCodePoint(c);
    } else {
      regex.append('\\').appendCodePoint(c);
    }
  }
}
