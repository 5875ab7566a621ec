package org.thetisdb.sql.function;

import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.memory.StatementMemory;

/** Functions of texts as PostgreSQL has them. Stateless. */
public final class TextFunctions {
  private TextFunctions() {}

  /** BTRIM: a text without some characters at both ends. */
  public static String trimBoth(String text, String characters) {
    return trimRight(trimLeft(text, characters), characters);
  }

  /** LTRIM: a text without some characters at its beginning. */
  public static String trimLeft(String text, String characters) {
    Calculation calculation = Calculation.ofThread();
    int begin = 0;
    while (begin < text.length() && characters.indexOf(text.charAt(begin)) >= 0) {
      calculation.step(1 + characters.length() / 8);
      begin++;
    }
    return text.substring(begin);
  }

  /** RTRIM: a text without some characters at its end. */
  public static String trimRight(String text, String characters) {
    Calculation calculation = Calculation.ofThread();
    int end = text.length();
    while (end > 0 && characters.indexOf(text.charAt(end - 1)) >= 0) {
      calculation.step(1 + characters.length() / 8);
      end--;
    }
    return text.substring(0, end);
  }

  /** LPAD: a text of this length, with others before it. */
  public static String padLeft(String text, Number length, String filling) {
    return text.length() >= length.intValue()
        ? text.substring(0, Math.max(0, length.intValue()))
        : filled(length.intValue() - text.length(), filling) + text;
  }

  /** LPAD with blanks. */
  public static String blankLeft(String text, Number length) {
    return padLeft(text, length, " ");
  }

  /** RPAD: a text of this length, with others behind it. */
  public static String padRight(String text, Number length, String filling) {
    return text.length() >= length.intValue()
        ? text.substring(0, Math.max(0, length.intValue()))
        : text + filled(length.intValue() - text.length(), filling);
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
    return filling.isEmpty()
        ? ""
        : filling.repeat(length / filling.length() + 1).substring(0, length);
  }
}
