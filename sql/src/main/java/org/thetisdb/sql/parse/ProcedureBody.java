package org.thetisdb.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * The one statement of a procedure, ready to be compiled. Immutable.
 *
 * @param text with ? in place of each name of a parameter
 * @param parameters for each ?, the place of the parameter that it stands for
 */
public record ProcedureBody(String text, List<Integer> parameters) {
  /**
   * Reads a statement that names its parameters, each with a colon before it.
   *
   * @throws org.thetisdb.core.error.ThetisException SQL_SYNTAX for a name that is no parameter's
   */
  public static ProcedureBody read(String sql, List<String> names) {
    List<Token> tokens = Tokenizer.tokens(sql);
    StringBuilder text = new StringBuilder(sql.length());
    List<Integer> parameters = new ArrayList<>();
    int copied = 0;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      Token next = tokens.get(i + 1);
      if (token.isSymbol("?")) {
        throw TokenReader.error(token, "a procedure's statement names its parameters, as :name");
      }
      if (token.isSymbol(":") && isName(next) && next.begin() == token.end()) {
        int place = names.indexOf(next.name());
        if (place < 0) {
          throw TokenReader.error(next, "the procedure has no parameter of this name");
        }
        parameters.add(place);
        text.append(sql, copied, token.begin()).append("? ");
        copied = next.end();
      }
    }
    return new ProcedureBody(
        text.append(sql.substring(copied)).toString(), List.copyOf(parameters));
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }
}
