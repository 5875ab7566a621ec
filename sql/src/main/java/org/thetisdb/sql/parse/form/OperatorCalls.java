package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.token.Token;

/**
 * Operators that Calcite's grammar does not have, or ranks otherwise than PostgreSQL, as calls of
 * functions with their names: {@code a | b} as {@code "|"(a, b)}. Only expressions that have such
 * an operator are changed; in these brackets say what belongs together, in PostgreSQL's order:
 * signs, AT TIME ZONE, {@code ^}, {@code * / %}, {@code + -}, all others from the left. For one
 * text; not thread-safe.
 */
final class OperatorCalls {
  /** Those that become calls. */
  private static final Set<String> CALLS = Set.of("|", "#", "&", "<<", ">>", "^@", "@?");

  private static final Set<String> PREFIXES = Set.of("~", "@", "|/", "||/");

  private static final Set<String> PATTERNS = Set.of("~", "~*", "!~", "!~*");

  /** Those that Calcite has, or that {@link Operators} writes for it. */
  private static final Set<String> OTHERS =
      Set.of(
          "||", "->", "->>", "#>", "#>>", "#-", "@>", "<@", "&&", "??", "??|", "??&", "~", "~*",
          "!~", "!~*");

  private static final Set<String> STARTS =
      Set.of("(", ",", "[", "=", "<", ">", "<=", ">=", "<>", "!=", ":");

  /** Words that an expression may follow, and that are none themselves. */
  private static final Set<String> RESERVED =
      Set.of(
          "SELECT",
          "DISTINCT",
          "ALL",
          "FROM",
          "WHERE",
          "GROUP",
          "ORDER",
          "BY",
          "HAVING",
          "LIMIT",
          "OFFSET",
          "FETCH",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "AND",
          "OR",
          "NOT",
          "IS",
          "IN",
          "LIKE",
          "ILIKE",
          "SIMILAR",
          "BETWEEN",
          "SYMMETRIC",
          "ON",
          "WHEN",
          "THEN",
          "ELSE",
          "END",
          "RETURNING",
          "SET",
          "VALUES",
          "FOR",
          "PLACING",
          "ESCAPE",
          "USING",
          "AS",
          "ASC",
          "DESC",
          "NULLS",
          "JOIN",
          "INTO",
          "WITH",
          "INSERT",
          "UPDATE",
          "DELETE",
          "CROSS",
          "INNER",
          "LEFT",
          "RIGHT",
          "FULL",
          "NATURAL",
          "WINDOW");

  /** Collations by which texts are ordered here: by their characters' numbers. */
  private static final Set<String> COLLATIONS = Set.of("C", "POSIX", "ucs_basic", "default");

  private final List<Token> tokens;
  private final int end;
  private final Map<Integer, String> replaced;
  private final Insertions insertions;
  private final int[] closing;
  private boolean emits;
  private boolean calls;
  private int at;

  private OperatorCalls(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    this.tokens = tokens;
    this.end = end;
    this.replaced = replaced;
    this.insertions = insertions;
    this.closing = closings(tokens, first, end);
  }

  /** Adds what has to stand around operands, and replaces operators. */
  static void add(
      List<Token> tokens,
      int first,
      int end,
      Map<Integer, String> replaced,
      Insertions insertions) {
    boolean any = false;
    for (int i = first; i < end && !any; i++) {
      any = mayCall(tokens, i);
    }
    if (any) {
      new OperatorCalls(tokens, first, end, replaced, insertions).all(first);
    }
  }

  private static boolean mayCall(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    return switch (token.kind()) {
      case SYMBOL ->
          CALLS.contains(token.text())
              || PREFIXES.contains(token.text())
              || OTHERS.contains(token.text())
              || token.isSymbol("^");
      case WORD ->
          token.isWord("COLLATE")
              || token.isWord("LIKE")
              || token.isWord("ILIKE")
              || (token.isWord("AT") && tokens.get(at + 1).isWord("TIME"));
      case QUOTED, STRING, NUMBER, END -> false;
    };
  }

  private static int[] closings(List<Token> tokens, int first, int end) {
    int[] closing = new int[end];
    int[] open = new int[end];
    int depth = 0;
    for (int i = first; i < end; i++) {
      Token token = tokens.get(i);
      if (token.isSymbol("(") || token.isSymbol("[") || token.isWord("CASE")) {
        open[depth++] = i;
      } else if (depth > 0 && (token.isSymbol(")") || token.isSymbol("]") || token.isWord("END"))) {
        closing[open[--depth]] = i;
      }
    }
    return closing;
  }

  private void all(int first) {
    for (int i = first; i < end; i++) {
      if (i == first || starts(tokens.get(i - 1))) {
        emits = false;
        calls = false;
        at = i;
        if (expression() != null && calls) {
          emits = true;
          at = i;
          expression();
        }
      }
    }
  }

  private static boolean starts(Token before) {
    return before.kind() == Token.Kind.WORD
        ? RESERVED.contains(before.text().toUpperCase(Locale.ROOT)) || before.isWord("CASE")
        : before.kind() == Token.Kind.SYMBOL && STARTS.contains(before.text());
  }

