package org.thetisdb.sql.pattern;

/** Operators that ask whether a text is as a pattern says. */
public enum PatternKind {
  /** LIKE. */
  LIKE,
  /** ILIKE: upper and lower case are the same. */
  ILIKE,
  /** SIMILAR TO. */
  SIMILAR,
  /** {@code ~}. */
  REGEX,
  /** {@code ~*}. */
  REGEX_INSENSITIVE;

  /** Reads a pattern. */
  TextPattern read(String pattern, String escape) {
    return switch (this) {
      case LIKE -> {
        LikePattern like = LikePattern.of(pattern, escape);
        yield like::matches;
      }
      case ILIKE -> {
        LikePattern like = LikePattern.of(LowerCase.of(pattern), LowerCase.of(escape));
        yield text -> like.matches(LowerCase.of(text));
      }
      case SIMILAR -> {
        Regex regex = Regex.similar(pattern, escape);
        yield regex::isIn;
      }
      case REGEX -> {
        Regex regex = Regex.of(pattern, "");
        yield regex::isIn;
      }
      case REGEX_INSENSITIVE -> {
        Regex regex = Regex.of(pattern, "i");
        yield regex::isIn;
      }
    };
  }
}
