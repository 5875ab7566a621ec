package org.thetisdb.sql.parse.ddl;

import java.util.List;
import java.util.regex.Pattern;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/** Names in the schemas of temporary tables. Stateless. */
public final class TemporaryNames {
  private static final Pattern MAY_HOLD =
      Pattern.compile(TemporarySchema.ALIAS, Pattern.CASE_INSENSITIVE);

  private TemporaryNames() {}

  /**
   * The text with the name of the connection's own schema in place of {@code pg_temp}.
   *
   * @throws ThetisException NOT_SUPPORTED if it names a table in the schema of another connection
   */
  public static String resolved(String text) {
    if (!MAY_HOLD.matcher(SearchPath.without(text)).find()) {
      return text;
    }
    String own = SearchPath.temporaryOf(text);
    List<Token> tokens = Tokenizer.tokens(text);
    StringBuilder resolved = new StringBuilder(text);
    for (int i = tokens.size() - 2; i >= 0; i--) {
      Token token = tokens.get(i);
      if (isName(token) && tokens.get(i + 1).isSymbol(".")) {
        String schema = token.name();
        requireOwn(schema, own);
        if (schema.equals(TemporarySchema.ALIAS) && own != null) {
          resolved.replace(token.begin(), token.end(), own);
        }
      }
    }
    return resolved.toString();
  }

  private static void requireOwn(String schema, String own) {
    if (TemporarySchema.isOne(schema) && !schema.equals(own)) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED, "The temporary tables of other connections cannot be accessed.");
    }
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }

  /**
   * A text that is kept for others, with the path that it is kept with.
   *
   * @param what is kept, for the message
   * @throws ThetisException NOT_SUPPORTED if it names a temporary table, which others do not see
   */
  static String kept(String text, ObjectNames names, String what) {
    String own = names.path().temporary();
    if (own == null) {
      return names.path().appendTo(text);
    }
    List<Token> tokens = Tokenizer.tokens(text);
    for (int i = 0; i < tokens.size(); i++) {
      boolean inSchema = i > 1 && tokens.get(i - 1).isSymbol(".");
      boolean seen =
          !inSchema || (isName(tokens.get(i - 2)) && tokens.get(i - 2).name().equals(own));
      if (seen && isName(tokens.get(i)) && names.table(own, tokens.get(i).name()) != null) {
        throw ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            "%s over temporary tables are not supported, and \"%s\" is one."
                .formatted(what, tokens.get(i).name()));
      }
    }
    return names.path().withTemporary(null).appendTo(text);
  }
}
