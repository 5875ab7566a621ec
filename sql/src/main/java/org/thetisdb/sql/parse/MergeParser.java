package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.form.Words;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/**
 * Cuts MERGE into statements that Calcite reads: a join of the source with the table, and a
 * condition and a change for each clause, in the order in which they stand. For one text; not
 * thread-safe.
 */
final class MergeParser {
  private static final int MOST_CLAUSES = 32;

  private final String text;
  private final List<Token> tokens;
  private final TokenReader in;
  private final int end;
  private String target;
  private String called;

  MergeParser(String text, List<Token> tokens, TokenReader in) {
    this.text = text;
    this.tokens = tokens;
    this.in = in;
    int last = tokens.size() - 1;
    this.end = tokens.get(last - 1).isSymbol(";") ? last - 1 : last;
  }

  Statement parse() {
    in.expect("MERGE", "INTO");
    String alias = in.name("a table");
    target = quote(alias);
    if (in.takeSymbol(".")) {
      alias = in.name("a table");
      target = target + '.' + quote(alias);
    }
    if (in.take("AS") || !in.isNext("USING")) {
      alias = in.name("the name that the table is called by");
    }
    in.expect("USING");
    called = target + " AS " + quote(alias);
    int source = in.position();
    int on = find(source, "ON");
    int when = clauseBehind(source);
    if (on < 0 || on > when) {
      skipTo(Math.min(when, end));
      throw in.unexpected("ON and a condition");
    }
    String join = "SELECT * FROM " + cut(source, on) + " LEFT JOIN " + called + ' ' + cut(on, when);
    skipTo(when);
    List<Statement.MergeClause> clauses = new ArrayList<>();
    while (in.isNext("WHEN")) {
      clauses.add(clause());
      if (clauses.size() > MOST_CLAUSES) {
        throw new ThetisException(
            ErrorCode.STATEMENT_TOO_LARGE, "more than " + MOST_CLAUSES + " clauses of MERGE");
      }
    }
    if (clauses.isEmpty()) {
      throw in.unexpected("WHEN MATCHED or WHEN NOT MATCHED");
    }
    return new Statement.Merge(join, List.copyOf(clauses), returning());
  }

  private String returning() {
    if (in.take("RETURNING")) {
      int first = in.position();
      skipTo(end);
      return "SELECT " + cut(first, end);
    }
    in.expectEnd();
    return null;
  }

  private Statement.MergeClause clause() {
    in.expect("WHEN");
    boolean matched = !in.take("NOT");
    in.expect("MATCHED");
    if (in.take("BY")) {
      if (matched || !in.take("TARGET")) {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "WHEN NOT MATCHED BY SOURCE");
      }
    }
    String condition = null;
    if (in.take("AND")) {
      int first = in.position();
      skipTo(then(first));
      condition = "SELECT " + cut(first, in.position());
    }
    in.expect("THEN");
    return action(matched, condition);
  }

  private Statement.MergeClause action(boolean matched, String condition) {
    if (in.take("DO", "NOTHING")) {
      return new Statement.MergeClause(matched, condition, Statement.MergeAction.NOTHING, null);
    }
    if (matched && in.take("DELETE")) {
      return new Statement.MergeClause(true, condition, Statement.MergeAction.DELETE, null);
    }
    if (!in.isNext(matched ? "UPDATE" : "INSERT")) {
      throw in.unexpected(matched ? "UPDATE, DELETE or DO NOTHING" : "INSERT or DO NOTHING");
    }
    in.next();
    int first = in.position();
    skipTo(clauseBehind(first));
    String rest = cut(first, in.position());
    return matched
        ? new Statement.MergeClause(
            true, condition, Statement.MergeAction.UPDATE, "UPDATE " + called + ' ' + rest)
        : new Statement.MergeClause(
            false, condition, Statement.MergeAction.INSERT, "INSERT INTO " + target + ' ' + rest);
  }

  /** The place of the next WHEN that begins a clause, or of RETURNING; else the end. */
  private int clauseBehind(int first) {
    int depth = 0;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      boolean clause =
          token.isWord("WHEN")
              && (tokens.get(i + 1).isWord("MATCHED")
                  || (tokens.get(i + 1).isWord("NOT") && tokens.get(i + 2).isWord("MATCHED")));
      if (depth == 0 && (clause || token.isWord("RETURNING"))) {
        return i;
      }
    }
    return end;
  }

  /** The place of the THEN that ends a condition, which may hold those of CASE. */
  private int then(int first) {
    int depth = 0;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      boolean opens = token.isSymbol("(") || token.isWord("CASE");
      depth += opens ? 1 : token.isSymbol(")") || token.isWord("END") ? -1 : 0;
      if (depth == 0 && token.isWord("THEN")) {
        return i;
      }
    }
    return end;
  }

  private int find(int first, String word) {
    int depth = 0;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && token.isWord(word)) {
        return i;
      }
    }
    return -1;
  }

  private void skipTo(int place) {
    while (in.position() < place) {
      in.next();
    }
  }

  private String cut(int first, int to) {
    if (first >= to) {
      throw in.unexpected("an expression");
    }
    return Words.quoted(text, tokens, first, to).strip();
  }

  private static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
