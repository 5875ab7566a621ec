package org.thetisdb.sql.parse;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * What tools write so that nobody's own objects can hide those of the system: {@code
 * pg_catalog.format_type}, {@code OPERATOR(pg_catalog.~)}, {@code COLLATE pg_catalog.default}. Here
 * nobody's can, so this says nothing. Stateless.
 */
public final class SystemPrefix {
  private static final Pattern MAY_HOLD =
      Pattern.compile(
          "pg_catalog\"?\\s*\\.|\\bOPERATOR\\s*\\(|\\bCOLLATE\\b", Pattern.CASE_INSENSITIVE);

  private static final String SCHEMA = "pg_catalog";

  /** Behind these a name is that of an object to be made, changed or dropped. */
  private static final Set<String> OBJECTS =
      Set.of("TABLE", "VIEW", "INDEX", "SEQUENCE", "SCHEMA", "INTO", "EXISTS", "UPDATE", "ON");

  private SystemPrefix() {}

  /** The text with blanks in place of all that, so that places in it stay. */
  public static String without(String text) {
    if (!MAY_HOLD.matcher(text).find()) {
      return text;
    }
    List<Token> tokens = Tokenizer.tokens(text);
    StringBuilder bare = new StringBuilder(text);
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).isWord("OPERATOR") && tokens.get(i + 1).isSymbol("(")) {
        operator(tokens, i, bare);
      } else if (tokens.get(i).isWord("COLLATE") && i > 0) {
        collation(tokens, i, bare);
      } else if (isSchema(tokens, i) && isBare(tokens, i)) {
        blank(tokens.get(i), bare);
        blank(tokens.get(i + 1), bare);
      }
    }
    return bare.toString();
  }

  private static void blank(Token token, StringBuilder bare) {
    for (int at = token.begin(); at < token.end(); at++) {
      bare.setCharAt(at, ' ');
    }
  }

  private static boolean isSchema(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    boolean name = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED;
    return name && token.name().equals(SCHEMA) && tokens.get(at + 1).isSymbol(".");
  }

  /** Whether the schema stands first, and before no object that is defined. */
  private static boolean isBare(List<Token> tokens, int at) {
    Token before = at == 0 ? null : tokens.get(at - 1);
    return before == null
        || !(before.isSymbol(".")
            || (before.kind() == Token.Kind.WORD
                && OBJECTS.contains(before.text().toUpperCase(java.util.Locale.ROOT))));
  }

  private static void operator(List<Token> tokens, int at, StringBuilder bare) {
    int symbol = isSchema(tokens, at + 2) ? at + 4 : at + 2;
    int end = symbol;
    while (end < tokens.size() && !tokens.get(end).isSymbol(")")) {
      end++;
    }
    if (end > symbol && end < tokens.size() && end - symbol <= 3) {
      for (int i = at; i < symbol; i++) {
        blank(tokens.get(i), bare);
      }
      blank(tokens.get(end), bare);
    }
  }

  /** All texts are ordered by their characters, which is what the default of these tools is. */
  private static void collation(List<Token> tokens, int at, StringBuilder bare) {
    if (isSchema(tokens, at + 1) && at + 3 < tokens.size()) {
      for (int i = at; i <= at + 3; i++) {
        blank(tokens.get(i), bare);
      }
    }
  }
}
