package org.thetisdb.sql.parse;

import java.util.List;
import java.util.regex.Pattern;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * Names with the catalog in front, such as {@code thetis.public.orders}: there is one catalog, so
 * its name says nothing. Stateless.
 */
public final class CatalogPrefix {
  /** The name of the only catalog. */
  private static final String CATALOG = "thetis";

  private static final Pattern MAY_HOLD =
      Pattern.compile(CATALOG + "\"?\\s*\\.", Pattern.CASE_INSENSITIVE);

  private CatalogPrefix() {}

  /** The text with blanks in place of the catalog's name, so that places in it stay. */
  public static String without(String text, SqlCatalog catalog) {
    if (!MAY_HOLD.matcher(text).find() || catalog.hasSchema(CATALOG)) {
      return text;
    }
    List<Token> tokens = Tokenizer.tokens(text);
    StringBuilder bare = new StringBuilder(text);
    for (int i = 0; i + 4 < tokens.size(); i++) {
      boolean first = i == 0 || !tokens.get(i - 1).isSymbol(".");
      if (first && isCatalog(tokens.get(i)) && isTwoNames(tokens, i + 1)) {
        for (int at = tokens.get(i).begin(); at < tokens.get(i + 1).end(); at++) {
          bare.setCharAt(at, ' ');
        }
      }
    }
    return bare.toString();
  }

  private static boolean isCatalog(Token token) {
    return isName(token) && token.name().equals(CATALOG);
  }

  private static boolean isTwoNames(List<Token> tokens, int at) {
    return tokens.get(at).isSymbol(".")
        && isName(tokens.get(at + 1))
        && tokens.get(at + 2).isSymbol(".")
        && (isName(tokens.get(at + 3)) || tokens.get(at + 3).isSymbol("*"));
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
  }
}
