package org.thetisdb.sql.parse;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.parse.token.Tokenizer;

/**
 * Reads the statements that most clients send most: rows of one table by {@code column = ?}, and
 * rows to insert. Whatever it does not know at once, right or wrong, is left to the grammar of all
 * statements, so it need not tell errors. For one text; not thread-safe.
 */
public final class PlainReader {
  /** Longer texts are not worth a second look. */
  private static final int LONGEST_CHARS = 16 << 10;

  /** Words that stand for a value though they look like a name. */
  private static final Set<String> VALUES =
      Set.of("NULL", "TRUE", "FALSE", "UNKNOWN", "DEFAULT", "SESSION_USER", "SYSTEM_USER");

  private static final RowLockMode[] NO_MODES = {};

  private final TokenReader in;
  private int parameters;
  private String table;
  private String called;

  private PlainReader(TokenReader in) {
    this.in = in;
  }

  /** The statement if it is one of those; else null. Tables have their names of the catalog. */
  public static PlainStatement read(String text, ObjectNames names) {
    if (text.length() > LONGEST_CHARS) {
      return null;
    }
    try {
      PlainReader reader = new PlainReader(new TokenReader(text, Tokenizer.tokens(text), names));
      PlainStatement statement = reader.statement();
      reader.in.takeSymbol(";");
      return reader.in.peek().kind() == Token.Kind.END ? statement : null;
    } catch (NotPlain | ThetisException e) {
      return null;
    }
  }

  private PlainStatement statement() {
    if (in.take("SELECT")) {
      return select();
    }
    if (in.take("INSERT", "INTO")) {
      return insert();
    }
    if (in.take("UPDATE")) {
      return update();
    }
    if (in.take("DELETE", "FROM")) {
      target("WHERE");
      return new PlainStatement.Delete(table, key());
    }
    throw new NotPlain();
  }

  private PlainStatement select() {
    List<String[]> items = new ArrayList<>();
    if (!in.takeSymbol("*")) {
      do {
        items.add(item());
      } while (in.takeSymbol(","));
    }
    require(in.take("FROM"));
    target("WHERE");
    List<PlainStatement.Item> named = new ArrayList<>();
    for (String[] item : items) {
      require(item[0] == null || item[0].equals(called));
      require(named.stream().noneMatch(other -> other.label().equals(item[2])));
      named.add(new PlainStatement.Item(item[1], item[2]));
    }
    List<PlainStatement.Match> key = key();
    return new PlainStatement.Select(table, List.copyOf(named), key, locks());
  }

  private RowLockMode locks() {
    for (RowLockMode mode : in.isNext("FOR") ? RowLockMode.values() : NO_MODES) {
      if (in.take(mode.clause().split(" ", -1))) {
        return mode;
      }
    }
    return null;
  }

  /** What it belongs to, or null; its name; what it is to be called. */
  private String[] item() {
    String first = columnName();
    String owner = null;
    if (in.takeSymbol(".")) {
      owner = first;
      first = columnName();
    }
    return new String[] {owner, first, in.take("AS") ? columnName() : first};
  }

  /** The table, and what it is called up to the word that has to follow. */
  private void target(String next) {
    table();
    if (!in.isNext(next)) {
      in.take("AS");
      called = name();
    }
    require(in.take(next));
  }

  private void table() {
    String first = name();
    String schema = in.takeSymbol(".") ? first : null;
    called = schema == null ? first : name();
    table = in.names().find(ObjectNames.Kind.RELATION, schema, called);
  }

  private List<PlainStatement.Match> key() {
    List<PlainStatement.Match> key = new ArrayList<>();
    do {
      String[] column = column();
      require(in.takeSymbol("=") && in.takeSymbol("?"));
      key.add(new PlainStatement.Match(column[1], parameters++));
    } while (in.take("AND"));
    return List.copyOf(key);
  }

  private String[] column() {
    String first = columnName();
    if (!in.takeSymbol(".")) {
      return new String[] {null, first};
    }
    require(first.equals(called));
    return new String[] {first, columnName()};
  }

  private PlainStatement insert() {
    table();
    List<String> columns = null;
    if (in.takeSymbol("(")) {
      columns = new ArrayList<>();
      do {
        columns.add(columnName());
      } while (in.takeSymbol(","));
      require(in.takeSymbol(")"));
    }
    require(in.take("VALUES"));
    List<List<PlainStatement.Value>> rows = new ArrayList<>();
    do {
      rows.add(row());
    } while (in.takeSymbol(","));
    return new PlainStatement.Insert(table, columns, List.copyOf(rows));
  }

  private List<PlainStatement.Value> row() {
    require(in.takeSymbol("("));
    List<PlainStatement.Value> row = new ArrayList<>();
    do {
      row.add(value());
    } while (in.takeSymbol(","));
    require(in.takeSymbol(")"));
    return List.copyOf(row);
  }

  private PlainStatement update() {
    target("SET");
    List<PlainStatement.Assignment> assignments = new ArrayList<>();
    do {
      String column = columnName();
      require(in.takeSymbol("="));
      assignments.add(new PlainStatement.Assignment(column, value()));
    } while (in.takeSymbol(","));
    require(in.take("WHERE"));
    return new PlainStatement.Update(table, List.copyOf(assignments), key());
  }

  private PlainStatement.Value value() {
    if (in.takeSymbol("?")) {
      return new PlainStatement.Value(parameters++, null);
    }
    boolean negative = in.takeSymbol("-");
    Token token = in.next();
    if (token.kind() == Token.Kind.NUMBER) {
      return new PlainStatement.Value(-1, number(token.text(), negative));
    }
    require(!negative);
    if (token.kind() == Token.Kind.STRING) {
      return new PlainStatement.Value(-1, token.string());
    }
    require(token.isWord("NULL") || token.isWord("TRUE") || token.isWord("FALSE"));
    Object constant = token.isWord("NULL") ? null : (Object) token.isWord("TRUE");
    return new PlainStatement.Value(-1, constant);
  }

  /**
   * The same as Calcite makes of it; with an exponent it would be of another type.
   *
   * @throws NotPlain if it is no such number
   */
  static Object number(String text, boolean negative) {
    require(text.indexOf('e') < 0 && text.indexOf('E') < 0);
    BigDecimal number;
    try {
      number = new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new NotPlain();
    }
    BigDecimal signed = negative ? number.negate() : number;
    boolean whole = signed.scale() <= 0 && signed.precision() - signed.scale() < 19;
    return whole ? (Object) signed.longValueExact() : signed;
  }

  private String columnName() {
    Token token = in.peek();
    if (token.kind() == Token.Kind.WORD) {
      String word = token.text().toUpperCase(Locale.ROOT);
      require(!VALUES.contains(word) && !word.startsWith("CURRENT") && !word.startsWith("LOCAL"));
    }
    return name();
  }

  private String name() {
    return in.name("a name");
  }

  private static void require(boolean plain) {
    if (!plain) {
      throw new NotPlain();
    }
  }

  /** Ends the reading; nobody sees it. */
  static final class NotPlain extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotPlain() {
      super("", null, false, false);
    }
  }
}
