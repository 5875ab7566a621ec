package org.thetisdb.sql.parse.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.sql.parse.token.Token;

/**
 * LIMIT, OFFSET and FETCH with an expression, where Calcite's grammar takes a whole number or a
 * parameter: they are written as calls at the end of ORDER BY, where the tree of syntax shows them.
 * For one text; not thread-safe.
 */
public final class LimitClauses {
  /** The function at the end of ORDER BY whose operand says how many rows are wanted. */
  public static final String LIMIT = "limit to";

  /** The same for how many rows are left out before these. */
  public static final String OFFSET = "offset by";

  private static final Set<String> ENDS =
      Set.of("LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "INTERSECT", "EXCEPT", "ON", "RETURNING");

  private final List<Token> tokens;
  private final int first;
  private final int end;
  private final Map<Integer, String> replaced;
  private final Insertions insertions;

  private LimitClauses(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    this.tokens = tokens;
    this.first = first;
    this.end = end;
    this.replaced = replaced;
    this.insertions = insertions;
  }

  /**
   * A clause.
   *
   * @param begin its word
   * @param value the first token of its expression
   * @param behind what follows the expression
   * @param last what follows the clause
   */
  private record Clause(String function, int begin, int value, int behind, int last) {}

  /** Replaces the clauses that hold an expression, and those beside them. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    LimitClauses clauses = new LimitClauses(tokens, first, end, replaced, insertions);
    for (int i = first + 1; i < end; i++) {
      if (clauses.begins(i)) {
        i = clauses.ofQuery(i) - 1;
      }
    }
  }

  private boolean begins(int at) {
    Token token = tokens.get(at);
    Token before = tokens.get(at - 1);
    boolean word = token.isWord("LIMIT") || token.isWord("OFFSET") || isFetch(at);
    boolean name = before.isSymbol(".") || before.isWord("AS") || before.isSymbol(",");
    return word && !name && at + 1 < end && !tokens.get(at + 1).isSymbol(")");
  }

  private boolean isFetch(int at) {
    return tokens.get(at).isWord("FETCH")
        && at + 2 < end
        && (tokens.get(at + 1).isWord("FIRST") || tokens.get(at + 1).isWord("NEXT"));
  }

  /** Reads the clauses of one query from here on; gives what follows them. */
  private int ofQuery(int begin) {
    List<Clause> clauses = new ArrayList<>();
    int at = begin;
    boolean plain = true;
    while (at < end && begins(at)) {
      Clause clause = clause(at);
      if (clause == null) {
        return at + 1; // for Calcite to refuse or to take
      }
      plain &= isPlain(clause);
      clauses.add(clause);
      at = clause.last;
    }
    if (!plain) {
      String before = isOrdered(begin) ? ", " : "ORDER BY ";
      for (Clause clause : clauses) {
        write(clause, before);
        before = ", ";
      }
    }
    return Math.max(at, begin + 1);
  }

  /** Null for one that is not whole, or that says WITH TIES. */
  private Clause clause(int begin) {
    boolean fetch = tokens.get(begin).isWord("FETCH");
    int value = fetch ? begin + 2 : begin + 1;
    int behind = endOf(value);
    int last = behind;
    if (last < end && isRow(last)) {
      last++;
    }
    if (fetch) {
      if (last >= end || !tokens.get(last).isWord("ONLY")) {
        return null;
      }
      last++;
    }
    return behind == value && !fetch
        ? null
        : new Clause(
            tokens.get(begin).isWord("OFFSET") ? OFFSET : LIMIT, begin, value, behind, last);
  }

  private int endOf(int value) {
    int depth = 0;
    for (int i = value; i < end; i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSymbol("(") || token.isSymbol("[") || token.isWord("CASE");
      boolean closes = token.isSymbol(")") || token.isSymbol("]") || token.isWord("END");
      depth += opens ? 1 : closes ? -1 : 0;
      boolean ends =
          token.isSymbol(",")
              || token.isSymbol(";")
              || isRow(i)
              || (token.kind() == Token.Kind.WORD
                  && ENDS.contains(token.text().toUpperCase(java.util.Locale.ROOT)));
      if (depth < 0 || (depth == 0 && ends)) {
        return i;
      }
    }
    return end;
  }

  private boolean isRow(int at) {
    return tokens.get(at).isWord("ROW") || tokens.get(at).isWord("ROWS");
  }

  /** Whether Calcite reads it: there is one token, a whole number, a parameter or ALL. */
  private boolean isPlain(Clause clause) {
    if (clause.behind != clause.value + 1) {
      return clause.behind == clause.value; // FETCH FIRST ROW ONLY
    }
    Token token = tokens.get(clause.value);
    boolean whole =
        token.kind() == Token.Kind.NUMBER && token.text().chars().allMatch(Character::isDigit);
    return whole || token.isSymbol("?") || token.isWord("ALL");
  }

  /** Whether the query that the clause ends has an ORDER BY. */
  private boolean isOrdered(int begin) {
    int depth = 0;
    for (int i = begin - 1; i >= first && depth >= 0; i--) {
      Token token = tokens.get(i);
      depth += token.isSymbol(")") ? 1 : token.isSymbol("(") ? -1 : 0;
      if (depth == 0 && token.isWord("ORDER") && tokens.get(i + 1).isWord("BY")) {
        return true;
      }
      if (depth == 0 && token.isWord("SELECT")) {
        return false;
      }
    }
    return false;
  }

  private void write(Clause clause, String before) {
    for (int i = clause.begin; i < clause.value; i++) {
      replaced.put(i, i == clause.begin ? before + '"' + clause.function + "\"(" : "");
    }
    if (clause.value == clause.behind) {
      insertions.addBehind(clause.value - 1, "1");
    } else if (tokens.get(clause.value).isWord("ALL")) {
      replaced.put(clause.value, "NULL");
    }
    insertions.addBehind(clause.behind - 1, ")");
    for (int i = clause.behind; i < clause.last; i++) {
      replaced.put(i, "");
    }
  }
}
