package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Map;
import org.thetisdb.sql.parse.token.Token;

/**
 * {@code (t).a} and {@code (t.*).a}, a column of a row of a table, which is {@code t.a}. Stateless.
 */
final class RowFields {
  private RowFields() {}

  /** Takes the brackets away. */
  static void add(List<Token> tokens, int first, int end, Map<Integer, String> replaced) {
    for (int i = first; i + 1 < end; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(") && (i == first || !isCalled(tokens.get(i - 1), token))) {
        row(tokens, i, end, replaced);
      }
    }
  }

  private static boolean isCalled(Token before, Token bracket) {
    boolean name = before.kind() == Token.Kind.WORD || before.kind() == Token.Kind.QUOTED;
    return name && before.end() == bracket.begin();
  }

  private static void row(List<Token> tokens, int at, int end, Map<Integer, String> replaced) {
    Token name = tokens.get(at + 1);
    if (name.kind() != Token.Kind.WORD && name.kind() != Token.Kind.QUOTED) {
      return;
    }
    boolean star =
        at + 3 < end && tokens.get(at + 2).isSymbol(".") && tokens.get(at + 3).isSymbol("*");
    int closing = star ? at + 4 : at + 2;
    if (closing + 1 < end
        && tokens.get(closing).isSymbol(")")
        && tokens.get(closing + 1).isSymbol(".")) {
      replaced.put(at, "");
      replaced.put(closing, "");
      if (star) {
        replaced.put(at + 2, "");
        replaced.put(at + 3, "");
      }
    }
  }
}
