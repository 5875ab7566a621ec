package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Map;
import org.thetisdb.sql.parse.token.Token;

/**
 * {@code array[first:last]} as a call of a function, for Calcite's grammar has subscripts of single
 * elements alone. Stateless.
 */
final class ArraySlices {
  private ArraySlices() {}

  /** Adds what has to stand around arrays and bounds. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    for (int i = first + 1; i < end; i++) {
      int open = tokens.get(i).isSymbol(":") ? opening(tokens, first, i) : -1;
      int close = open > first ? closing(tokens, i, end) : -1;
      int begin = close < 0 ? -1 : Casts.begin(tokens, first, open - 1);
      if (begin >= 0) {
        insertions.addBefore(begin, "\"slice\"(");
        replaced.put(open, ", ");
        replaced.put(i, open == i - 1 ? "1, " : ", ");
        replaced.put(close, (close == i + 1 ? Integer.MAX_VALUE : "") + ")");
      }
    }
  }

  /** The bracket around a colon that nothing but a subscript stands between; -1 for none. */
  private static int opening(List<Token> tokens, int first, int colon) {
    int depth = 0;
    for (int i = colon - 1; i >= first; i--) {
      Token token = tokens.get(i);
      if (token.isSymbol("]") || token.isSymbol(")")) {
        depth++;
      } else if (token.isSymbol("[") && depth == 0) {
        return i > first && tokens.get(i - 1).isWord("ARRAY") ? -1 : i;
      } else if ((token.isSymbol("[") || token.isSymbol("(")) && --depth < 0) {
        return -1;
      }
    }
    return -1;
  }

  private static int closing(List<Token> tokens, int colon, int end) {
    int depth = 0;
    for (int i = colon + 1; i < end; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("[") || token.isSymbol("(")) {
        depth++;
      } else if (token.isSymbol("]") && depth == 0) {
        return i;
      } else if ((token.isSymbol("]") || token.isSymbol(")")) && --depth < 0) {
        return -1;
      }
    }
    return -1;
  }
}
