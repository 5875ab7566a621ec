package org.thetisdb.cli.shell;

/** Text for a terminal. Stateless. */
final class Printable {
  private Printable() {}

  /** The text in one line: what would move the cursor is written as an escape. */
  static String oneLine(String text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        out = out == null ? new StringBuilder(text.substring(0, i)) : out;
        out.append(escape(c));
      } else if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text : out.toString();
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\x%02x".formatted((int) c);
    };
  }

  static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
