package org.thetisdb.sql.parse;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.thetisdb.sql.parse.SharedText.Constant;
import org.thetisdb.sql.parse.SharedText.Kind;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.type.RelativeClock;

/**
 * Finds the constants of a statement that can be parameters as well, by what stands around them.
 * What it does not know stays a constant. For one text; not thread-safe.
 */
final class ConstantReader {
  private static final Set<String> FIRST_WORDS =
      Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "WITH");

  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", ">", "<=", ">=");

  /** Words that end an operand, or stand for one that is no column. */
  private static final Set<String> NO_NAMES =
      Set.of(
          "END", "NULL", "TRUE", "FALSE", "UNKNOWN", "DEFAULT", "AND", "OR", "NOT", "WHERE", "ON",
          "WHEN", "THEN", "ELSE", "HAVING", "SELECT", "SET", "IN", "BETWEEN", "LIKE", "BY");

  /** What may stand behind a constant that is compared. */
  private static final Set<String> ENDINGS =
      Set.of(
          "AND",
          "OR",
          "WHERE",
          "ORDER",
          "GROUP",
          "HAVING",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "FOR",
          "RETURNING",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "THEN",
          "JOIN",
          "LEFT",
          "RIGHT",
          "FULL",
          "CROSS",
          "INNER");

  private enum Bracket {
    LIST,
    VALUES,
    OTHER
  }

  private final List<Token> tokens;
  private final Set<String> kept;
  private final Deque<Bracket> brackets = new ArrayDeque<>();
  private final List<Constant> constants = new ArrayList<>();
  private boolean sets;

  /** Of {@code tokens} all constants but those that stand in {@code kept} as they are written. */
  ConstantReader(List<Token> tokens, Set<String> kept) {
    this.tokens = tokens;
    this.kept = kept;
  }

  static boolean isConstant(Token token) {
    return token.kind() == Token.Kind.NUMBER || token.kind() == Token.Kind.STRING;
  }

  List<Constant> read() {
    Token first = tokens.get(0);
    if (first.kind() != Token.Kind.WORD || !FIRST_WORDS.contains(upper(first))) {
      return constants;
    }
    boolean insert = first.isWord("INSERT");
    for (int i = 1; i < tokens.size() - 1; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(")) {
        brackets.push(kind(i, insert));
      } else if (token.isSymbol(")")) {
        brackets.poll();
      } else if (token.isWord("SET") && first.isWord("UPDATE")) {
        sets = true;
      } else if (token.isWord("WHERE") || token.isWord("FROM")) {
        sets = false;
      } else if (isConstant(token) && !kept.contains(token.text())) {
        constant(i);
      }
    }
    return constants;
  }

  private static String upper(Token word) {
    return word.text().toUpperCase(Locale.ROOT);
  }

  private Bracket kind(int at, boolean insert) {
    Token before = tokens.get(at - 1);
    if (before.isWord("IN")) {
      return Bracket.LIST;
    }
    boolean row = before.isWord("VALUES") || (before.isSymbol(",") && isBehindRow(at - 2));
    return insert && row && brackets.isEmpty() ? Bracket.VALUES : Bracket.OTHER;
  }

  private boolean isBehindRow(int at) {
    return at > 0 && tokens.get(at).isSymbol(")");
  }

  private void constant(int at) {
    Token token = tokens.get(at);
    boolean number = token.kind() == Token.Kind.NUMBER;
    if (number && (token.text().indexOf('e') >= 0 || token.text().indexOf('E') >= 0)) {
      return; // of another type than other numbers
    }
    if (sets && number && isAdded(at)) {
      return;
    }
    boolean negative = number && tokens.get(at - 1).isSymbol("-");
    boolean date = !number && tokens.get(at - 1).isWord("DATE");
    int begin = negative || date ? at - 1 : at;
    if (!isListed(begin, at) && !isCompared(begin, at) && !isBetween(begin, at)) {
      return;
    }
    if (number) {
      take(begin, at, PlainReader.number(token.text(), negative), Kind.NUMBER);
    } else if (date
        ? isPlainDate(token.string())
        : !token.string().endsWith(" ") && !RelativeClock.isOne(token.string())) {
      // blanks at the end of what is compared with CHAR(n) are looked at while compiling
      take(begin, at, token.string(), date ? Kind.DATE : Kind.TEXT);
    }
  }

  private void take(int first, int last, Object value, Kind kind) {
    int begin = tokens.get(first).begin();
    constants.add(new Constant(begin, tokens.get(last).end(), value, kind));
  }

  /** Neither a word such as {@code today} nor a date with more than that behind it. */
  private static boolean isPlainDate(String text) {
    boolean plain = text.length() == 10;
    for (int i = 0; plain && i < text.length(); i++) {
      char c = text.charAt(i);
      plain = (i == 4 || i == 7) ? c == '-' : (c >= '0' && c <= '9');
    }
    return plain;
  }

  private boolean isListed(int begin, int end) {
    Bracket bracket = brackets.peek();
    Token before = tokens.get(begin - 1);
    Token behind = tokens.get(end + 1);
    return (bracket == Bracket.LIST || bracket == Bracket.VALUES)
        && (before.isSymbol("(") || before.isSymbol(","))
        && (behind.isSymbol(")") || behind.isSymbol(","));
  }

  /** Compared with what is no constant itself, and no part of a longer expression. */
  private boolean isCompared(int begin, int end) {
    return isComparison(begin - 1) && isOperandsEnd(begin - 2) && ends(end + 1);
  }

  private boolean isComparison(int at) {
    Token token = tokens.get(at);
    return token.kind() == Token.Kind.SYMBOL && COMPARISONS.contains(token.text());
  }

  private boolean isOperandsEnd(int at) {
    return at > 0 && (isName(tokens.get(at)) || tokens.get(at).isSymbol(")"));
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.QUOTED
        || (token.kind() == Token.Kind.WORD && !NO_NAMES.contains(upper(token)));
  }

  /** One of the bounds of {@code name BETWEEN a AND b}, both of which are constants. */
  private boolean isBetween(int begin, int end) {
    if (tokens.get(begin - 1).isWord("BETWEEN")) {
      int upper = tokens.get(end + 1).isWord("AND") ? constantsEnd(end + 2) : -1;
      return upper > 0 && isOf(begin - 1) && ends(upper + 1);
    }
    if (!tokens.get(begin - 1).isWord("AND") || !ends(end + 1) || begin < 5) {
      return false;
    }
    int lower = begin - 2;
    if (!isConstant(tokens.get(lower))) {
      return false;
    }
    Token before = tokens.get(lower - 1);
    int between = before.isSymbol("-") || before.isWord("DATE") ? lower - 2 : lower - 1;
    return tokens.get(between).isWord("BETWEEN") && isOf(between);
  }

  /** Where a constant ends that begins there; -1 if none does. */
  private int constantsEnd(int begin) {
    Token first = tokens.get(Math.min(begin, tokens.size() - 1));
    boolean sign = first.isSymbol("-") || first.isWord("DATE");
    int end = sign ? begin + 1 : begin;
    return end < tokens.size() && isConstant(tokens.get(end)) ? end : -1;
  }

  private boolean isOf(int between) {
    int at = tokens.get(between - 1).isWord("NOT") ? between - 2 : between - 1;
    return isOperandsEnd(at);
  }

  /** Takes a whole number that is added to a column, or taken away from it, where that is set. */
  private boolean isAdded(int at) {
    boolean negative = tokens.get(at - 1).isSymbol("-") && isSign(at - 2);
    int begin = negative ? at - 1 : at;
    if (!isSign(begin - 1) || begin < 2 || !isName(tokens.get(begin - 2)) || !ends(at + 1)) {
      return false;
    }
    Object value = PlainReader.number(tokens.get(at).text(), negative);
    take(begin, at, value, Kind.ADDED);
    return true;
  }

  private boolean isSign(int at) {
    return tokens.get(at).isSymbol("+") || tokens.get(at).isSymbol("-");
  }

  private boolean ends(int at) {
    Token behind = tokens.get(at);
    return behind.kind() == Token.Kind.END
        || behind.isSymbol(")")
        || behind.isSymbol(",")
        || behind.isSymbol(";")
        || (behind.kind() == Token.Kind.WORD && ENDINGS.contains(upper(behind)));
  }
}
