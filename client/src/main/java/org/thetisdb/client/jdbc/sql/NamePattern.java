package org.thetisdb.client.jdbc.sql;

import java.util.Locale;

/**
 * A pattern of names as JDBC has it: {@code %} for any letters, {@code _} for one, a backslash
 * before either of them takes it as it is. Immutable.
 */
public final class NamePattern {
  /** What stands before a letter of {@link #like()} that is to be taken as it is. */
  public static final char ESCAPE = '!';

  private final String pattern;

  /** A null pattern matches all. */
  public NamePattern(String pattern) {
    this.pattern = pattern;
  }

  /** Whether it matches every name. */
  public boolean isAll() {
    return pattern == null || pattern.equals("%");
  }

  /** The only name that it matches; null if it may match several. */
  public String exact() {
    if (pattern == null) {
      return null;
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      if (isEscape(i)) {
        i++;
      } else if (isWildcard(pattern.charAt(i))) {
        return null;
      }
      name.append(pattern.charAt(i));
    }
    return name.toString();
  }

  /** The same for SQL's LIKE with {@link #ESCAPE}; the pattern must not be null. */
  public String like() {
    StringBuilder like = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      boolean escaped = isEscape(i);
      char c = pattern.charAt(escaped ? ++i : i);
      if (c == ESCAPE || (escaped && isWildcard(c))) {
        like.append(ESCAPE);
      }
      like.append(c);
    }
    return like.toString();
  }

  /**
   * The same with all letters small, for tools that write all names in capitals; null if that is no
   * other pattern.
   */
  public NamePattern lowerCase() {
    String lower = pattern == null ? null : pattern.toLowerCase(Locale.ROOT);
    return lower == null || lower.equals(pattern) ? null : new NamePattern(lower);
  }

  private boolean isEscape(int at) {
    return pattern.charAt(at) == '\\' && at + 1 < pattern.length();
  }

  private static boolean isWildcard(char c) {
    return c == '%' || c == '_';
  }
}
