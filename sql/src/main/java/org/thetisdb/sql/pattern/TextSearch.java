package org.thetisdb.sql.pattern;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

/** Looks for texts within others, in time that is linear in both. Stateless. */
public final class TextSearch {
  private static final int LEFT_OUT = -1;

  private TextSearch() {}

  /** Where a part begins in a text, from a place on; -1 if it does not. */
  public static int indexOf(String text, String part, int from) {
    return new Found(part).indexIn(text, from, Calculation.ofThread());
  }

  /**
   * For generated code: the character at which a part begins, counted from 1; 0 if it is not there.
   */
  public static int position(String part, String text) {
    int found = new Found(part).indexIn(text, 0, Calculation.ofThread());
    return found < 0 ? 0 : text.codePointCount(0, found) + 1;
  }

  /** For generated code: {@code strpos}. */
  public static int strpos(String text, String part) {
    return position(part, text);
  }

  /** For generated code: a text with each of its parts replaced. */
  public static String replace(String text, String part, String by) {
    if (part.isEmpty()) {
      return text;
    }
    Calculation calculation = Calculation.ofThread();
    Found search = new Found(part);
    int at = search.indexIn(text, 0, calculation);
    if (at < 0) {
      return text;
    }
    StringBuilder result = new StringBuilder(text.length());
    int copied = 0;
    while (at >= 0) {
      result.append(text, copied, at).append(by);
      calculation.step(1 + by.length() / 4);
      copied = at + part.length();
      at = search.indexIn(text, copied, calculation);
    }
    return result.append(text, copied, text.length()).toString();
  }

  /**
   * For generated code: a part of a text that is cut at a delimiter, counted from 1, or from -1 at
   * its end; empty if there are not as many.
   *
   * @throws ThetisException BAD_ARGUMENT for the part 0
   */
  public static String splitPart(String text, String delimiter, Number which) {
    long wanted = which.longValue();
    if (wanted == 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "Parts of SPLIT_PART are counted from 1, or from -1 at the end.");
    }
    if (delimiter.isEmpty()) {
      return wanted == 1 || wanted == -1 ? text : "";
    }
    Found search = new Found(delimiter);
    if (wanted < 0) {
      wanted += 2 + count(search, text);
    }
    Calculation calculation = Calculation.ofThread();
    int begin = 0;
    int end = search.indexIn(text, 0, calculation);
    for (long part = 1; part < wanted && end >= 0; part++) {
      begin = end + delimiter.length();
      end = search.indexIn(text, begin, calculation);
      if (part + 1 == wanted) {
        return text.substring(begin, end < 0 ? text.length() : end);
      }
    }
    return wanted == 1 ? text.substring(0, end < 0 ? text.length() : end) : "";
  }

  /** In how many places a part stands in a text, none of which overlap. */
  public static long count(String text, String part) {
    return count(new Found(part), text);
  }

  private static long count(Found search, String text) {
    Calculation calculation = Calculation.ofThread();
    long count = 0;
    int at = search.indexIn(text, 0, calculation);
    while (at >= 0) {
      count++;
      at = search.indexIn(text, at + search.length, calculation);
    }
    return count;
  }

  /** For generated code: characters replaced by those at the same place, or left out. */
  public static String translate(String text, String from, String to) {
    Calculation.count(text.length() + from.length());
    Map<Integer, Integer> by = new HashMap<>();
    int[] meant = to.codePoints().toArray();
    int place = 0;
    for (int c : from.codePoints().toArray()) {
      by.putIfAbsent(c, place < meant.length ? meant[place] : LEFT_OUT);
      place++;
    }
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int other = by.getOrDefault(c, c);
              if (other != LEFT_OUT) {
                result.appendCodePoint(other);
              }
            });
    return result.toString();
  }

  /** What is looked for. */
  private static final class Found {
    private final LikePart part;
    private final int length;

    Found(String text) {
      LikePart.Builder builder = new LikePart.Builder();
      builder.text(text);
      part = builder.build();
      length = text.length();
    }

    int indexIn(String text, int from, Calculation calculation) {
      int end = part.find(text, from, calculation);
      return end < 0 ? -1 : end - length;
    }
  }
}
