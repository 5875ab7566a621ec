package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Map;
import org.thetisdb.sql.parse.token.Token;

/**
 * {@code jsonb_agg(x ORDER BY y)} as an aggregate whose ORDER BY Calcite's grammar knows, of
 * elements that are to be made documents. Stateless.
 */
public final class Aggregates {
  /** The function around the element, by the aggregate. */
  public static final Map<String, String> TO_ELEMENT =
      Map.of("jsonb_agg", "jsonb of element", "json_agg", "json of element");

  private Aggregates() {}

  /** Adds what has to stand around elements, and replaces names of aggregates. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    for (int i = first; i + 2 < end; i++) {
      Token token = tokens.get(i);
      if ((token.isWord("jsonb_agg") || token.isWord("json_agg"))
          && tokens.get(i + 1).isSymbol("(")) {
        int order = order(tokens, i + 2, end);
        if (order > i + 2) {
          int element = tokens.get(i + 2).isWord("DISTINCT") ? i + 3 : i + 2;
          replaced.put(i, "ARRAY_AGG");
          insertions.addBefore(element, "\"" + TO_ELEMENT.get(token.name()) + "\"(");
          insertions.addBehind(order - 1, ")");
        }
      }
    }
  }

  /** Where the ORDER of such brackets stands; -1 if there is none. */
  private static int order(List<Token> tokens, int begin, int end) {
    int depth = 0;
    for (int i = begin; i < end && depth >= 0; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && token.isWord("ORDER")) {
        return i;
      }
    }
    return -1;
  }
}
