package org.thetisdb.sql.parse.form;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;

/**
 * Operators that Calcite's grammar does not have, written as two that it has: {@code a -> b} as
 * {@code a || "->"() || b}. There {@code ||} binds as PostgreSQL's operators do, from the left, so
 * that the tree of syntax has each operator between its operands. Stateless.
 */
final class Operators {
  private static final Set<String> UNKNOWN_TO_CALCITE =
      Set.of("->", "->>", "#>", "#>>", "#-", "@>", "<@", "&&", "??", "??|", "??&");

  private Operators() {}

  /** What takes the place of tokens, by their places. */
  static Map<Integer, String> of(List<Token> tokens, int first, int end) {
    Map<Integer, String> replaced = new HashMap<>();
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      if (token.isWord("LATERAL")
          && i + 2 < end
          && tokens.get(i + 1).kind() == Token.Kind.WORD
          && tokens.get(i + 2).isSymbol("(")) {
        replaced.put(i, ""); // a function sees the tables before it anyway
      }
      if (token.kind() != Token.Kind.SYMBOL) {
        continue;
      }
      if (UNKNOWN_TO_CALCITE.contains(token.text())) {
        replaced.put(i, between(token.text()));
      } else if (token.isSymbol("?")) {
        exists(tokens, i, end, replaced);
      } else if (token.isSymbol("[") && i + 1 < end && tokens.get(i + 1).isSymbol("]")) {
        boolean value = i > first && tokens.get(i - 1).isWord("ARRAY");
        if (value) {
          replaced.put(i - 1, "'{}'"); // an array without elements, of the type that is cast to
        }
        replaced.put(i, value ? "" : " ARRAY");
        replaced.put(i + 1, "");
      }
    }
    return replaced;
  }

  private static String between(String operator) {
    return " || \"" + operator + "\"() || ";
  }

  /** A question mark before a text can be no parameter: it asks whether there is such a member. */
  private static void exists(List<Token> tokens, int at, int end, Map<Integer, String> replaced) {
    if (at + 1 >= end) {
      return;
    }
    Token behind = tokens.get(at + 1);
    if (behind.kind() == Token.Kind.STRING) {
      replaced.put(at, between("??"));
      return;
    }
    boolean several = behind.isSymbol("|") || behind.isSymbol("&");
    boolean adjoins = behind.begin() == tokens.get(at).end();
    if (several && adjoins && at + 2 < end && beginsArray(tokens.get(at + 2))) {
      replaced.put(at, between("??" + behind.text()));
      replaced.put(at + 1, "");
    }
  }

  private static boolean beginsArray(Token token) {
    return token.isWord("ARRAY") || token.kind() == Token.Kind.STRING;
  }
}
