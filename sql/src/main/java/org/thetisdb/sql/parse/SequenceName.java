package org.thetisdb.sql.parse;

import java.util.List;

/** The name of a sequence as it stands in a text, such as in {@code nextval('public."Name"')}. */
public final class SequenceName {
  private SequenceName() {}

  /**
   * The name as the catalog has it: without the schema, in lower case unless it is quoted. A text
   * that is no name stays as it is, so that the error can show it.
   */
  public static String of(String text) {
    List<Token> tokens;
    try {
      tokens = Tokenizer.tokens(text);
    } catch (org.thetisdb.core.error.ThetisException e) {
      return text;
    }
    TokenReader in = new TokenReader(text, tokens);
    boolean named = isName(in.peek());
    if (named && in.peek(1).isSymbol(".") && in.peek().name().equals("public")) {
      in.next();
      in.next();
      named = isName(in.peek());
    }
    String name = named ? in.next().name() : text;
    return in.peek().kind() == Token.Kind.END ? name : text;
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }
}
