package org.thetisdb.client.jdbc.sql;

import java.util.Locale;

/** A pattern of names: {@code %} for any letters, {@code _} for one, a backslash before either. */
public final class NamePattern {
  private final String pattern;

  /** A null pattern matches all. */
  public NamePattern(String pattern) {
    this.pattern = pattern;
  }

  /** Whether a name, letter by letter, is one of these. */
  public boolean matches(String name) {
    return pattern == null || (name != null && matches(name, 0, 0));
  }

  /** The same for tools that write all names in capitals. */
  public boolean matchesAnyCase(String name) {
    return pattern != null
        && new NamePattern(pattern.toLowerCase(Locale.ROOT)).matches(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Goes on behind the last {@code %} when it fails: no pattern takes more than n times m steps.
   */
  private boolean matches(String name, int startName, int startPattern) {
    int n = startName;
    int p = startPattern;
    int retryName = -1;
    int retryPattern = -1;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '%') {
        retryPattern = ++p;
        retryName = n;
      } else if (p < pattern.length() && matchesOne(name.charAt(n), p)) {
        p += isEscaped(p) ? 2 : 1;
        n++;
      } else if (retryPattern >= 0) {
        p = retryPattern;
        n = ++retryName;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '%') {
      p++;
    }
    return p == pattern.length();
  }

  private boolean isEscaped(int p) {
    return pattern.charAt(p) == '\\' && p + 1 < pattern.length();
  }

  private boolean matchesOne(char c, int p) {
    return isEscaped(p)
        ? pattern.charAt(p + 1) == c
        : pattern.charAt(p) == '_' || pattern.charAt(p) == c;
  }
}
