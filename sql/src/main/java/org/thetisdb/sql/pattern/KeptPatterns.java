package org.thetisdb.sql.pattern;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Patterns of late, which are no constants. Each thread has its own, since threads run one
 * statement after the other; long patterns are not kept, so that all of them take little.
 */
public final class KeptPatterns {
  private static final int MOST = 64;
  private static final int LONGEST = 1_024;

  private static final ThreadLocal<KeptPatterns> OF_THREAD =
      ThreadLocal.withInitial(KeptPatterns::new);

  private record Key(Object kind, String pattern, String more) {}

  private final Map<Key, Object> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Object> eldest) {
          return size() > MOST;
        }
      };

  /** The one that was asked for last, since one row after the other asks for the same. */
  private Named last = new Named("", "", "", text -> false);

  private record Named(String kind, String pattern, String escape, TextPattern read) {
    boolean is(String otherKind, String otherPattern, String otherEscape) {
      return pattern.equals(otherPattern) && kind.equals(otherKind) && escape.equals(otherEscape);
    }
  }

  private KeptPatterns() {}

  /** For generated code: whether a text is as a pattern says. */
  public static boolean matches(String kind, String text, String pattern, String escape) {
    return OF_THREAD.get().pattern(kind, pattern, escape).matches(text);
  }

  /** Whether a text is as a pattern says. */
  public static boolean matches(PatternKind kind, String text, String pattern) {
    return OF_THREAD.get().pattern(kind, pattern, LikePattern.DEFAULT_ESCAPE).matches(text);
  }

  /** A regular expression with PostgreSQL's options. */
  public static Regex regex(String pattern, String flags) {
    return OF_THREAD.get().ofFlags(pattern, flags);
  }

  private TextPattern pattern(String kind, String pattern, String escape) {
    if (last.is(kind, pattern, escape)) {
      return last.read();
    }
    TextPattern read = pattern(PatternKind.valueOf(kind), pattern, escape);
    if (pattern.length() <= LONGEST) {
      last = new Named(kind, pattern, escape, read);
    }
    return read;
  }

  private TextPattern pattern(PatternKind kind, String pattern, String escape) {
    if (pattern.length() > LONGEST) {
      return kind.read(pattern, escape);
    }
    Key key = new Key(kind, pattern, escape);
    TextPattern known = (TextPattern) kept.get(key);
    if (known == null) {
      known = kind.read(pattern, escape);
      kept.put(key, known);
    }
    return known;
  }

  private Regex ofFlags(String pattern, String flags) {
    if (pattern.length() > LONGEST) {
      return Regex.of(pattern, flags);
    }
    Key key = new Key(Regex.class, pattern, flags);
    Regex known = (Regex) kept.get(key);
    if (known == null) {
      known = Regex.of(pattern, flags);
      if (known.size() <= LONGEST) {
        kept.put(key, known);
      }
    }
    return known;
  }
}
