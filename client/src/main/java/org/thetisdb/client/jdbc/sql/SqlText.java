package org.thetisdb.client.jdbc.sql;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * A text of SQL as JDBC allows it: its escapes in braces are put into plain SQL, and its parameters
 * are counted. Immutable.
 *
 * @param sql without escapes
 * @param parameters how many question marks are parameters of {@code sql}; two in a row are an
 *     operator
 * @param hasReturn whether the first parameter of the original is the result of a call, as in
 *     <code>{? = call p(?)}</code>; that one is not counted
 */
public record SqlText(String sql, int parameters, boolean hasReturn) {
  /**
   * Reads a text.
   *
   * @param escapes whether braces are escapes of JDBC
   * @throws SQLException for braces that do not close
   */
  public static SqlText of(String sql, boolean escapes) throws SQLException {
    if (sql == null) {
      throw SqlErrors.of("42601", "There is no statement: the text is null.");
    }
    return new Scanner(sql, escapes).scan();
  }

  /**
   * The same with its question marks as operators: where no values can be given, {@code doc ?
   * 'key'} asks whether a document has that key.
   */
  public SqlText withOperators() throws SQLException {
    Scanner scanner = new Scanner(sql, false);
    scanner.operators = true;
    return scanner.scan();
  }

  /** Goes through the text once. */
  private static final class Scanner {
    private static final int MAX_DEPTH = 100;

    private final String text;
    private final boolean escapes;
    private final StringBuilder out;
    private int at;
    private int depth;
    private int parameters;
    private boolean hasReturn;

    /** Whether a single question mark is an operator, too. */
    private boolean operators;

    /** Brackets that are open. */
    private int brackets;

    /** For each CONVERT that is open, how many brackets are open within it. */
    private final Deque<Integer> converts = new ArrayDeque<>();

    Scanner(String text, boolean escapes) {
      this.text = text;
      this.escapes = escapes;
      this.out = new StringBuilder(text.length());
    }

    SqlText scan() throws SQLException {
      while (at < text.length()) {
        step(text.charAt(at));
      }
      if (depth > 0) {
        throw SqlErrors.of("42601", "An escape is not closed: a } is missing.");
      }
      return new SqlText(out.toString(), parameters, hasReturn);
    }

    private void step(char c) throws SQLException {
      if (c == '\'' || c == '"') {
        copyTo(endOfQuoted(c));
      } else if (c == '-' && text.startsWith("--", at)) {
        copyTo(endOf("\n"));
      } else if (c == '/' && text.startsWith("/*", at)) {
        copyTo(endOf("*/"));
      } else if (c == '$' && endOfTag() > at) {
        copyTo(endOf(text.substring(at, endOfTag())));
      } else if (escapes && c == '{') {
        open();
      } else if (escapes && c == '}' && depth > 0) {
        depth--;
        at++;
      } else if (c == ',' && !converts.isEmpty() && converts.peek() == brackets) {
        convertedType();
      } else {
        brackets += c == '(' ? 1 : c == ')' ? -1 : 0;
        boolean operator = c == '?' && text.startsWith("??", at);
        boolean single = c == '?' && !operator;
        parameters += single ? 1 : 0;
        out.append(single && operators ? "?" : "");
        copyTo(at + (operator ? 2 : 1));
      }
    }

    private void copyTo(int end) {
      out.append(text, at, end);
      at = end;
    }

    private int endOfQuoted(char quote) {
      if (quote == '\'' && hasEscapes()) {
        return endOfEscapes();
      }
      int end = text.indexOf(quote, at + 1);
      return end < 0 ? text.length() : end + 1;
    }

    /** Whether the quote here begins a text with escapes, {@code E'it\'s'}. */
    private boolean hasEscapes() {
      boolean marked = at > 0 && (text.charAt(at - 1) == 'E' || text.charAt(at - 1) == 'e');
      return marked && (at == 1 || !isOfName(text.charAt(at - 2)));
    }

    private int endOfEscapes() {
      int end = at + 1;
      while (end < text.length() && text.charAt(end) != '\'') {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      return Math.min(end + 1, text.length());
    }

    private int endOf(String mark) {
      int end = text.indexOf(mark, at + Math.max(2, mark.length()));
      return end < 0 ? text.length() : end + mark.length();
    }

    /** Where {@code $$} or {@code $tag$} ends that begins a text here; -1 if none does. */
    private int endOfTag() {
      int end = at + 1;
      while (end < text.length() && isOfName(text.charAt(end))) {
        end++;
      }
      boolean number = end > at + 1 && Character.isDigit(text.charAt(at + 1));
      boolean within = at > 0 && (isOfName(text.charAt(at - 1)) || text.charAt(at - 1) == '$');
      return end < text.length() && text.charAt(end) == '$' && !number && !within ? end + 1 : -1;
    }

    /** Puts the beginning of plain SQL for the beginning of an escape. */
    private void open() throws SQLException {
      if (depth == MAX_DEPTH) {
        throw SqlErrors.of("42601", "Escapes are nested more than " + MAX_DEPTH + " deep.");
      }
      depth++;
      at = skipSpace(at + 1);
      if (at < text.length() && text.charAt(at) == '?') {
        openReturningCall();
        return;
      }
      String word = word();
      at = skipSpace(at + word.length());
      switch (word.toLowerCase(Locale.ROOT)) {
        case "call" -> out.append("CALL ");
        case "d" -> out.append("DATE ");
        case "t" -> out.append("TIME ");
        case "ts" -> out.append("TIMESTAMP ");
        case "escape" -> out.append("ESCAPE ");
        case "limit" -> out.append("LIMIT ");
        case "fn" -> openFunction();
        case "oj" -> {}
        default -> throw SqlErrors.of("42601", "There is no escape {" + word + " ...}.");
      }
    }

    /** CONVERT(value, type) is CAST(value AS type); other functions stay as they are. */
    private void openFunction() {
      String function = word();
      int bracket = skipSpace(at + function.length());
      boolean converts = function.equalsIgnoreCase("CONVERT") && text.startsWith("(", bracket);
      if (converts) {
        out.append("CAST(");
        at = bracket + 1;
        this.converts.push(++brackets);
      }
    }

    private void convertedType() throws SQLException {
      int begin = skipSpace(at + 1);
      int end = begin;
      while (end < text.length() && isOfName(text.charAt(end))) {
        end++;
      }
      String type = ConvertEscape.typeNamed(text.substring(begin, end));
      if (type == null || !text.startsWith(")", skipSpace(end))) {
        throw SqlErrors.of(
            "42601",
            "{fn CONVERT(value, type)} has no type \"" + text.substring(begin, end) + "\".");
      }
      out.append(" AS ").append(type);
      at = end;
      converts.pop();
    }

    private static boolean isOfName(char c) {
      return c == '_' || Character.isLetterOrDigit(c);
    }

    private void openReturningCall() throws SQLException {
      at = skipSpace(at + 1);
      boolean assigned = at < text.length() && text.charAt(at) == '=';
      at = assigned ? skipSpace(at + 1) : at;
      String word = word();
      if (!assigned || !word.equalsIgnoreCase("call")) {
        throw SqlErrors.of("42601", "Expected {? = call name(...)}.");
      }
      at = skipSpace(at + word.length());
      out.append("CALL ");
      hasReturn = true;
    }

    private int skipSpace(int from) {
      int end = from;
      while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      return end;
    }

    private String word() {
      int end = at;
      while (end < text.length() && Character.isLetter(text.charAt(end))) {
        end++;
      }
      return text.substring(at, end);
    }
  }
}
