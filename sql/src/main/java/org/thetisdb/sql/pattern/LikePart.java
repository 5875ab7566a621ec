package org.thetisdb.sql.pattern;

import java.util.Arrays;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

/**
 * What stands between two {@code %} of a pattern: characters, and places for any one. Immutable.
 */
final class LikePart {
  private static final int ANY = -1;

  /** The escape character, with nothing behind it. */
  private static final int BAD = -2;

  /** A part of at most so many characters is looked for without a table. */
  private static final int SHORT = 32;

  /** Steps for a part that is looked for: the call, beside the characters. */
  private static final int STEPS_OF_CALL = 8;

  /** Null if there are places for any character. */
  private final String literal;

  /** Code points, and {@link #ANY}, {@link #BAD}; null if all is {@link #literal}. */
  private final int[] characters;

  /** Of each prefix of a long literal the length of its longest own end; null for a short one. */
  private final int[] borders;

  private LikePart(String literal, int[] characters) {
    this.literal = literal;
    this.characters = characters;
    this.borders = literal != null && literal.length() > SHORT ? bordersOf(literal) : null;
  }

  /** Collects characters. */
  static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private int[] characters = new int[16];
    private int count;
    private boolean plain = true;

    /** All characters of a text, if nothing else is added. */
    void text(String literal) {
      text.append(literal);
    }

    void character(int c) {
      text.appendCodePoint(c);
      add(c);
    }

    void anyCharacter() {
      plain = false;
      add(ANY);
    }

    void endEscaping() {
      plain = false;
      add(BAD);
    }

    private void add(int c) {
      if (count == characters.length) {
        characters = Arrays.copyOf(characters, 2 * count);
      }
      characters[count++] = c;
    }

    LikePart build() {
      return plain
          ? new LikePart(text.toString(), null)
          : new LikePart(null, Arrays.copyOf(characters, count));
    }
  }

  /** Whether it is found everywhere. */
  boolean isEmpty() {
    return literal != null && literal.isEmpty();
  }

  /** Where it ends if it stands at a place of a text; -1 if it does not. */
  int endAt(String text, int from) {
    if (literal != null) {
      return text.startsWith(literal, from) ? from + literal.length() : -1;
    }
    int at = from;
    for (int c : characters) {
      if (at == text.length()) {
        return -1;
      }
      int found = text.codePointAt(at);
      requireGood(c);
      if (c != ANY && c != found) {
        return -1;
      }
      at += Character.charCount(found);
    }
    return at;
  }

  private static void requireGood(int c) {
    if (c == BAD) {
      throw endsWithEscape();
    }
  }

  /** The error of such a pattern. */
  static ThetisException endsWithEscape() {
    return ThetisException.withMessage(
        ErrorCode.BAD_ESCAPE, "A pattern cannot end with its escape character.");
  }

  /** Whether it stands at the end of a text, and not before a place. */
  boolean isEndOf(String text, int from) {
    if (literal != null) {
      return text.length() - literal.length() >= from && text.endsWith(literal);
    }
    if (characters[characters.length - 1] == BAD) {
      find(text, from, Calculation.ofThread()); // refuses it if all before it is there
      return false;
    }
    int at = text.length();
    for (int i = characters.length - 1; i >= 0; i--) {
      if (at <= from) {
        return false;
      }
      int found = text.codePointBefore(at);
      int c = characters[i];
      if (c != ANY && c != found) {
        return false;
      }
      at -= Character.charCount(found);
    }
    return at >= from;
  }

  /** Where the first one from a place on ends; -1 if there is none. */
  int find(String text, int from, Calculation calculation) {
    if (borders != null) {
      return findLong(text, from, calculation);
    }
    return literal != null
        ? findShort(text, from, calculation)
        : findLoose(text, from, calculation);
  }

  private int findShort(String text, int from, Calculation calculation) {
    int found = text.indexOf(literal, from);
    int passed = (found < 0 ? text.length() : found) - from;
    calculation.step(STEPS_OF_CALL + passed / 4);
    return found < 0 ? -1 : found + literal.length();
  }

  /** Never looks at a character of the text twice (Knuth, Morris, Pratt). */
  private int findLong(String text, int from, Calculation calculation) {
    int fitting = 0;
    int stop = from;
    for (int at = from; at < text.length(); at++) {
      if (at == stop) {
        calculation.step(Calculation.STEPS_BETWEEN / 4);
        stop = at + Calculation.STEPS_BETWEEN / 8;
      }
      char c = text.charAt(at);
      while (fitting > 0 && literal.charAt(fitting) != c) {
        fitting = borders[fitting - 1];
      }
      if (literal.charAt(fitting) == c) {
        fitting++;
      }
      if (fitting == literal.length()) {
        return at + 1;
      }
    }
    return -1;
  }

  private static int[] bordersOf(String literal) {
    int[] borders = new int[literal.length()];
    int border = 0;
    for (int i = 1; i < borders.length; i++) {
      while (border > 0 && literal.charAt(border) != literal.charAt(i)) {
        border = borders[border - 1];
      }
      if (literal.charAt(border) == literal.charAt(i)) {
        border++;
      }
      borders[i] = border;
    }
    return borders;
  }

  private int findLoose(String text, int from, Calculation calculation) {
    int at = from;
    while (true) {
      int end = endAt(text, at);
      calculation.step(STEPS_OF_CALL + (end < 0 ? characters.length / 2 : end - at));
      if (end >= 0 || at >= text.length()) {
        return end;
      }
      at += Character.charCount(text.codePointAt(at));
    }
  }
}
