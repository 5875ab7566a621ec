package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * Clauses of queries that Calcite's grammar does not have, written so that it reads them and they
 * can be shown in the tree of syntax: {@code DISTINCT ON (a)} as the first item of the list, {@code
 * WITH TIES} as the last one of ORDER BY. Whether a query of WITH is materialized changes none of
 * its rows, so that word is left out. Stateless.
 */
public final class QueryClauses {
  /** The function that the expressions of DISTINCT ON are operands of. */
  public static final String DISTINCT_ON = "distinct on";

  /** The column that stands at the end of ORDER BY where FETCH … WITH TIES is meant. */
  public static final String WITH_TIES = "with ties";

  /**
   * Begins the last column of USING where the merged columns have a name: {@code USING (k) AS j}.
   */
  public static final String MERGED_AS = "as ";

  /** What is added to the number of groups of a frame: Calcite knows frames of rows alone. */
  public static final long GROUPS_MARK = 1L << 61;

  /** Words that may stand behind a join in brackets that has no name. */
  private static final Set<String> BEHIND_JOIN =
      Set.of(
          "JOIN",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "NATURAL",
          "ON",
          "USING",
          "WHERE",
          "GROUP",
          "HAVING",
          "WINDOW",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "SET",
          "RETURNING",
          "QUALIFY",
          "WHEN");

  private QueryClauses() {}

  /** Adds what has to stand between tokens, and replaces words that the grammar does not have. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    for (int i = first; i + 2 < end; i++) {
      Token token = tokens.get(i);
      if (token.isWord("SELECT")
          && tokens.get(i + 1).isWord("DISTINCT")
          && tokens.get(i + 2).isWord("ON")) {
        distinctOn(tokens, i + 1, end, replaced, insertions);
      } else if (token.isWord("SELECT")
          && i > first + 1
          && tokens.get(i - 1).isSymbol("(")
          && tokens.get(i - 2).isWord("EXISTS")
          && (tokens.get(i + 1).isWord("FROM") || tokens.get(i + 1).isWord("WHERE"))) {
        insertions.addBehind(i, " 1 "); // EXISTS looks at no column
      } else if (token.isWord("AS")) {
        materialized(tokens, i + 1, end, replaced);
      } else if (token.isWord("INTO")) {
        defaultValues(tokens, i, end, replaced);
      } else if (token.isSymbol("(") && i > first) {
        namedJoin(tokens, i, end, insertions);
      } else if (token.isWord("USING")) {
        mergedAs(tokens, i + 1, end, replaced);
      } else if (token.isWord("FETCH")) {
        fetch(tokens, first, i, end, replaced, insertions);
      }
    }
  }

  private static void distinctOn(
      List<Token> tokens,
      int distinct,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    int open = distinct + 2;
    if (open >= end || !tokens.get(open).isSymbol("(")) {
      throw TokenReader.error(tokens.get(Math.min(open, end)), "expected: (");
    }
    int close = closing(tokens, open, end);
    replaced.put(distinct, "");
    replaced.put(distinct + 1, '"' + DISTINCT_ON + '"');
    insertions.addBehind(close, ",");
  }

  /** {@code (a CROSS JOIN b) AS j} is a query of all its columns. */
  private static void namedJoin(List<Token> tokens, int open, int end, Insertions insertions) {
    Token before = tokens.get(open - 1);
    Token within = tokens.get(open + 1);
    boolean inFrom =
        before.isWord("FROM")
            || before.isWord("JOIN")
            || before.isSymbol(",")
            || before.isSymbol("(");
    boolean query = within.isWord("SELECT") || within.isWord("VALUES") || within.isWord("WITH");
    if (!inFrom || query || !isName(within)) {
      return;
    }
    int close = closing(tokens, open, end);
    int depth = 0;
    boolean join = false;
    for (int i = open; i < close; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      join |= depth == 1 && tokens.get(i).isWord("JOIN");
    }
    Token behind = tokens.get(close + 1);
    boolean alias =
        behind.isWord("AS")
            || behind.kind() == Token.Kind.QUOTED
            || (behind.kind() == Token.Kind.WORD && !BEHIND_JOIN.contains(upper(behind)));
    if (join && close + 1 < end && alias) {
      insertions.addBehind(open, "SELECT * FROM ");
    }
  }