  /** Tokens from one to another, both in it, that are a value; a plain one is a single operand. */
  private record Part(int first, int last, boolean plain) {}

  private boolean isSymbol(String symbol) {
    return at < end && tokens.get(at).isSymbol(symbol);
  }

  private boolean isWord(int place, String word) {
    return place < end && tokens.get(place).isWord(word);
  }

  private boolean isOneOf(Set<String> symbols) {
    return at < end
        && tokens.get(at).kind() == Token.Kind.SYMBOL
        && symbols.contains(tokens.get(at).text());
  }

  /** An expression from here on, with all that binds closer than a comparison; null for none. */
  private Part expression() {
    Part left = prefixed();
    boolean isCalculated = left != null && !left.plain;
    while (left != null) {
      if (isQuantified()) {
        left = quantified(left);
      } else if (isOneOf(CALLS)) {
        int operator = at++;
        left = called(left, new Operand(operator, prefixed()));
      } else if (isOneOf(OTHERS)) {
        at++;
        Part right = prefixed();
        // Calcite's || binds as * does, so a sum or product beside it needs brackets
        calls |= isCalculated || (right != null && !right.plain);
        left = both(left, right);
      } else {
        return left;
      }
      isCalculated = false;
    }
    return null;
  }

  /** An operator's place, and what follows it; null for nothing. */
  private record Operand(int operator, Part part) {}

  private Part prefixed() {
    if (!isOneOf(PREFIXES)) {
      return sum();
    }
    int operator = at++;
    Part operand = prefixed();
    if (operand == null) {
      return null;
    }
    calls = true;
    if (emits) {
      replaced.put(operator, '"' + tokens.get(operator).text() + "\"(");
      insertions.addBehind(operand.last, ")");
    }
    return new Part(operator, operand.last, true);
  }

  private Part sum() {
    Part left = product();
    while (left != null && (isSymbol("+") || isSymbol("-"))) {
      at++;
      left = both(left, product());
    }
    return left;
  }

  private Part product() {
    Part left = power();
    while (left != null && (isSymbol("*") || isSymbol("/") || isSymbol("%"))) {
      at++;
      left = both(left, power());
    }
    return left;
  }

  private Part power() {
    Part left = placed();
    while (left != null && isSymbol("^")) {
      int operator = at++;
      left = called(left, new Operand(operator, placed()));
    }
    return left;
  }

  /** An operand, with AT TIME ZONE or COLLATE behind it. */
  private Part placed() {
    Part part = signed();
    while (part != null) {
      if (isWord(at, "AT") && isWord(at + 1, "TIME") && isWord(at + 2, "ZONE")) {
        int operator = at;
        at += 3;
        Part zone = signed();
        if (zone == null) {
          return null;
        }
        calls = true;
        if (emits) {
          insertions.addBefore(part.first, "\"at time zone\"(");
          replaced.put(operator, ",");
          replaced.put(operator + 1, "");
          replaced.put(operator + 2, "");
          insertions.addBehind(zone.last, ")");
        }
        part = new Part(part.first, zone.last, true);
      } else if (isWord(at, "COLLATE")) {
        collated();
      } else {
        return part;
      }
    }
    return null;
  }

