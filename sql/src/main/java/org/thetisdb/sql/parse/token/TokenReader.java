package org.thetisdb.sql.parse.token;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Reads tokens one by one. Not thread-safe. */
public final class TokenReader {
  private final String text;
  private final List<Token> tokens;
  private final ObjectNames names;
  private int at;

  /** {@code names} is null where no names of objects. */
  public TokenReader(String text, List<Token> tokens, ObjectNames names) {
    this.text = text;
    this.tokens = tokens;
    this.names = names;
  }

  /** The place of the next token among all. */
  public int position() {
    return at;
  }

  public Token peek() {
    return tokens.get(at);
  }

  public Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  public Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  /** Whether these words come next. */
  public boolean isNext(String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!peek(i).isWord(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Takes these words if they come next. */
  public boolean take(String... words) {
    if (!isNext(words)) {
      return false;
    }
    at += words.length;
    return true;
  }

  public boolean takeSymbol(String symbol) {
    if (!peek().isSymbol(symbol)) {
      return false;
    }
    at++;
    return true;
  }

  public void expect(String... words) {
    for (String word : words) {
      if (!take(word)) {
        throw unexpected(word);
      }
    }
  }

  public void expectSymbol(String symbol) {
    if (!takeSymbol(symbol)) {
      throw unexpected("\"" + symbol + "\"");
    }
  }

  public void expectEnd() {
    takeSymbol(";");
    if (peek().kind() != Token.Kind.END) {
      throw unexpected("the end of the statement");
    }
  }

  /** The name in the catalog of an object that should be there. */
  public String existing(ObjectNames.Kind kind, String what) {
    String name = name(what);
    return takeSymbol(".") ? names.find(kind, name, name(what)) : names.find(kind, null, name);
  }

  /** The name in the catalog of an object that is to be made. */
  public String created(String what) {
    String name = name(what);
    return takeSymbol(".") ? names.created(name, name(what)) : names.created(null, name);
  }

  /** The name of a column behind that of its table, and a dot between: table, then column. */
  public String[] columnOf(String what) {
    String table = name(what);
    expectSymbol(".");
    String column = name("a column");
    if (takeSymbol(".")) {
      String schema = table;
      return new String[] {names.find(ObjectNames.Kind.RELATION, schema, column), name("a column")};
    }
    return new String[] {names.find(ObjectNames.Kind.RELATION, null, table), column};
  }

  /** What names mean. */
  public ObjectNames names() {
    return names;
  }

  public String name(String what) {
    Token token = peek();
    if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED) {
      throw unexpected(what);
    }
    String name = next().name();
    if (name.isEmpty() || name.length() > 63) {
      throw error(token, "a name has 1 to 63 characters");
    }
    return name;
  }

  /** Names in brackets. */
  public List<String> names(String what) {
    expectSymbol("(");
    List<String> names = new ArrayList<>();
    do {
      names.add(name(what));
      if (!take("ASC")) {
        take("DESC");
      }
    } while (takeSymbol(","));
    expectSymbol(")");
    return List.copyOf(names);
  }

  public long wholeNumber(String what) {
    boolean negative = takeSymbol("-");
    Token token = next();
    try {
      return Long.parseLong((negative ? "-" : "") + token.text());
    } catch (NumberFormatException e) {
      throw error(token, "expected: " + what).causedBy(e);
    }
  }

  /** The text from here to the bracket that closes, which is taken, too. */
  public String bracketed() {
    expectSymbol("(");
    int begin = peek().begin();
    int end = begin;
    int depth = 0;
    while (depth > 0 || !peek().isSymbol(")")) {
      Token token = next();
      if (token.kind() == Token.Kind.END) {
        throw unexpected("\")\"");
      }
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      end = token.end();
    }
    expectSymbol(")");
    return text.substring(begin, end);
  }

  /** The text from here to a word outside of brackets, which is left. */
  public String until(String word) {
    int begin = peek().begin();
    int end = begin;
    int depth = 0;
    while (depth > 0 || !peek().isWord(word)) {
      Token token = next();
      if (token.kind() == Token.Kind.END) {
        throw unexpected(word);
      }
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      end = token.end();
    }
    if (end == begin) {
      throw unexpected("an expression");
    }
    return text.substring(begin, end);
  }

  /** All that is left, without a semicolon at the end. */
  public String rest() {
    int begin = peek().begin();
    int end = begin;
    while (peek().kind() != Token.Kind.END) {
      Token token = next();
      if (!token.isSymbol(";") || peek().kind() != Token.Kind.END) {
        end = token.end();
      }
    }
    if (end == begin) {
      throw unexpected("a statement");
    }
    return text.substring(begin, end);
  }

  public String text(int begin, int end) {
    return text.substring(begin, end);
  }

  public ThetisException unexpected(String expected) {
    Token token = peek();
    String found =
        token.kind() == Token.Kind.END
            ? "the statement ends"
            : '"' + shortened(token) + "\" is not expected";
    return error(token, found + " here; expected: " + expected);
  }

  private static String shortened(Token token) {
    return token.text().length() > 40 ? token.text().substring(0, 40) + "…" : token.text();
  }

  public static ThetisException error(Token token, String problem) {
    return new ThetisException(ErrorCode.SQL_SYNTAX, token.line(), token.column(), problem + ".");
  }
}
