package org.thetisdb.sql.parse.token;

import java.math.BigDecimal;
import java.util.Locale;
import org.thetisdb.core.value.Decimals;

/**
 * A token.
 *
 * @param text as it stands in the statement
 * @param begin where it begins
 * @param end where it ends, exclusive
 */
public record Token(Kind kind, String text, int begin, int end, int line, int column) {
  /** Digits of a DECIMAL that is not bounded. */
  private static final int MAX_DIGITS = Decimals.MAX_DIGITS;

  /** What tokens there are. */
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
    return hasEscapes()
        ? EscapeText.read(this)
        : text.substring(1, text.length() - 1).replace("''", "'");
  }

  private boolean hasEscapes() {
    return kind == Kind.STRING && text.charAt(0) != '\'' && text.charAt(0) != '$';
  }

  /** Whether it is a text between {@code $$} or {@code $tag$}. */
  boolean isInDollars() {
    return kind == Kind.STRING && text.charAt(0) == '$';
  }

  /**
   * The text as Calcite's grammar reads it: texts stand in single quotes, and numbers have no
   * exponent, with which they would not be exact: one without digits behind the point is cast, so
   * that it is no whole number.
   */
  public String plain() {
    if (isInDollars() || hasEscapes()) {
      return "'" + string().replace("'", "''") + "'";
    }
    return kind == Kind.NUMBER && hasExponent() ? withoutExponent() : text;
  }

  private boolean hasExponent() {
    return text.indexOf('e') > 0 || text.indexOf('E') > 0;
  }

  /** All digits, if a DECIMAL can have so many; else it stays as it is. */
  private String withoutExponent() {
    try {
      BigDecimal exact = new BigDecimal(text);
      int before = exact.precision() - exact.scale();
      int behind = Math.max(0, exact.scale());
      if (Math.max(before, 1) + behind > MAX_DIGITS || exact.scale() <= -MAX_DIGITS) {
        return text;
      }
      return behind > 0
          ? exact.toPlainString()
          : "CAST(%s AS DECIMAL)".formatted(exact.toPlainString());
    } catch (NumberFormatException e) {
      return text;
    }
  }
}
