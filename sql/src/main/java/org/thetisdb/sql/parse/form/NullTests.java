package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;

/** {@code x ISNULL} and {@code x NOTNULL}, which PostgreSQL has for IS [NOT] NULL. Stateless. */
final class NullTests {
  /** Words behind which no value has come to its end. */
  private static final Set<String> BEFORE_VALUES =
      Set.of(
          "SELECT",
          "DISTINCT",
          "ALL",
          "ANY",
          "SOME",
          "WHERE",
          "AND",
          "OR",
          "NOT",
          "AS",
          "ON",
          "CASE",
          "WHEN",
          "THEN",
          "ELSE",
          "BY",
          "HAVING",
          "FROM",
          "JOIN",
          "IN",
          "LIKE",
          "ILIKE",
          "BETWEEN",
          "RETURNING",
          "SET",
          "VALUES",
          "LIMIT",
          "OFFSET",
          "USING",
          "TABLE",
          "INTO",
          "UPDATE",
          "VIEW",
          "INDEX",
          "COLUMN",
          "FUNCTION");

  private NullTests() {}

  /** Replaces such words between two tokens. */
  static void add(List<Token> tokens, int first, int end, Map<Integer, String> replaced) {
    for (int i = first + 1; i < end; i++) {
      Token token = tokens.get(i);
      boolean isNull = token.isWord("ISNULL");
      if ((isNull || token.isWord("NOTNULL"))
          && endsValue(tokens.get(i - 1))
          && !tokens.get(Math.min(i + 1, tokens.size() - 1)).isSymbol("(")) {
        replaced.put(i, isNull ? "IS NULL" : "IS NOT NULL");
      }
    }
  }

  private static boolean endsValue(Token token) {
    return switch (token.kind()) {
      case WORD -> !BEFORE_VALUES.contains(token.text().toUpperCase(Locale.ROOT));
      case SYMBOL -> token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("?");
      case QUOTED, STRING, NUMBER -> true;
      case END -> false;
    };
  }
}
