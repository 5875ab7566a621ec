package org.thetisdb.sql.pattern;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** PostgreSQL's options of a regular expression. Not thread-safe. */
final class RegexOptions {
  private boolean insensitive;
  private boolean dotStopsAtLine;
  private boolean anchorsAtLines;
  private boolean expanded;
  private boolean literal;

  /** Reads options; {@code g} is for functions, which look for it by themselves. */
  static RegexOptions of(String flags) {
    RegexOptions options = new RegexOptions();
    for (int i = 0; i < flags.length(); i++) {
      if (flags.charAt(i) != 'g') {
        options.add(flags.charAt(i));
      }
    }
    return options;
  }

  /** Adds one; a later one counts more. */
  void add(char option) {
    switch (option) {
      case 'i' -> insensitive = true;
      case 'c' -> insensitive = false;
      case 'n', 'm' -> lines(true, true);
      case 'p' -> lines(true, false);
      case 'w' -> lines(false, true);
      case 's' -> lines(false, false);
      case 'x' -> expanded = true;
      case 't' -> expanded = false;
      case 'q' -> literal = true;
      default ->
          throw ThetisException.withMessage(
              ErrorCode.BAD_ARGUMENT,
              "A regular expression has no option \"%s\"; there are c, g, i, m, n, p, q, s, t, w and x."
                  .formatted(option));
    }
  }

  private void lines(boolean dot, boolean anchors) {
    dotStopsAtLine = dot;
    anchorsAtLines = anchors;
  }

  void beLiteral() {
    literal = true;
  }

  boolean insensitive() {
    return insensitive;
  }

  /** Whether {@code .} and {@code [^a]} do not match the end of a line. */
  boolean dotStopsAtLine() {
    return dotStopsAtLine;
  }

  /** Whether {@code ^} and {@code $} match at lines. */
  boolean anchorsAtLines() {
    return anchorsAtLines;
  }

  /** Whether white space and comments are passed over. */
  boolean expanded() {
    return expanded;
  }

  /** Whether all characters mean themselves. */
  boolean literal() {
    return literal;
  }
}
