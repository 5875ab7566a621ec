package org.thetisdb.relational.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts a statement into words and signs, so that what stands in literals, quoted names and comments
 * is not taken for words. A name in quotes keeps its case and has a quote in front; a literal is a
 * token that begins with an apostrophe.
 */
final class SqlTokens {
  private final String sql;
  private final List<String> tokens = new ArrayList<>();
  private int at;

  private SqlTokens(String sql) {
    this.sql = sql;
  }

  static List<String> of(String sql) {
    SqlTokens cut = new SqlTokens(sql);
    while (cut.at < sql.length()) {
      cut.next();
    }
    return cut.tokens;
  }

  private void next() {
    char c = sql.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if (sql.startsWith("--", at)) {
      int end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length() : end;
    } else if (sql.startsWith("/*", at)) {
      comment();
    } else if (c == '\'') {
      literal(false);
    } else if (c == '"') {
      name();
    } else if (c == '$') {
      dollar();
    } else if (Character.isJavaIdentifierStart(c)) {
      word();
    } else {
      tokens.add(String.valueOf(c));
      at++;
    }
  }

  private void comment() {
    int depth = 0;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
  }

  private void literal(boolean hasEscapes) {
    StringBuilder text = new StringBuilder("'");
    for (at++; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (c == '\'' && !sql.startsWith("''", at)) {
        break;
      }
      if (c == '\'' || (c == '\\' && hasEscapes)) {
        at++;
      }
      text.append(c);
    }
    at++;
    tokens.add(text.toString());
  }

  private void name() {
    int end = sql.indexOf('"', at + 1);
    end = end < 0 ? sql.length() : end;
    tokens.add(sql.substring(at, end));
    at = end + 1;
  }

  /** A literal between two equal marks such as {@code $a$}, or a sign. */
  private void dollar() {
    int mark = at + 1;
    while (mark < sql.length() && Character.isLetterOrDigit(sql.charAt(mark))) {
      mark++;
    }
    if (mark >= sql.length() || sql.charAt(mark) != '$') {
      tokens.add("$");
      at++;
      return;
    }
    String border = sql.substring(at, mark + 1);
    int end = sql.indexOf(border, mark + 1);
    end = end < 0 ? sql.length() : end;
    tokens.add("'" + sql.substring(mark + 1, end));
    at = Math.min(sql.length(), end + border.length());
  }

  private void word() {
    int from = at;
    while (at < sql.length()
        && Character.isJavaIdentifierPart(sql.charAt(at))
        && (sql.charAt(at) != '$' || at > from)) {
      at++;
    }
    String word = sql.substring(from, at).toLowerCase(Locale.ROOT);
    if (word.equals("e") && at < sql.length() && sql.charAt(at) == '\'') {
      literal(true);
    } else {
      tokens.add(word);
    }
  }
}
