package org.thetisdb.sql.parse.form;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.sql.parse.token.Token;

/**
 * Functions that give rows, such as {@code generate_series}. Calcite's grammar has {@code UNNEST}
 * of an array as a table and nothing else, so where they stand as a table they are put into an
 * UNNEST, and elsewhere {@code unnest} is made a name like all others. Stateless.
 */
public final class RowFunctions {
  private static final String UNNEST = "unnest";

  /** The columns of each; none for those whose column is called as the function or its alias. */
  private static final Map<String, List<String>> COLUMNS =
      Map.ofEntries(
          Map.entry(UNNEST, List.of()),
          Map.entry("generate_series", List.of()),
          Map.entry("generate_subscripts", List.of()),
          Map.entry("regexp_matches", List.of()),
          Map.entry("string_to_table", List.of()),
          Map.entry("regexp_split_to_table", List.of()),
          Map.entry("json_object_keys", List.of()),
          Map.entry("jsonb_object_keys", List.of()),
          Map.entry("json_array_elements", List.of("value")),
          Map.entry("jsonb_array_elements", List.of("value")),
          Map.entry("json_array_elements_text", List.of("value")),
          Map.entry("jsonb_array_elements_text", List.of("value")),
          Map.entry("json_each", List.of("key", "value")),
          Map.entry("jsonb_each", List.of("key", "value")),
          Map.entry("json_each_text", List.of("key", "value")),
          Map.entry("jsonb_each_text", List.of("key", "value")));

  private RowFunctions() {}

  /** Whether a function gives rows. */
  public static boolean isOne(String name) {
    return COLUMNS.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /** Its columns, where the name that a query gives to its rows is not that of the only one. */
  public static List<String> columns(String name) {
    return COLUMNS.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** The name of a column of UNNEST of several arrays, counted from 0. */
  public static String columnOfArray(int place) {
    return place == 0 ? UNNEST : UNNEST + "_" + (place + 1);
  }

  /** Adds what has to stand around them. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    Deque<Boolean> inFrom = new ArrayDeque<>();
    inFrom.push(false);
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(")) {
        inFrom.push(false);
      } else if (token.isSymbol(")") && inFrom.size() > 1) {
        inFrom.pop();
      } else if (token.isWord("FROM") || endsFrom(token)) {
        inFrom.pop();
        inFrom.push(token.isWord("FROM"));
      } else if (i + 1 < end
          && token.kind() == Token.Kind.WORD
          && isOne(token.text())
          && tokens.get(i + 1).isSymbol("(")) {
        function(tokens, i, end, isTable(tokens, first, i, inFrom), replaced, insertions);
      }
    }
  }

  private static boolean endsFrom(Token token) {
    return token.isWord("SELECT")
        || token.isWord("WHERE")
        || token.isWord("GROUP")
        || token.isWord("HAVING")
        || token.isWord("ORDER")
        || token.isWord("LIMIT")
        || token.isWord("SET");
  }

  private static boolean isTable(List<Token> tokens, int first, int at, Deque<Boolean> inFrom) {
    Token before = tokens.get(at == first ? tokens.size() - 1 : at - 1);
    return before.isWord("JOIN")
        || before.isWord("LATERAL")
        || (inFrom.peek() && (before.isWord("FROM") || before.isSymbol(",")));
  }

  private static void function(
      List<Token> tokens,
      int at,
      int end,
      boolean table,
      Map<Integer, String> replaced,
      Insertions insertions) {
    boolean unnest = tokens.get(at).isWord(UNNEST);
    if (table && !unnest) {
      insertions.addBefore(at, "UNNEST(");
      insertions.addBehind(QueryClauses.closing(tokens, at + 1, end), ")");
    } else if (!table && unnest) {
      replaced.put(at, '"' + UNNEST + '"');
    }
  }
}
