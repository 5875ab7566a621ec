package org.thetisdb.sql.parse.token;

import java.util.Locale;

/**
 * A token.
 *
 * @param text as it stands in the statement
 * @param begin where it begins
 * @param end where it ends, exclusive
 */
public record Token(Kind kind, String text, int begin, int end, int line, int column) {
  public enum Kind {
    WORD,
    QUOTED,
    STRING,
    NUMBER,
    SYMBOL,
    END
  }

  /** Whether it is this word, which is given in capitals. */
  public boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  public boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** The name that it stands for. */
  public String name() {
    return kind == Kind.QUOTED
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text.toLowerCase(Locale.ROOT);
  }

  /** The text of a string literal. */
  public String string() {
    if (isInDollars()) {
      int tag = text.indexOf('$', 1) + 1;
      return text.substring(tag, text.length() - tag);
    }
    return text.substring(1, text.length() - 1).replace("''", "'");
  }

  /** Whether it is a text between {@code $$} or {@code $tag$}. */
  boolean isInDollars() {
    return kind == Kind.STRING && text.charAt(0) == '$';
  }

  /** The text as Calcite's grammar reads it: texts stand in single quotes. */
  public String plain() {
    return isInDollars() ? "'" + string().replace("'", "''") + "'" : text;
  }
}
