package org.thetisdb.sql.parse.token;

import java.util.List;
import org.thetisdb.core.error.ThetisException;

/**
 * The name of a sequence as it stands in a text, such as in {@code nextval('public."Name"')}.
 *
 * @param schema null if none is named
 * @param simple in lower case unless it is quoted
 */
public record SequenceName(String schema, String simple) {
  /** Reads a name. A text that is no name stays as it is, so that the error can show it. */
  public static SequenceName of(String text) {
    List<Token> tokens;
    try {
      tokens = Tokenizer.tokens(text);
    } catch (ThetisException e) {
      return new SequenceName(null, text);
    }
    TokenReader in = new TokenReader(text, tokens, null);
    String schema = null;
    if (isName(in.peek()) && in.peek(1).isSymbol(".") && isName(in.peek(2))) {
      schema = in.next().name();
      in.next();
    }
    String name = isName(in.peek()) ? in.next().name() : text;
    return in.peek().kind() == Token.Kind.END
        ? new SequenceName(schema, name)
        : new SequenceName(null, text);
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }
}
