package org.thetisdb.sql.parse.token;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Cuts a statement into tokens, without comments. Refuses what is too long, and what is nested too
 * deep for those that read it after this. For one text; not thread-safe.
 */
public final class Tokenizer {
  /** Longest statement. */
  static final int MAX_TEXT_CHARS = 1 << 20;

  /** Deepest nesting of brackets and CASE. */
  static final int MAX_DEPTH = 200;

  /** Those of several characters, longer ones before what they begin with. */
  private static final List<String> SYMBOLS =
      List.of(
          "<=", ">=", "<>", "!=", "||/", "||", "::", "->>", "->", "#>>", "#>", "#-", "@>", "@?",
          "<@", "<<", ">>", "&&", "??|", "??&", "??", "|/", "^@", "!~*", "!~", "~*");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineBegin;
  private int depth;

  private Tokenizer(String text) {
    this.text = text;
  }

  /**
   * The tokens, the last of which is an END.
   *
   * @throws ThetisException for a text that is too long, nested too deep, or not closed somewhere
   */
  public static List<Token> tokens(String text) {
    if (text.length() > MAX_TEXT_CHARS) {
      throw new ThetisException(
          ErrorCode.STATEMENT_TOO_LARGE,
          "%d characters, more than the %d allowed".formatted(text.length(), MAX_TEXT_CHARS));
    }
    return new Tokenizer(text).all();
  }

  private List<Token> all() {
    while (skip()) {
      Token token = next();
      tokens.add(token);
      count(token);
    }
    tokens.add(new Token(Token.Kind.END, "", at, at, line, at - lineBegin + 1));
    return tokens;
  }

  private void count(Token token) {
    if (token.isSymbol("(") || token.isWord("CASE")) {
      depth++;
    } else if (token.isSymbol(")") || token.isWord("END")) {
      depth--;
    }
    if (depth > MAX_DEPTH) {
      throw new ThetisException(
          ErrorCode.STATEMENT_TOO_LARGE, "brackets nested more than %d deep".formatted(MAX_DEPTH));
    }
  }

  /** Skips space and comments; false at the end. */
  private boolean skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        at++;
        newLine(at);
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        skipComment();
      } else {
        return true;
      }
    }
    return false;
  }

  private void newLine(int begin) {
    line++;
    lineBegin = begin;
  }

  private void skipComment() {
    int end = text.indexOf("*/", at + 2);
    if (end < 0) {
      throw error("this comment is not closed");
    }
    advance(end + 2);
  }

  private void advance(int to) {
    for (; at < to; at++) {
      if (text.charAt(at) == '\n') {
        newLine(at + 1);
      }
    }
  }

  private Token next() {
    char c = text.charAt(at);
    if (c == '\'') {
      return quoted(Token.Kind.STRING, c, "this text is not closed");
    }
    if (EscapeText.begins(text, at)) {
      return escaped();
    }
    if (c == '$' && tagEnd() > 0) {
      return dollars(text.substring(at, tagEnd()));
    }
    if (c == '"') {
      return quoted(Token.Kind.QUOTED, c, "this name is not closed");
    }
    if (Character.isLetter(c) || c == '_') {
      return token(Token.Kind.WORD, wordEnd());
    }
    if (isDigit(c) || (c == '.' && at + 1 < text.length() && isDigit(text.charAt(at + 1)))) {
      return token(Token.Kind.NUMBER, numberEnd());
    }
    return token(Token.Kind.SYMBOL, symbolEnd());
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private Token quoted(Token.Kind kind, char quote, String ifOpen) {
    int end = at + 1;
    while (true) {
      end = text.indexOf(quote, end);
      if (end < 0) {
        throw error(ifOpen);
      }
      if (end + 1 == text.length() || text.charAt(end + 1) != quote) {
        return token(kind, end + 1);
      }
      end += 2;
    }
  }

  private Token escaped() {
    int end = EscapeText.end(text, at);
    if (end < 0 || end > text.length()) {
      throw error("this text is not closed");
    }
    return token(Token.Kind.STRING, end);
  }

  /** Where the opening of a text in dollars ends, {@code $$} or {@code $tag$}; 0 if it is none. */
  private int tagEnd() {
    int end = at + 1;
    while (end < text.length() && isPartOfTag(text.charAt(end))) {
      end++;
    }
    boolean number = end > at + 1 && isDigit(text.charAt(at + 1));
    return end < text.length() && text.charAt(end) == '$' && !number ? end + 1 : 0;
  }

  private static boolean isPartOfTag(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private Token dollars(String tag) {
    int close = text.indexOf(tag, at + tag.length());
    if (close < 0) {
      throw error("this text is not closed by " + tag);
    }
    return token(Token.Kind.STRING, close + tag.length());
  }

  private int wordEnd() {
    int end = at;
    while (end < text.length() && isPartOfWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isPartOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private int numberEnd() {
    int end = at;
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && "eE".indexOf(text.charAt(end - 1)) >= 0;
      if (!isDigit(c) && c != '.' && c != 'e' && c != 'E' && !sign) {
        break;
      }
      end++;
    }
    return end;
  }

  private int symbolEnd() {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        return at + symbol.length();
      }
    }
    return at + Character.charCount(text.codePointAt(at));
  }

  private Token token(Token.Kind kind, int end) {
    Token token = new Token(kind, text.substring(at, end), at, end, line, at - lineBegin + 1);
    advance(end);
    return token;
  }

  private ThetisException error(String problem) {
    return new ThetisException(ErrorCode.SQL_SYNTAX, line, at - lineBegin + 1, problem + ".");
  }
}
