package org.thetisdb.sql.pattern;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

/**
 * A pattern of LIKE, cut at its {@code %}: the first part stands at the beginning of a text, the
 * last one at its end, and each of the others is looked for behind the one before it. Nothing is
 * ever tried again, so the time is at most that of looking once for each part. An underscore is one
 * character, of whatever length in UTF-16. Immutable.
 */
public final class LikePattern {
  /** No character is escaped. */
  public static final String NO_ESCAPE = "";

  /** What escapes where ESCAPE says nothing, as in PostgreSQL. */
  public static final String DEFAULT_ESCAPE = "\\";

  private final LikePart first;
  private final LikePart[] middle;

  /** Null if there is no {@code %}: the first part is all. */
  private final LikePart last;

  private LikePattern(List<LikePart> parts) {
    int count = parts.size();
    first = parts.get(0);
    last = count == 1 ? null : parts.get(count - 1);
    List<LikePart> found = new ArrayList<>();
    for (int i = 1; i < count - 1; i++) {
      if (!parts.get(i).isEmpty()) {
        found.add(parts.get(i));
      }
    }
    middle = found.toArray(LikePart[]::new);
  }

  /**
   * Reads a pattern.
   *
   * @param escape the character that makes the one behind it mean itself; empty for none
   * @throws ThetisException BAD_ESCAPE if it is more than one character
   */
  public static LikePattern of(String pattern, String escape) {
    int escaping = escapeOf(escape);
    List<LikePart> parts = new ArrayList<>();
    LikePart.Builder part = new LikePart.Builder();
    int at = 0;
    while (at < pattern.length()) {
      int c = pattern.codePointAt(at);
      at += Character.charCount(c);
      if (c == escaping && at == pattern.length()) {
        part.endEscaping();
      } else if (c == escaping) {
        int meant = pattern.codePointAt(at);
        at += Character.charCount(meant);
        part.character(meant);
      } else if (c == '%') {
        parts.add(part.build());
        part = new LikePart.Builder();
      } else if (c == '_') {
        part.anyCharacter();
      } else {
        part.character(c);
      }
    }
    parts.add(part.build());
    return new LikePattern(parts);
  }

  /** The character; -1 for none. */
  static int escapeOf(String escape) {
    if (escape.isEmpty()) {
      return -1;
    }
    if (escape.codePointCount(0, escape.length()) > 1) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ESCAPE, "ESCAPE names one character, or none.");
    }
    return escape.codePointAt(0);
  }

  /**
   * Whether all of a text is as the pattern says.
   *
   * @throws ThetisException BAD_ESCAPE if the pattern ends with its escape character, and the text
   *     goes on there
   */
  public boolean matches(String text) {
    int begin = first.endAt(text, 0);
    if (begin < 0) {
      return false;
    }
    if (last == null) {
      return begin == text.length();
    }
    if (middle.length > 0) {
      begin = passMiddle(text, begin);
    }
    return begin >= 0 && last.isEndOf(text, begin);
  }

  private int passMiddle(String text, int from) {
    Calculation calculation = Calculation.ofThread();
    int begin = from;
    for (LikePart part : middle) {
      begin = part.find(text, begin, calculation);
      if (begin < 0) {
        return -1;
      }
    }
    return begin;
  }
}
