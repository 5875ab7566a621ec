package org.thetisdb.sql.pattern;

import org.apache.calcite.linq4j.function.Deterministic;

/**
 * A pattern that a statement writes out: generated code makes it once. It is read when it is used
 * first, so that one that makes no sense is an error each time, and none if it is not used.
 * Thread-safe.
 */
@Deterministic
public final class ConstantPattern {
  private final PatternKind kind;
  private final String pattern;
  private final String escape;

  /** The first thread writes it; to read it twice does no harm. */
  private volatile TextPattern read;

  /** For generated code. */
  public ConstantPattern(String kind, String pattern, String escape) {
    this.kind = PatternKind.valueOf(kind);
    this.pattern = pattern;
    this.escape = escape;
  }

  /** For generated code: whether a text is as it says. */
  public boolean matches(String text) {
    TextPattern known = read;
    if (known == null) {
      known = kind.read(pattern, escape);
      read = known;
    }
    return known.matches(text);
  }
}
