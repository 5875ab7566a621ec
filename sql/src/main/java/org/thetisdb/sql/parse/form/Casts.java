package org.thetisdb.sql.parse.form;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;

/**
 * {@code value::type} as {@code CAST(value AS type)}: Calcite's grammar takes all that stands
 * before the colons since the last bracket for the value. Stateless.
 */
final class Casts {
  /** Words before a bracket that are no function. */
  private static final Set<String> NO_VALUES =
      Set.of(
          "SELECT",
          "DISTINCT",
          "ALL",
          "AND",
          "OR",
          "NOT",
          "WHERE",
          "HAVING",
          "IN",
          "BY",
          "ON",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "BETWEEN",
          "LIKE",
          "ILIKE",
          "TO",
          "ESCAPE",
          "FROM",
          "FOR",
          "IS",
          "LIMIT",
          "OFFSET",
          "RETURNING",
          "SET",
          "PLACING",
          "SYMMETRIC");

  /** Words before a bracket that goes on with a call of an aggregate. */
  private static final Set<String> GO_ON = Set.of("OVER", "FILTER", "GROUP");

  private Casts() {}

  /**
   * Adds what has to stand around values and types.
   *
   * @param replaced what takes the place of tokens; colons that stand there are left alone
   */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    Map<Integer, Integer> beginByEnd = new HashMap<>();
    for (int i = first + 1; i < end - 1; i++) {
      if (!tokens.get(i).isSymbol("::") || replaced.containsKey(i)) {
        continue;
      }
      int begin = beginByEnd.getOrDefault(i - 1, begin(tokens, first, i - 1));
      int last = lastOfType(tokens, i + 1, end);
      if (begin < 0) {
        continue;
      }
      insertions.addBefore(begin, "CAST(");
      replaced.put(i, " AS ");
      insertions.addBehind(last, ")");
      beginByEnd.put(last, begin);
    }
  }

  /** Where the value begins that ends with a token; -1 if none does. */
  static int begin(List<Token> tokens, int first, int last) {
    int at = last;
    while (at >= first && (tokens.get(at).isSymbol("]") || tokens.get(at).isSymbol(")"))) {
      boolean bracket = tokens.get(at).isSymbol(")");
      at = opening(tokens, first, at) - 1;
      if (bracket) {
        if (at > first && GO_ON.contains(upper(tokens.get(at)))) {
          return begin(tokens, first, tokens.get(at).isWord("GROUP") ? at - 2 : at - 1);
        }
        boolean called = at >= first && isName(tokens.get(at));
        return called ? beginOfName(tokens, first, at) : at + 1;
      }
    }
    if (at < first) {
      return -1;
    }
    Token token = tokens.get(at);
    if (token.isWord("ARRAY") || token.kind() == Token.Kind.NUMBER || token.isSymbol("?")) {
      return at;
    }
    if (token.kind() == Token.Kind.STRING) {
      boolean typed = at > first && isLiteralType(tokens.get(at - 1));
      return typed ? at - 1 : at;
    }
    if (token.isWord("END")) {
      return beginOfCase(tokens, first, at);
    }
    return isName(token) ? beginOfName(tokens, first, at) : -1;
  }

  /** Where the CASE stands that ends with a token; that token if there is none. */
  private static int beginOfCase(List<Token> tokens, int first, int last) {
    int depth = 0;
    for (int at = last; at >= first; at--) {
      if (tokens.get(at).isWord("END")) {
        depth++;
      } else if (tokens.get(at).isWord("CASE") && --depth == 0) {
        return at;
      }
    }
    return last;
  }

  private static String upper(Token token) {
    return token.kind() == Token.Kind.WORD ? token.text().toUpperCase(Locale.ROOT) : "";
  }

  private static boolean isLiteralType(Token token) {
    return token.isWord("DATE")
        || token.isWord("TIME")
        || token.isWord("TIMESTAMP")
        || token.isWord("INTERVAL");
  }

  private static int opening(List<Token> tokens, int first, int closing) {
    int depth = 0;
    for (int i = closing; i >= first; i--) {
      Token token = tokens.get(i);
      if (token.isSymbol(")") || token.isSymbol("]")) {
        depth++;
      } else if ((token.isSymbol("(") || token.isSymbol("[")) && --depth == 0) {
        return i;
      }
    }
    return first;
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.QUOTED
        || (token.kind() == Token.Kind.WORD && !NO_VALUES.contains(upper(token)));
  }

  private static int beginOfName(List<Token> tokens, int first, int last) {
    int at = last;
    while (at - 2 >= first && tokens.get(at - 1).isSymbol(".") && isName(tokens.get(at - 2))) {
      at -= 2;
    }
    return at;
  }

  /** The last token of a type that begins at a token. */
  static int lastOfType(List<Token> tokens, int begin, int end) {
    int at = begin;
    if (tokens.get(begin).isWord("INTERVAL")) {
      at = IntervalFields.at(tokens, begin + 1).end() - 1;
    }
    if (at + 1 < end
        && (tokens.get(at + 1).isWord("PRECISION") || tokens.get(at + 1).isWord("VARYING"))) {
      at++;
    }
    if (at + 1 < end && tokens.get(at + 1).isSymbol("(")) {
      while (at + 1 < end && !tokens.get(at).isSymbol(")")) {
        at++;
      }
    }
    if (at + 3 < end
        && (tokens.get(at + 1).isWord("WITH") || tokens.get(at + 1).isWord("WITHOUT"))) {
      at += tokens.get(at + 2).isWord("LOCAL") ? 4 : 3;
    }
    if (at + 1 < end && tokens.get(at + 1).isWord("ARRAY")) {
      at++;
    }
    while (at + 2 < end && tokens.get(at + 1).isSymbol("[") && tokens.get(at + 2).isSymbol("]")) {
      at += 2;
    }
    return at;
  }
}