  /** {@code USING (a, b) AS j}: the name stands as one more column. */
  private static void mergedAs(
      List<Token> tokens, int open, int end, Map<Integer, String> replaced) {
    int at = open;
    while (at + 1 < end
        && tokens.get(at).isSymbol(at == open ? "(" : ",")
        && (tokens.get(at + 1).kind() == Token.Kind.WORD
            || tokens.get(at + 1).kind() == Token.Kind.QUOTED)) {
      at += 2;
    }
    if (at > open
        && at + 2 < end + 1
        && tokens.get(at).isSymbol(")")
        && tokens.get(at + 1).isWord("AS")) {
      String name = tokens.get(at + 2).name().replace("\"", "\"\"");
      replaced.put(at, ", \"" + MERGED_AS + name + "\")");
      replaced.put(at + 1, "");
      replaced.put(at + 2, "");
    }
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD
        || token.kind() == Token.Kind.QUOTED
        || token.isSymbol("(");
  }

  private static String upper(Token token) {
    return token.text().toUpperCase(Locale.ROOT);
  }

  /** The bracket that closes one. */
  static int closing(List<Token> tokens, int open, int end) {
    int depth = 0;
    for (int i = open; i < end; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw TokenReader.error(tokens.get(open), "this bracket is not closed");
  }

  /** {@code AS [NOT] MATERIALIZED (}. */
  private static void materialized(
      List<Token> tokens, int at, int end, Map<Integer, String> replaced) {
    int word = tokens.get(at).isWord("NOT") ? at + 1 : at;
    if (word + 1 < end
        && tokens.get(word).isWord("MATERIALIZED")
        && tokens.get(word + 1).isSymbol("(")) {
      for (int i = at; i <= word; i++) {
        replaced.put(i, "");
      }
    }
  }

  /** {@code INSERT INTO t DEFAULT VALUES}. */
  private static void defaultValues(
      List<Token> tokens, int into, int end, Map<Integer, String> replaced) {
    int at = into + 2;
    while (at + 1 < end && tokens.get(at).isSymbol(".")) {
      at += 2;
    }
    if (at + 1 < end && tokens.get(at).isWord("DEFAULT") && tokens.get(at + 1).isWord("VALUES")) {
      replaced.put(at, "VALUES");
      replaced.put(at + 1, "(DEFAULT)");
    }
  }

  /** {@code FETCH FIRST [n] ROWS WITH TIES}. */
  private static void fetch(
      List<Token> tokens,
      int first,
      int fetch,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    int rows = fetch + 2;
    boolean counted = !isRow(tokens.get(rows));
    rows += counted ? 1 : 0;
    if (rows >= end || !isRow(tokens.get(rows))) {
      return; // it may be a name
    }
    if (!counted) {
      insertions.addBehind(fetch + 1, " 1");
    }
    if (rows + 2 < end + 1
        && tokens.get(rows + 1).isWord("WITH")
        && tokens.get(rows + 2).isWord("TIES")) {
      replaced.put(rows + 1, "ONLY");
      replaced.put(rows + 2, "");
      insertions.addBefore(endOfOrder(tokens, first, fetch), ", \"" + WITH_TIES + "\" ");
    }
  }

  private static boolean isRow(Token token) {
    return token.isWord("ROW") || token.isWord("ROWS");
  }

  /** Where the clause behind ORDER BY begins: OFFSET or FETCH. */
  private static int endOfOrder(List<Token> tokens, int first, int fetch) {
    int behind = fetch;
    int depth = 0;
    for (int i = fetch - 1; i >= first && depth >= 0; i--) {
      Token token = tokens.get(i);
      depth += token.isSymbol(")") ? 1 : token.isSymbol("(") ? -1 : 0;
      if (depth == 0 && token.isWord("OFFSET")) {
        behind = i;
      } else if (depth == 0 && token.isWord("ORDER")) {
        return behind;
      }
    }
    throw TokenReader.error(tokens.get(fetch), "WITH TIES needs an ORDER BY");
  }
}
