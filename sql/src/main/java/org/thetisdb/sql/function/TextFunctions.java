package org.thetisdb.sql.function;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.memory.StatementMemory;

/** Functions of texts as PostgreSQL has them. Stateless. */
public final class TextFunctions {
  private TextFunctions() {}

  /** BTRIM: a text without some characters at both ends. */
  public static String trimBoth(String text, String characters) {
    return trimRight(trimLeft(text, characters), characters);
  }

  /** TRIM: a text without some characters at its beginning, its end, or both. */
  public static String trim(boolean left, boolean right, String characters, String text) {
    String trimmed = left ? trimLeft(text, characters) : text;
    return right ? trimRight(trimmed, characters) : trimmed;
  }

  /** LTRIM: a text without some characters at its beginning. */
  public static String trimLeft(String text, String characters) {
    Calculation calculation = Calculation.ofThread();
    int begin = 0;
    while (begin < text.length() && characters.indexOf(text.codePointAt(begin)) >= 0) {
      calculation.step(1 + characters.length() / 8);
      begin += Character.charCount(text.codePointAt(begin));
    }
    return text.substring(begin);
  }

  /** RTRIM: a text without some characters at its end. */
  public static String trimRight(String text, String characters) {
    Calculation calculation = Calculation.ofThread();
    int end = text.length();
    while (end > 0 && characters.indexOf(text.codePointBefore(end)) >= 0) {
      calculation.step(1 + characters.length() / 8);
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(0, end);
  }

  /** How many characters a text has. */
  public static int charLength(String text) {
    return text.codePointCount(0, text.length());
  }

  /** The character with a number. */
  public static String charFromUtf8(int number) {
    if (number < 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "A character's number is positive; %d is not.".formatted(number));
    }
    boolean isHalf = number >= Character.MIN_SURROGATE && number <= Character.MAX_SURROGATE;
    if (number == 0 || isHalf || number > Character.MAX_CODE_POINT) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_CHARACTER, "There is no character with number %d.".formatted(number));
    }
    return Character.toString(number);
  }

  /** SUBSTRING: from one character on, the first of which is 1. */
  public static String substring(String text, long from) {
    return from <= 1 ? text : text.substring(offset(text, from - 1));
  }

  /** SUBSTRING: so many characters from one on; those before the first count, and are not there. */
  public static String substring(String text, long from, long length) {
    if (length < 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_SUBSTRING, "A part of a text cannot have a negative length.");
    }
    int begin = offset(text, Math.max(0, from - 1));
    long end = from - 1 + length;
    return end <= 0 ? "" : text.substring(begin, offset(text, end));
  }

  /** The place in Java's text behind so many characters, at most its end. */
  private static int offset(String text, long characters) {
    if (characters >= text.length()) {
      return text.length();
    }
    boolean plain = text.codePointCount(0, text.length()) == text.length();
    return plain ? (int) characters : behind(text, (int) characters);
  }

  private static int behind(String text, int characters) {
    int at = 0;
    for (int i = 0; i < characters && at < text.length(); i++) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  /** OVERLAY: another text in place of as many characters as it has. */
  public static String overlay(String text, String other, long from) {
    return overlay(text, other, from, charLength(other));
  }

  /** OVERLAY: another text in place of so many characters. */
  public static String overlay(String text, String other, long from, long length) {
    if (from <= 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_SUBSTRING,
          "OVERLAY begins at a character of the text, the first of which is 1.");
    }
    if (from + length > Integer.MAX_VALUE) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "OVERLAY ends behind the longest text.");
    }
    return substring(text, 1, from - 1) + other + substring(text, from + length);
  }

  /** POSITION: the number of the character at which a part begins; 0 if there is none. */
  public static int position(String part, String text) {
    int at = text.indexOf(part);
    return at < 0 ? 0 : text.codePointCount(0, at) + 1;
  }

  /** A text without what is behind so many characters; null for null. */
  public static String truncate(String text, int length) {
    return text == null || text.length() <= length ? text : text.substring(0, offset(text, length));
  }

  /** The same, filled with blanks up to so many. */
  public static String truncateOrPad(String text, int length) {
    if (text == null) {
      return null;
    }
    String cut = truncate(text, length);
    return cut + " ".repeat(Math.max(0, length - charLength(cut)));
  }

  /** LPAD: a text of this length, with others before it. */
  public static String padLeft(String text, Number length, String filling) {
    int missing = length.intValue() - charLength(text);
    return missing <= 0
        ? truncate(text, Math.max(0, length.intValue()))
        : filled(missing, filling) + text;
  }

  /** LPAD with blanks. */
  public static String blankLeft(String text, Number length) {
    return padLeft(text, length, " ");
  }

  /** RPAD: a text of this length, with others behind it. */
  public static String padRight(String text, Number length, String filling) {
    int missing = length.intValue() - charLength(text);
    return missing <= 0
        ? truncate(text, Math.max(0, length.intValue()))
        : text + filled(missing, filling);
  }

  /** RPAD with blanks. */
  public static String blankRight(String text, Number length) {
    return padRight(text, length, " ");
  }

  /** LEFT: the first characters, or all but the last ones for a number below 0. */
  public static String left(String text, Number count) {
    int length = text.codePointCount(0, text.length());
    return text.substring(0, text.offsetByCodePoints(0, taken(length, count)));
  }

  /** RIGHT: the last characters, or all but the first ones for a number below 0. */
  public static String right(String text, Number count) {
    int length = text.codePointCount(0, text.length());
    return text.substring(text.offsetByCodePoints(0, length - taken(length, count)));
  }

  private static int taken(int length, Number count) {
    long wanted = count.longValue() < 0 ? length + count.longValue() : count.longValue();
    return (int) Math.max(0, Math.min(length, wanted));
  }

  /** {@code text ^@ beginning}. */
  public static boolean startsWith(String text, String beginning) {
    return text.startsWith(beginning);
  }

  private static String filled(int length, String filling) {
    StatementMemory.atHand().requireValue(length);
    if (filling.isEmpty()) {
      return "";
    }
    int characters = charLength(filling);
    String once = truncate(filling, length % characters);
    return filling.repeat(length / characters) + once;
  }

  /** INITCAP: the first letter of each word is a capital, and no other is. */
  public static String capitals(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean within = false;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      result.appendCodePoint(
          within ? Character.toLowerCase(character) : Character.toUpperCase(character));
      within = Character.isLetterOrDigit(character);
      i += Character.charCount(character);
    }
    return result.toString();
  }
}
