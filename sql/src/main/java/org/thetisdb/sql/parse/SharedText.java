package org.thetisdb.sql.parse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * A statement whose constants were taken out of its text, so that all statements that differ in
 * nothing else share one. Only constants that are compared, listed behind IN or VALUES, or set are
 * taken: elsewhere a constant may say what the statement means, as in ORDER BY 1. For statements
 * without parameters; immutable.
 *
 * @param text with a parameter in place of each constant
 * @param values what stood there, in a client's form, in order
 */
public record SharedText(String text, Object[] values) {
  /** Longer texts are compiled as they are. */
  private static final int LONGEST_CHARS = 8 << 10;

  private static final int MOST_VALUES = 256;

  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", ">", "<=", ">=");

  /** What may stand behind a constant that is compared. */
  private static final Set<String> ENDINGS =
      Set.of(
          "AND",
          "OR",
          "WHERE",
          "ORDER",
          "GROUP",
          "HAVING",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "RETURNING",
          "UNION",
          "THEN",
          "JOIN",
          "LEFT",
          "INNER");

  private enum Bracket {
    LIST,
    VALUES,
    OTHER
  }

  /** The text without its constants; null if it has none that can be taken, or has parameters. */
  public static SharedText of(String text) {
    return of(text, Set.of());
  }

  /**
   * The same, but for some constants that may say how rows are found.
   *
   * @param kept constants that stay, as they are written
   */
  public static SharedText of(String text, Set<String> kept) {
    if (text.length() > LONGEST_CHARS || !mayHold(text)) {
      return null;
    }
    try {
      return new Reader(text, Tokenizer.tokens(text), kept).read();
    } catch (PlainReader.NotPlain | ThetisException e) {
      return null;
    }
  }

  /** A first look, before the text is cut into tokens. */
  private static boolean mayHold(String text) {
    boolean constant = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '?') {
        return false;
      }
      constant |= c == '\'' || (c >= '0' && c <= '9');
    }
    return constant;
  }

  private static boolean isConstant(Token token) {
    return token.kind() == Token.Kind.NUMBER || token.kind() == Token.Kind.STRING;
  }

  /** The constants of an expression, as they are written. */
  public static Set<String> constantsOf(String expressionSql) {
    Set<String> constants = new TreeSet<>();
    for (Token token : Tokenizer.tokens(expressionSql)) {
      if (isConstant(token)) {
        constants.add(token.text());
      }
    }
    return constants;
  }

  /** Not thread-safe. */
  private static final class Reader {
    private final String text;
    private final List<Token> tokens;
    private final Set<String> kept;
    private final Deque<Bracket> brackets = new ArrayDeque<>();
    private final List<Object> values = new ArrayList<>();
    private final StringBuilder shared = new StringBuilder();
    private int copied;

    Reader(String text, List<Token> tokens, Set<String> kept) {
      this.text = text;
      this.tokens = tokens;
      this.kept = kept;
    }

    SharedText read() {
      Token first = tokens.get(0);
      boolean insert = first.isWord("INSERT");
      if (!insert
          && !first.isWord("SELECT")
          && !first.isWord("UPDATE")
          && !first.isWord("DELETE")) {
        return null;
      }
      for (int i = 1; i < tokens.size() - 1; i++) {
        Token token = tokens.get(i);
        if (token.isSymbol("(")) {
          brackets.push(kind(i, insert));
        } else if (token.isSymbol(")")) {
          brackets.poll();
        } else if (isConstant(token) && !kept.contains(token.text())) {
          constant(i);
        }
      }
      if (values.isEmpty() || values.size() > MOST_VALUES) {
        return null;
      }
      shared.append(text, copied, text.length());
      return new SharedText(shared.toString(), values.toArray());
    }

    private Bracket kind(int at, boolean insert) {
      Token before = tokens.get(at - 1);
      if (before.isWord("IN")) {
        return Bracket.LIST;
      }
      boolean row = before.isWord("VALUES") || (before.isSymbol(",") && isBehindRow(at - 2));
      return insert && row && brackets.isEmpty() ? Bracket.VALUES : Bracket.OTHER;
    }

    private boolean isBehindRow(int at) {
      return at > 0 && tokens.get(at).isSymbol(")");
    }

    private void constant(int at) {
      boolean negative = tokens.get(at - 1).isSymbol("-");
      int begin = negative ? at - 1 : at;
      Token before = tokens.get(begin - 1);
      Token behind = tokens.get(at + 1);
      if (!isListed(before, behind) && !isCompared(begin, behind)) {
        return;
      }
      Token token = tokens.get(at);
      if (token.kind() == Token.Kind.STRING) {
        // blanks at the end of what is compared with CHAR(n) are looked at while compiling
        if (!negative && !token.string().endsWith(" ")) {
          take(token.begin(), token.end(), token.string());
        }
      } else if (token.text().indexOf('e') < 0 && token.text().indexOf('E') < 0) {
        Object number = PlainReader.number(token.text(), negative);
        take(tokens.get(begin).begin(), token.end(), number);
      }
    }

    private boolean isListed(Token before, Token behind) {
      Bracket bracket = brackets.peek();
      return (bracket == Bracket.LIST || bracket == Bracket.VALUES)
          && (before.isSymbol("(") || before.isSymbol(","))
          && (behind.isSymbol(")") || behind.isSymbol(","));
    }

    /** Compared with what is no constant itself, and no part of a longer expression. */
    private boolean isCompared(int begin, Token behind) {
      Token before = tokens.get(begin - 1);
      Token other = tokens.get(Math.max(0, begin - 2));
      boolean name =
          (other.kind() == Token.Kind.WORD || other.kind() == Token.Kind.QUOTED)
              && !other.isWord("END");
      return before.kind() == Token.Kind.SYMBOL
          && COMPARISONS.contains(before.text())
          && name
          && ends(behind);
    }

    private static boolean ends(Token behind) {
      return behind.kind() == Token.Kind.END
          || behind.isSymbol(")")
          || behind.isSymbol(",")
          || behind.isSymbol(";")
          || (behind.kind() == Token.Kind.WORD
              && ENDINGS.contains(behind.text().toUpperCase(java.util.Locale.ROOT)));
    }

    private void take(int begin, int end, Object value) {
      shared.append(text, copied, begin).append('?');
      copied = end;
      values.add(value);
    }
  }
}
