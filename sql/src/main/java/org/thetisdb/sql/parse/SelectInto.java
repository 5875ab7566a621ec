package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.sql.catalog.OnCommit;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.parse.ddl.TemporaryParser;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;

/** {@code SELECT … INTO t FROM …}, which is CREATE TABLE t AS. Stateless. */
final class SelectInto {
  private SelectInto() {}

  /** The definition that a text is; null, with nothing taken, if it is another one. */
  static CreateTableAs read(TokenReader in, List<Token> tokens) {
    int first = in.position();
    int into = tokens.get(first).isWord("SELECT") ? find(tokens, first) : -1;
    if (into < 0) {
      return null;
    }
    while (in.position() < into) {
      in.next();
    }
    in.expect("INTO");
    boolean temporary = TemporaryParser.take(in);
    in.take("UNLOGGED");
    in.take("TABLE");
    String name = temporary ? TemporaryParser.created(in) : in.created("a table");
    String select = in.text(tokens.get(first).begin(), tokens.get(into).begin());
    boolean ends = in.takeSymbol(";") || in.peek().kind() == Token.Kind.END;
    String rest = ends ? "" : in.rest();
    String query = in.names().path().appendTo(select + rest);
    return new CreateTableAs(name, false, List.of(), query, true, OnCommit.PRESERVE_ROWS);
  }

  /** Where INTO stands behind the select list; -1 for nowhere. */
  private static int find(List<Token> tokens, int first) {
    int depth = 0;
    for (int i = first; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (depth == 0 && token.isWord("INTO")) {
        return i;
      }
      if (depth == 0 && (token.isWord("FROM") || token.isWord("UNION") || token.isSymbol(";"))) {
        return -1;
      }
    }
    return -1;
  }
}