  private void collated() {
    calls = true;
    int word = at++;
    while (at + 1 < end && tokens.get(at + 1).isSymbol(".")) {
      at += 2;
    }
    Token name = tokens.get(at++);
    if (!COLLATIONS.contains(name.name())) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "COLLATE \"%s\" (texts are ordered by their characters' numbers, as with \"C\")"
              .formatted(name.name()));
    }
    if (emits) {
      for (int i = word; i < at; i++) {
        replaced.put(i, "");
      }
    }
  }

  private Part signed() {
    int first = at;
    while (isSymbol("-") || isSymbol("+")) {
      at++;
    }
    int last = operand();
    return last < 0 ? null : new Part(first, last, true);
  }

  private Part called(Part left, Operand right) {
    if (right.part == null) {
      return null;
    }
    calls = true;
    if (emits) {
      insertions.addBefore(left.first, '"' + tokens.get(right.operator).text() + "\"(");
      replaced.put(right.operator, ",");
      insertions.addBehind(right.part.last, ")");
    }
    return new Part(left.first, right.part.last, true);
  }

  /** Two with an operator between them that stays; each is put into brackets. */
  private Part both(Part left, Part right) {
    if (right == null) {
      return null;
    }
    bracketed(left);
    bracketed(right);
    return new Part(left.first, right.last, false);
  }

  private void bracketed(Part part) {
    if (emits && !part.plain) {
      insertions.addBefore(part.first, "(");
      insertions.addBehind(part.last, ")");
    }
  }

  /** Whether LIKE ANY or the like stands here. */
  private boolean isQuantified() {
    int operator = isWord(at, "NOT") ? at + 1 : at;
    boolean pattern =
        isWord(operator, "LIKE")
            || isWord(operator, "ILIKE")
            || (operator == at && isOneOf(PATTERNS));
    return pattern
        && (isWord(operator + 1, "ANY")
            || isWord(operator + 1, "SOME")
            || isWord(operator + 1, "ALL"))
        && operator + 2 < end
        && tokens.get(operator + 2).isSymbol("(");
  }

  /** Whether parentheses hold a query, perhaps within more of them. */
  private boolean isQuery(int opening) {
    int first = opening;
    while (first < end && tokens.get(first).isSymbol("(")) {
      first++;
    }
    return isWord(first, "SELECT")
        || isWord(first, "VALUES")
        || isWord(first, "WITH")
        || isWord(first, "TABLE");
  }

  private Part quantified(Part left) {
    int first = at;
    int operator = isWord(at, "NOT") ? at + 1 : at;
    int last = closing[operator + 2];
    if (last == 0) {
      return null;
    }
    calls = true;
    if (emits) {
      String name = tokens.get(operator).text().toUpperCase(Locale.ROOT);
      String full = operator > first ? "NOT " + name : name;
      insertions.addBefore(left.first, "\"like_any\"(");
      replaced.put(first, ",");
      for (int i = first + 1; i <= operator + 1; i++) {
        replaced.put(i, "");
      }
      boolean all = isWord(operator + 1, "ALL");
      if (isQuery(operator + 2)) {
        insertions.addBefore(operator + 2, "ARRAY(SELECT * FROM ");
        insertions.addBehind(last, " AS \"patterns\")");
      }
      insertions.addBehind(last, ", '" + full + "', " + (all ? "TRUE" : "FALSE") + ")");
    }
    at = last + 1;
    return new Part(left.first, last, true);
  }

  /** Passes one operand with all that belongs to it; its last token, or -1 if there is none. */
  private int operand() {
    if (at >= end) {
      return -1;
    }
    Token token = tokens.get(at);
    boolean taken =
        switch (token.kind()) {
          case NUMBER, STRING -> passed(at);
          case QUOTED -> name();
          case WORD -> word(token);
          case SYMBOL -> {
            boolean opens = token.isSymbol("(") || token.isSymbol("[");
            yield opens ? passed(closing[at]) : token.isSymbol("?") && passed(at);
          }
          case END -> false;
        };
    return taken && suffixes() ? at - 1 : -1;
  }

  /** Goes on behind a token; the first of all is none. */
  private boolean passed(int last) {
    if (last < at) {
      return false;
    }
    at = last + 1;
    return true;
  }

  private boolean word(Token token) {
    if (token.isWord("CASE")) {
      return passed(closing[at]);
    }
    if (token.isWord("INTERVAL")) {
      at++;
      return at < end && tokens.get(at).kind() == Token.Kind.STRING && passed(at) && units();
    }
    if (RESERVED.contains(token.text().toUpperCase(Locale.ROOT))) {
      boolean function = token.isWord("LEFT") || token.isWord("RIGHT");
      return function && at + 1 < end && tokens.get(at + 1).isSymbol("(") && name();
    }
    int next = at + 1;
    if (next + 1 < end
        && token.isWord("U")
        && tokens.get(next).isSymbol("&")
        && tokens.get(next).begin() == token.end()) {
      next++; // U&'text'
    }
    if (isWord(next, "WITH") || isWord(next, "WITHOUT")) {
      next += 3; // TIMESTAMP WITH TIME ZONE 'text'
    }
    if (next < end && tokens.get(next).kind() == Token.Kind.STRING) {
      return passed(next);
    }
    boolean array = token.isWord("ARRAY") && next < end && tokens.get(next).isSymbol("[");
    return array ? passed(closing[next]) : name();
  }

  /** The unit behind an interval, such as DAY TO SECOND. */
  private boolean units() {
    while (at < end
        && tokens.get(at).kind() == Token.Kind.WORD
        && tokens
            .get(at)
            .text()
            .toUpperCase(Locale.ROOT)
            .matches("YEAR|MONTH|DAY|HOUR|MINUTE|SECOND|TO")) {
      at++;
      if (isSymbol("(")) {
        at = Math.max(at, closing[at]) + 1;
      }
    }
    return true;
  }

  /** A column, or a function with its operands and clauses. */
  private boolean name() {
    at++;
    while (isSymbol(".") && at + 1 < end) {
      at += 2;
    }
    if (!isSymbol("(")) {
      return true;
    }
    boolean closed = passed(closing[at]);
    if (isWord(at, "WITHIN") && isWord(at + 1, "GROUP") && at + 2 < end) {
      at += 2;
      closed &= passed(closing[at]);
    }
    if (isWord(at, "FILTER") && at + 1 < end) {
      at++;
      closed &= passed(closing[at]);
    }
    if (isWord(at, "OVER") && at + 1 < end) {
      at++;
      closed &= isSymbol("(") ? passed(closing[at]) : passed(at);
    }
    return closed;
  }

  /** Subscripts, and types that it is cast to. */
  private boolean suffixes() {
    boolean whole = true;
    while (whole && at < end) {
      if (isSymbol("[")) {
        whole = passed(closing[at]);
      } else if (isSymbol("::") && at + 1 < end) {
        at = Casts.lastOfType(tokens, at + 1, end) + 1;
      } else {
        return true;
      }
    }
    return whole;
  }
}
