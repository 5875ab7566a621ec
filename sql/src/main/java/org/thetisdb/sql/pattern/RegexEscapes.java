package org.thetisdb.sql.pattern;

/** What stands behind a backslash, in brackets and without. Stateless. */
final class RegexEscapes {
  private static final int MOST_HEX_DIGITS = 255;

  private RegexEscapes() {}

  /** The character that an escape names; -1 if it names none. {@code c} was passed. */
  static int character(int c, RegexCursor in) {
    return switch (c) {
      case 'a' -> 7;
      case 'b' -> 8;
      case 'B' -> '\\';
      case 'c' -> in.next() & 31;
      case 'e' -> 27;
      case 'f' -> 12;
      case 'n' -> 10;
      case 'r' -> 13;
      case 't' -> 9;
      case 'v' -> 11;
      case 'u' -> hex(in, 4, 4);
      case 'U' -> hex(in, 8, 8);
      case 'x' -> hex(in, 1, MOST_HEX_DIGITS);
      case '0' -> Math.max(0, in.digits(8, 0, 2));
      default -> named(c);
    };
  }

  private static int named(int c) {
    boolean word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return word ? -1 : c;
  }

  private static int hex(RegexCursor in, int fewest, int most) {
    int c = in.digits(16, fewest, most);
    if (c < 0 || c > Character.MAX_CODE_POINT) {
      throw RegexCursor.bad("an escape names no character");
    }
    return c;
  }

  /** The class of characters that an escape names, as within brackets; null if it names none. */
  static String classOf(int c) {
    return switch (c) {
      case 'd' -> CharacterClasses.DIGIT;
      case 's' -> CharacterClasses.SPACE;
      case 'w' -> CharacterClasses.WORD;
      default -> null;
    };
  }

  /** The class of all others; null if it names none. */
  static String otherThan(int c) {
    return switch (c) {
      case 'D' -> CharacterClasses.NO_DIGIT;
      case 'S' -> CharacterClasses.NO_SPACE;
      case 'W' -> CharacterClasses.NO_WORD;
      default -> null;
    };
  }
}
