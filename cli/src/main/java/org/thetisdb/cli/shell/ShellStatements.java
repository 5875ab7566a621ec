package org.thetisdb.cli.shell;

import java.util.Locale;
import java.util.Set;

/**
 * Cuts text into statements, which end with a semicolon that is not in quotes or comments, and into
 * commands of the shell, which begin with a backslash and end with the line. For one thread.
 */
final class ShellStatements {
  private static final int MAX_CHARACTERS = 16 << 20;
  private static final Set<String> WORDS = Set.of("help", "exit", "quit");

  private final StringBuilder text = new StringBuilder();
  private int scanned;
  private Within within = Within.CODE;

  private enum Within {
    CODE,
    TEXT,
    /** A text with escapes, {@code E'it\'s'}. */
    ESCAPED_TEXT,
    NAME,
    LINE_COMMENT,
    BLOCK_COMMENT
  }

  /** Adds a line, without its end. */
  void addLine(String line) {
    if (text.length() + line.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "A statement has more than " + MAX_CHARACTERS + " characters; is a ; missing?");
    }
    text.append(line).append('\n');
  }

  /**
   * Takes a word that people type to a shell if it is all that is there, and stands in its own
   * line; null if there is none.
   */
  String takeWord() {
    String word = text.toString().strip().toLowerCase(Locale.ROOT);
    if (scanned > 0 || !WORDS.contains(word)) {
      return null;
    }
    clear();
    return word;
  }

  /** The next statement or command, without its end; null if it is not complete. */
  String next() {
    while (true) {
      dropLeadingSpace();
      dropCommentsBeforeRows();
      boolean command = scanned == 0 && text.length() > 0 && text.charAt(0) == '\\';
      int end = command ? text.indexOf("\n") : endOfStatement();
      if (end < 0) {
        return null;
      }
      String taken = take(end, 1);
      if (!taken.isEmpty()) {
        return taken;
      }
    }
  }

  private void dropLeadingSpace() {
    int space = 0;
    while (space < text.length() && Character.isWhitespace(text.charAt(space))) {
      space++;
    }
    if (space >= scanned) {
      text.delete(0, space);
      scanned = 0;
    }
  }

  /** Comments in lines of their own stay with a statement, and go before a command or COPY. */
  private void dropCommentsBeforeRows() {
    int at = 0;
    while (isComment(at) && text.indexOf("\n", at) >= 0) {
      at = text.indexOf("\n", at) + 1;
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    if (at > 0 && at < text.length() && isOfShell(at)) {
      text.delete(0, at);
      scanned = 0;
      within = Within.CODE;
    }
  }

  private boolean isComment(int at) {
    return at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) == '-';
  }

  private boolean isOfShell(int at) {
    return text.charAt(at) == '\\'
        || (at + 4 <= text.length() && text.substring(at, at + 4).equalsIgnoreCase("COPY"));
  }

  /** The place of the next semicolon that counts; -1 if there is none yet. */
  private int endOfStatement() {
    while (scanned < text.length()) {
      char c = text.charAt(scanned);
      if (within == Within.CODE && c == ';') {
        return scanned;
      }
      step(c);
    }
    return -1;
  }

  private String take(int end, int separator) {
    String taken = text.substring(0, end).strip();
    text.delete(0, end + separator);
    scanned = 0;
    within = Within.CODE;
    return taken;
  }

  private void step(char c) {
    char next = scanned + 1 < text.length() ? text.charAt(scanned + 1) : 0;
    int width = 1;
    switch (within) {
      case CODE -> {
        within = c == '\'' && isMarked() ? Within.ESCAPED_TEXT : opened(c, next);
        width = within == Within.LINE_COMMENT || within == Within.BLOCK_COMMENT ? 2 : 1;
      }
      case TEXT -> within = c == '\'' ? Within.CODE : within;
      case ESCAPED_TEXT -> {
        within = c == '\'' ? Within.CODE : within;
        width = c == '\\' ? 2 : 1;
      }
      case NAME -> within = c == '"' ? Within.CODE : within;
      case LINE_COMMENT -> within = c == '\n' ? Within.CODE : within;
      case BLOCK_COMMENT -> {
        if (c == '*' && next == '/') {
          within = Within.CODE;
          width = 2;
        }
      }
    }
    scanned += width;
  }

  /** Whether an E stands right before, which is no end of a word. */
  private boolean isMarked() {
    boolean marked = scanned > 0 && Character.toUpperCase(text.charAt(scanned - 1)) == 'E';
    return marked && (scanned == 1 || !Character.isJavaIdentifierPart(text.charAt(scanned - 2)));
  }

  private static Within opened(char c, char next) {
    if (c == '\'') {
      return Within.TEXT;
    }
    if (c == '"') {
      return Within.NAME;
    }
    if (c == '-' && next == '-') {
      return Within.LINE_COMMENT;
    }
    return c == '/' && next == '*' ? Within.BLOCK_COMMENT : Within.CODE;
  }

  /** What is left, and is not only space and comments; empty if nothing is. */
  String rest() {
    String left = text.toString().strip();
    return withoutComments(left).isBlank() ? "" : left;
  }

  private static String withoutComments(String sql) {
    return sql.replaceAll("(?s)/\\*.*?\\*/", " ").replaceAll("--[^\n]*", " ");
  }

  /** Throws away what is there. */
  void clear() {
    take(text.length(), 0);
  }
}
