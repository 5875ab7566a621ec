package org.thetisdb.sql.pattern;

import java.util.Map;

/** Classes of characters by their names, as they stand within brackets of both engines. */
final class CharacterClasses {
  /** Of words: {@code \w}. */
  static final String WORD = "\\p{L}\\p{Nd}\\p{Nl}_";

  static final String DIGIT = "0-9";

  static final String SPACE =
      "\\x{9}-\\x{d}\\x{20}\\x{85}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}"
          + "\\x{2029}\\x{205f}\\x{3000}";

  /** What is in no word, for brackets in which a class cannot be turned round. */
  static final String NO_WORD =
      "\\p{M}\\p{S}\\p{Z}\\p{C}\\p{No}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}";

  static final String NO_DIGIT = "\\x{0}-/:-\\x{10ffff}";

  static final String NO_SPACE =
      "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{84}\\x{86}-\\x{167f}\\x{1681}-\\x{1fff}\\x{2007}"
          + "\\x{200b}-\\x{2027}\\x{202a}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";

  private static final Map<String, String> BY_NAME =
      Map.ofEntries(
          Map.entry("alpha", "\\p{L}\\p{Nl}"),
          Map.entry("alnum", "\\p{L}\\p{Nd}\\p{Nl}"),
          Map.entry("word", WORD),
          Map.entry("digit", DIGIT),
          Map.entry("upper", "\\p{Lu}\\p{Lt}"),
          Map.entry("lower", "\\p{Ll}"),
          Map.entry("space", SPACE),
          Map.entry("blank", "\\x{9}\\p{Zs}"),
          Map.entry("punct", "\\p{P}\\p{S}"),
          Map.entry("xdigit", "0-9a-fA-F"),
          Map.entry("cntrl", "\\p{Cc}"),
          Map.entry("graph", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}"),
          Map.entry("print", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}"),
          Map.entry("ascii", "\\x{0}-\\x{7f}"));

  private CharacterClasses() {}

  /** The class with a name; null if there is none. */
  static String byName(String name) {
    return BY_NAME.get(name);
  }

  /** A character that means itself, within brackets and without. */
  static void literal(StringBuilder out, int c) {
    boolean plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) {
      out.append((char) c);
    } else {
      out.append("\\x{").append(Integer.toHexString(c)).append('}');
    }
  }
}
