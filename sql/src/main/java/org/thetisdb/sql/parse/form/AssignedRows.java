package org.thetisdb.sql.parse.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * {@code SET (a, b) = (1, 2)} as {@code SET a = 1, b = 2}, and {@code SET (a, b) = (SELECT x, y …)}
 * as two queries over it, one for each column: Calcite's grammar has single columns there.
 * Stateless.
 */
public final class AssignedRows {
  /** The function of an array, a number and the element that is there from then on. */
  public static final String WITH_ELEMENT = "array with element";

  /** What may stand behind the list of a query. */
  private static final List<String> BEHIND_LIST =
      List.of(
          "FROM",
          "WHERE",
          "GROUP",
          "HAVING",
          "WINDOW",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH");

  private final String text;
  private final List<Token> tokens;
  private final int end;
  private final Map<Integer, String> replaced;
  private final Insertions insertions;

  private AssignedRows(
      String text,
      List<Token> tokens,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    this.text = text;
    this.tokens = tokens;
    this.end = end;
    this.replaced = replaced;
    this.insertions = insertions;
  }

  /** Changes the assignments behind SET, if there are some. */
  static void add(
      String text,
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    AssignedRows rows = new AssignedRows(text, tokens, end, replaced, insertions);
    int depth = 0;
    boolean assigns = false;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      if (assigns && depth == 0 && token.isSymbol("(") && rows.begins(i)) {
        i = rows.assignment(i);
        continue;
      }
      if (assigns && depth == 0 && rows.isElement(i)) {
        rows.element(i);
      }
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && token.isWord("SET")) {
        assigns = true;
      } else if (depth == 0 && (token.isWord("FROM") || token.isWord("WHERE"))) {
        assigns = false;
      }
    }
  }

  /** Whether it is a column of which one element is set. */
  private boolean isElement(int at) {
    Token token = tokens.get(at);
    boolean named = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
    return named && begins(at) && tokens.get(at + 1).isSymbol("[");
  }

  /** {@code a[1] = 2} sets the array to one with that element. */
  private void element(int column) {
    int close = column + 1;
    int depth = 0;
    for (int i = column + 1; i < end && close == column + 1; i++) {
      depth += tokens.get(i).isSymbol("[") ? 1 : tokens.get(i).isSymbol("]") ? -1 : 0;
      close = depth == 0 ? i : close;
      if (depth == 1 && tokens.get(i).isSymbol(":")) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED, "SET of a part of an array (set the whole array)");
      }
    }
    if (close + 2 >= end || !tokens.get(close + 1).isSymbol("=")) {
      throw TokenReader.error(tokens.get(close), "expected behind this element: =");
    }
    int last = close + 2;
    depth = 0;
    for (int i = last; i < end && depth >= 0 && !(depth == 0 && endsValue(tokens.get(i))); i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSymbol("(") || token.isSymbol("[") || token.isWord("CASE");
      boolean closes = token.isSymbol(")") || token.isSymbol("]") || token.isWord("END");
      depth += opens ? 1 : closes ? -1 : 0;
      last = depth < 0 ? last : i;
    }
    String name = Words.quoted(text, tokens, column, column + 1).strip();
    replaced.put(column + 1, " = \"" + WITH_ELEMENT + "\"(" + name + ", ");
    replaced.put(close, ",");
    replaced.put(close + 1, "");
    insertions.addBehind(last, ")");
  }

  private static boolean endsValue(Token token) {
    return token.isSymbol(",")
        || token.isWord("WHERE")
        || token.isWord("FROM")
        || token.isWord("WHEN")
        || token.isWord("RETURNING");
  }

  /** Whether a bracket stands where a column could. */
  private boolean begins(int open) {
    return open > 0 && (tokens.get(open - 1).isWord("SET") || tokens.get(open - 1).isSymbol(","));
  }

  /** Writes one assignment in another way; gives its last token. */
  private int assignment(int open) {
    int close = QueryClauses.closing(tokens, open, end);
    List<String> columns = new ArrayList<>();
    for (int i = open + 1; i < close; i += 2) {
      columns.add(Words.quoted(text, tokens, i, i + 1).strip());
    }
    int values = close + 2;
    if (values < end && tokens.get(values).isWord("ROW")) {
      replaced.put(values++, "");
    }
    if (values >= end
        || !tokens.get(close + 1).isSymbol("=")
        || !tokens.get(values).isSymbol("(")) {
      throw TokenReader.error(tokens.get(close), "expected behind these columns: = (");
    }
    int last = QueryClauses.closing(tokens, values, end);
    for (int i = open; i <= values; i++) {
      replaced.put(i, "");
    }
    replaced.put(last, "");
    if (tokens.get(values + 1).isWord("SELECT")) {
      query(columns, open, values, last);
    } else {
      List<Integer> begins = parts(values + 1, last);
      match(columns, begins.size(), open);
      for (int i = 0; i < begins.size(); i++) {
        insertions.addBefore(begins.get(i), columns.get(i) + " = ");
      }
    }
    return last;
  }

  private void match(List<String> columns, int values, int open) {
    if (columns.size() != values) {
      throw TokenReader.error(
          tokens.get(open), columns.size() + " columns cannot take " + values + " values");
    }
  }

  /** Where the parts of a list begin that commas separate. */
  private List<Integer> parts(int from, int to) {
    List<Integer> begins = new ArrayList<>();
    begins.add(from);
    int depth = 0;
    for (int i = from; i < to; i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSymbol("(") || token.isSymbol("[");
      boolean closes = token.isSymbol(")") || token.isSymbol("]");
      depth += opens ? 1 : closes ? -1 : 0;
      if (depth == 0 && token.isSymbol(",")) {
        begins.add(i + 1);
      }
    }
    return begins;
  }

  /** A query for each column over the one for all, which keeps its groups and its one row. */
  private void query(List<String> columns, int open, int bracket, int last) {
    int list = bracket + 2;
    int rest = last;
    int depth = 0;
    for (int i = list; i < last && rest == last; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && endsList(token) && !tokens.get(i - 1).isWord("DISTINCT")) {
        rest = i;
      }
    }
    refuseParameters(bracket, last);
    match(columns, parts(list, rest).size(), open);
    String names =
        IntStream.range(0, columns.size())
            .mapToObj(AssignedRows::valueName)
            .collect(Collectors.joining(", "));
    String rows = Words.quoted(text, tokens, bracket + 1, last).strip();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      all.append(i == 0 ? "" : ", ").append(columns.get(i));
      all.append(" = (SELECT ").append(valueName(i)).append(" FROM (").append(rows);
      all.append(") AS \"assigned row\" (").append(names).append("))");
    }
    for (int i = bracket; i < last; i++) {
      replaced.put(i, "");
    }
    insertions.remove(bracket, last);
    replaced.put(last, all.toString());
  }

  private static boolean endsList(Token token) {
    return BEHIND_LIST.stream().anyMatch(token::isWord);
  }

  /** No column of a table is likely to have it. */
  private static String valueName(int place) {
    return "\"assigned value " + place + '"';
  }

  private void refuseParameters(int from, int to) {
    for (int i = from; i < to; i++) {
      if (tokens.get(i).isSymbol("?")) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "SET of several columns to a query with parameters (a query for each column says the"
                + " same)");
      }
    }
  }
}
