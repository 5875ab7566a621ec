package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;

/**
 * Forms of PostgreSQL of which the grammar would only say that a word is not expected: they are
 * refused by their names. {@code FROM ONLY t} is {@code FROM t}, for no tables inherit. Stateless.
 */
final class RefusedForms {
  private static final int MOST_DIGITS = 9;

  private RefusedForms() {}

  /** Looks for them between two tokens. */
  static void check(List<Token> tokens, int first, int end, Map<Integer, String> replaced) {
    for (int i = first; i + 1 < end; i++) {
      Token token = tokens.get(i);
      if (token.kind() == Token.Kind.WORD) {
        if ((token.isWord("PRECEDING") || token.isWord("FOLLOWING"))
            && i > first
            && tokens.get(i - 1).kind() == Token.Kind.STRING
            && !(i > first + 1 && tokens.get(i - 2).isWord("INTERVAL"))) {
          String bound = IntervalLiterals.bound(tokens.get(i - 1).string());
          if (bound != null) {
            replaced.put(i - 1, bound);
          }
        }
        if (token.isWord("GROUPS") && isFrame(tokens.get(i + 1))) {
          frame(tokens, i, end, replaced);
        }
        check(tokens, i, i == first ? null : tokens.get(i - 1), tokens.get(i + 1));
        if (token.isWord("ONLY") && i > first && isOfTable(tokens.get(i - 1), tokens.get(i + 1))) {
          replaced.put(i, "");
        }
      } else if (token.isSymbol("[") && tokens.get(i + 1).isSymbol("[")) {
        throw refused("An array of arrays");
      }
    }
  }

  private static void check(List<Token> tokens, int at, Token before, Token behind) {
    Token token = tokens.get(at);
    if (token.isWord("TABLESAMPLE") && before != null && behind.kind() == Token.Kind.WORD) {
      throw refused("TABLESAMPLE (WHERE random() < 0.1 takes a part of the rows)");
    }
    if (token.isWord("ROWS") && behind.isWord("FROM") && before != null && before.isWord("FROM")) {
      throw refused("ROWS FROM (functions in one select list are read side by side)");
    }
    if (token.isWord("SEARCH") && (behind.isWord("DEPTH") || behind.isWord("BREADTH"))) {
      throw refused(
          "SEARCH of a recursive query (carry an array of what was passed, and order by it)");
    }
    if (token.isWord("SIMILAR") && behind.kind() == Token.Kind.STRING) {
      throw refused("SUBSTRING ... SIMILAR (SUBSTRING(s FROM 'regex') does it)");
    }
  }

  /**
   * A frame of GROUPS that ends with all rows or the current ones is one of RANGE; one by a number
   * is made of one of ROWS once it is read.
   */
  private static void frame(List<Token> tokens, int at, int end, Map<Integer, String> replaced) {
    String kind = "RANGE";
    for (int i = at + 1; i < end && !tokens.get(i).isSymbol(")"); i++) {
      boolean bound = tokens.get(i).isWord("PRECEDING") || tokens.get(i).isWord("FOLLOWING");
      if (bound && !tokens.get(i - 1).isWord("UNBOUNDED")) {
        kind = "ROWS";
        replaced.put(i - 1, groups(tokens, i - 1));
      }
    }
    replaced.put(at, kind);
  }

  private static String groups(List<Token> tokens, int at) {
    boolean digits =
        tokens.get(at).kind() == Token.Kind.NUMBER
            && tokens.get(at).text().length() <= MOST_DIGITS
            && tokens.get(at).text().chars().allMatch(Character::isDigit);
    Token before = tokens.get(at - 1);
    if (digits && before.isSymbol("-")) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "A frame of GROUPS is bounded by a number from 0 on.");
    }
    if (!digits || !(before.isWord("GROUPS") || before.isWord("BETWEEN") || before.isWord("AND"))) {
      throw refused("A frame of GROUPS by anything but a number (write the number)");
    }
    return Long.toString(QueryClauses.GROUPS_MARK + Long.parseLong(tokens.get(at).text()));
  }

  private static boolean isFrame(Token behind) {
    return behind.isWord("BETWEEN")
        || behind.isWord("UNBOUNDED")
        || behind.isWord("CURRENT")
        || behind.kind() == Token.Kind.NUMBER;
  }

  private static boolean isOfTable(Token before, Token behind) {
    boolean named = behind.kind() == Token.Kind.WORD || behind.kind() == Token.Kind.QUOTED;
    return named && (before.isWord("FROM") || before.isWord("JOIN"));
  }

  private static ThetisException refused(String form) {
    return new ThetisException(ErrorCode.NOT_SUPPORTED, form);
  }
}
