package org.thetisdb.sql.parse.dialect;

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
  private RefusedForms() {}

  /** Looks for them between two tokens. */
  static void check(List<Token> tokens, int first, int end, Map<Integer, String> replaced) {
    for (int i = first; i + 1 < end; i++) {
      Token token = tokens.get(i);
      if (token.kind() == Token.Kind.WORD) {
        check(token, i == first ? null : tokens.get(i - 1), tokens.get(i + 1));
        if (token.isWord("ONLY") && i > first && isOfTable(tokens.get(i - 1), tokens.get(i + 1))) {
          replaced.put(i, "");
        }
      } else if (token.isSymbol("[") && tokens.get(i + 1).isSymbol("[")) {
        throw refused("An array of arrays");
      }
    }
  }

  private static void check(Token token, Token before, Token behind) {
    if (token.isWord("GROUPS") && isFrame(behind)) {
      throw refused(
          "A frame of GROUPS (number the groups by DENSE_RANK in a subquery, and write RANGE over"
              + " the numbers)");
    }
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
