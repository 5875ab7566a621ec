package org.thetisdb.sql.parse;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.ddl.CreateTableAs;
import org.thetisdb.sql.ddl.IndexPart;
import org.thetisdb.sql.parse.ddl.DdlParser;
import org.thetisdb.sql.parse.ddl.IndexParts;
import org.thetisdb.sql.parse.ddl.OtherDefinitions;
import org.thetisdb.sql.parse.form.Words;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.parse.token.TokenReader;
import org.thetisdb.sql.parse.token.Tokenizer;
import org.thetisdb.sql.statement.Compiled;

/**
 * Tells statements apart, reads those that Calcite does not know, and cuts off the endings that it
 * does not know. For one text; not thread-safe.
 */
public final class StatementReader {
  private static final Set<String> BEGINNINGS =
      Set.of("SELECT", "WITH", "VALUES", "TABLE", "INSERT", "UPSERT", "UPDATE", "DELETE");

  private final String text;
  private final List<Token> tokens;
  private final TokenReader in;
  private final String alias;
  private final Statement.Rows.Overriding overriding;

  /** {@code alias} is what the text has said of the table of an INSERT; null for nothing. */
  private StatementReader(
      String text, ObjectNames names, String alias, Statement.Rows.Overriding overriding) {
    this.text = text;
    this.alias = alias;
    this.overriding = overriding;
    this.tokens = Tokenizer.tokens(text);
    this.in = new TokenReader(text, tokens, names);
  }

  /**
   * Reads one statement.
   *
   * @param names what names of objects in it mean
   * @throws ThetisException SQL_SYNTAX or STATEMENT_TOO_LARGE; UNKNOWN_SCHEMA
   */
  public static Statement read(String text, ObjectNames names) {
    return new StatementReader(text, names, null, Statement.Rows.Overriding.NOTHING).statement();
  }

  private Statement statement() {
    if (in.isNext("CREATE")
        || in.isNext("ALTER")
        || in.isNext("DROP")
        || in.isNext("COMMENT", "ON")
        || OtherDefinitions.isNext(in)) {
      return new Statement.Ready(new Compiled.Definition(new DdlParser(in).parse()));
    }
    if (isCallOfExpression()) {
      in.next();
      return rows(position(), "SELECT ");
    }
    if (in.isNext("CALL") || in.isNext("EXECUTE")) {
      return new Statement.Ready(call());
    }
    if (in.take("SET", "CONSTRAINTS")) {
      return constraints();
    }
    if (in.take("SHOW")) {
      return ShownSettings.read(in);
    }
    Compiled control = new ControlParser(in).parse();
    if (control != null) {
      return new Statement.Ready(control);
    }
    if (in.take("EXPLAIN")) {
      ExplainOptions.take(in);
      return new Statement.Explain(changeOrQuery());
    }
    CreateTableAs made = SelectInto.read(in, tokens);
    return made == null ? changeOrQuery() : new Statement.Ready(new Compiled.Definition(made));
  }

  private Statement constraints() {
    List<Statement.ConstraintName> names = new ArrayList<>();
    if (!in.take("ALL")) {
      do {
        String first = in.name("a constraint, or ALL");
        String schema = in.takeSymbol(".") ? first : null;
        String simple = schema == null ? first : in.name("a constraint");
        names.add(new Statement.ConstraintName(schema, simple));
      } while (in.takeSymbol(","));
    }
    boolean deferred = in.take("DEFERRED");
    if (!deferred && !in.take("IMMEDIATE")) {
      throw in.unexpected("DEFERRED or IMMEDIATE");
    }
    in.expectEnd();
    return new Statement.Constraints(List.copyOf(names), deferred);
  }

  private Statement changeOrQuery() {
    if (in.isNext("TRUNCATE")) {
      return truncate();
    }
    StatementParts.Split split = StatementParts.of(text, tokens, position());
    if (split == null) {
      return mergeOrRows();
    }
    List<Statement.Part> parts = new ArrayList<>();
    split.parts().forEach(cut -> parts.add(part(cut)));
    return new Statement.Parts(List.copyOf(parts), part(split.main()));
  }

  private Statement mergeOrRows() {
    return in.isNext("MERGE") ? new MergeParser(text, tokens, in).parse() : rows();
  }

  private Statement.Part part(StatementParts.Cut cut) {
    Statement statement =
        new StatementReader(cut.text(), in.names(), null, Statement.Rows.Overriding.NOTHING)
            .mergeOrRows();
    return new Statement.Part(cut.name(), cut.columns(), statement, cut.parameters());
  }

  /** Tools ask in this way for a value that is no procedure's. */
  private boolean isCallOfExpression() {
    return in.isNext("CALL", "NEXT", "VALUE", "FOR")
        || (in.isNext("CALL", "CURRENT_SCHEMA") && !in.peek(2).isSymbol("."));
  }

  private Compiled call() {
    in.next();
    String procedure = procedure();
    List<Object> arguments = new ArrayList<>();
    int[] parameters = {0};
    if (in.takeSymbol("(") && !in.takeSymbol(")")) {
      do {
        arguments.add(argument(parameters));
      } while (in.takeSymbol(","));
      in.expectSymbol(")");
    }
    in.expectEnd();
    return new Compiled.ProcedureCall(procedure, java.util.Collections.unmodifiableList(arguments));
  }

  /** One of the catalog, or else as it is written: the name of a class has any number of dots. */
  private String procedure() {
    String first = in.name("a procedure");
    if (!in.takeSymbol(".")) {
      return in.names().procedure(null, first);
    }
    String second = in.name("a procedure");
    if (!in.peek().isSymbol(".")) {
      return in.names().procedure(first, second);
    }
    StringBuilder name = new StringBuilder(first).append('.').append(second);
    while (in.takeSymbol(".")) {
      name.append('.').append(in.name("a procedure"));
    }
    return name.toString();
  }

  private Object argument(int[] parameters) {
    if (in.takeSymbol("?")) {
      return new Compiled.ProcedureCall.Placeholder(parameters[0]++);
    }
    boolean negative = in.takeSymbol("-");
    Token token = in.peek();
    if (token.kind() == Token.Kind.NUMBER) {
      in.next();
      return number(token, negative);
    }
    if (negative || !isLiteral(token)) {
      throw in.unexpected("a constant or ?");
    }
    in.next();
    if (token.kind() == Token.Kind.STRING) {
      return token.string();
    }
    return token.isWord("NULL") ? null : (Object) token.isWord("TRUE");
  }

  private static boolean isLiteral(Token token) {
    return token.kind() == Token.Kind.STRING
        || token.isWord("NULL")
        || token.isWord("TRUE")
        || token.isWord("FALSE");
  }

  private static Object number(Token token, boolean negative) {
    try {
      BigDecimal value = new BigDecimal(token.text());
      BigDecimal signed = negative ? value.negate() : value;
      boolean whole = signed.scale() == 0 && signed.precision() < 19;
      return whole ? (Object) signed.longValue() : signed;
    } catch (NumberFormatException e) {
      throw TokenReader.error(token, "this is no number").causedBy(e);
    }
  }

  private Statement.Rows rows() {
    int behind = behindTarget(position());
    boolean named = alias == null && isWord(behind, "AS") && isName(behind + 1);
    boolean defaults = isWord(behind, "DEFAULT") && isWord(behind + 1, "VALUES");
    if (!named && !defaults) {
      int overrides = overridingWord();
      return overrides < 0 ? rows(position(), "") : rowsWithout(overrides);
    }
    // Calcite's grammar has neither a name for the table of an INSERT nor a row of defaults alone
    int begin = tokens.get(behind).begin();
    int end = tokens.get(behind + 1).end();
    String instead = named ? " ".repeat(end - begin) : "VALUES (DEFAULT)";
    String plain = text.substring(0, begin) + instead + text.substring(end);
    String name = named ? tokens.get(behind + 1).name() : alias;
    return rowsOf(plain, name, overriding);
  }

  private Statement.Rows rowsOf(String plain, String name, Statement.Rows.Overriding whatIsGiven) {
    StatementReader reader = new StatementReader(plain, in.names(), name, whatIsGiven);
    while (reader.position() < position()) {
      reader.in.next();
    }
    return reader.rows();
  }

  /** Where OVERRIDING … VALUE stands in an INSERT; -1 if nowhere. */
  private int overridingWord() {
    int at = isWord(position(), "INSERT") ? find(position(), tokens.size(), "OVERRIDING") : -1;
    boolean said =
        at >= 0 && (isWord(at + 1, "SYSTEM") || isWord(at + 1, "USER")) && isWord(at + 2, "VALUE");
    return said ? at : -1;
  }

  private Statement.Rows rowsWithout(int overrides) {
    int begin = tokens.get(overrides).begin();
    int end = tokens.get(overrides + 2).end();
    String plain = text.substring(0, begin) + " ".repeat(end - begin) + text.substring(end);
    return rowsOf(
        plain,
        alias,
        isWord(overrides + 1, "SYSTEM")
            ? Statement.Rows.Overriding.SYSTEM_VALUE
            : Statement.Rows.Overriding.USER_VALUE);
  }

  /** The token behind INSERT INTO and the name of the table; the last one for all else. */
  private int behindTarget(int first) {
    if (!isWord(first, "INSERT") || !isWord(first + 1, "INTO")) {
      return tokens.size() - 1;
    }
    int behind = first + 3;
    while (behind < tokens.size() && tokens.get(behind).isSymbol(".")) {
      behind += 2;
    }
    return Math.min(behind, tokens.size() - 1);
  }

  private boolean isName(int at) {
    return at < tokens.size()
        && (tokens.get(at).kind() == Token.Kind.WORD || tokens.get(at).kind() == Token.Kind.QUOTED);
  }

  /** The rest from a place on, with words put before it. */
  private Statement.Rows rows(int first, String before) {
    int end = tokens.size() - 1;
    if (end > first && tokens.get(end - 1).isSymbol(";")) {
      end--;
    }
    if (before.isEmpty() && tokens.get(first).isWord("TABLE")) {
      return rows(first + 1, "SELECT * FROM ");
    }
    if (before.isEmpty()
        && !tokens.get(first).isSymbol("(")
        && !BEGINNINGS.contains(upper(tokens.get(first)))) {
      throw in.unexpected("SELECT, INSERT, UPDATE, DELETE or another statement");
    }
    String returning = null;
    int returned = isChange(first) ? find(first, end, "RETURNING") : -1;
    if (returned >= 0) {
      returning = "SELECT " + Words.quoted(text, tokens, returned + 1, end).strip();
      end = returned;
    }
    LockClause lock = LockClause.of(tokens, find(first, end, "FOR"), end);
    String limit = "";
    if (lock != null) {
      // a LIMIT may stand on either side of it
      limit = lock.end() < end ? " " + Words.quoted(text, tokens, lock.end(), end).strip() : "";
      end = lock.begin();
    }
    Statement.Conflict conflict = null;
    int word = tokens.get(first).isWord("INSERT") ? find(first, end, "CONFLICT") : -1;
    int on = word > first && tokens.get(word - 1).isWord("ON") ? word - 1 : -1;
    if (on >= 0) {
      conflict = conflict(first, on, end);
      end = on;
    }
    String joined = JoinedChange.of(text, tokens, first, end);
    String rows = joined != null ? joined : before + Words.quoted(text, tokens, first, end) + limit;
    boolean replaces = tokens.get(first).isWord("UPSERT");
    // Calcite knows the word by its other grammar only
    String read = replaces ? rows.replaceFirst("(?i)UPSERT", "INSERT") : rows;
    Statement.Locks locks = lock == null ? null : lock.locks();
    return new Statement.Rows(
        read, locks, replaces, conflict, returning, alias, joined != null, overriding);
  }

  private boolean isChange(int at) {
    return isWord(at, "INSERT")
        || isWord(at, "UPSERT")
        || isWord(at, "UPDATE")
        || isWord(at, "DELETE");
  }

  private static String upper(Token token) {
    return token.text().toUpperCase(Locale.ROOT);
  }

  private int position() {
    return in.position();
  }

  private Statement.Truncate truncate() {
    in.next();
    in.take("TABLE");
    List<String> tables = new ArrayList<>();
    do {
      in.take("ONLY"); // there are no tables that inherit
      tables.add(in.existing(ObjectNames.Kind.RELATION, "a table"));
    } while (in.takeSymbol(","));
    boolean restart = in.take("RESTART", "IDENTITY");
    if (!restart) {
      in.take("CONTINUE", "IDENTITY");
    }
    boolean cascade = in.take("CASCADE");
    if (!cascade) {
      in.take("RESTRICT");
    }
    in.expectEnd();
    return new Statement.Truncate(List.copyOf(tables), restart, cascade);
  }

  private static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The last place outside of brackets where a word stands; -1 if nowhere. */
  private int find(int first, int end, String word) {
    int found = -1;
    int depth = 0;
    for (int i = first; i < end; i++) {
      depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
      if (depth == 0 && tokens.get(i).isWord(word)) {
        found = i;
      }
    }
    return found;
  }

  private boolean isWord(int at, String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }

  private Statement.Conflict conflict(int first, int on, int end) {
    while (position() < on + 2) {
      in.next();
    }
    List<IndexPart> parts = List.of();
    String where = null;
    String constraint = null;
    if (in.take("ON", "CONSTRAINT")) {
      constraint = in.name("a constraint");
    } else if (in.peek().isSymbol("(")) {
      parts = IndexParts.of(in, false);
      where = in.take("WHERE") ? in.until("DO") : null;
    }
    in.expect("DO");
    if (in.take("NOTHING")) {
      return new Statement.Conflict(parts, where, constraint, null);
    }
    in.expect("UPDATE", "SET");
    int set = position() - 1;
    String update =
        "UPDATE " + target(first, on) + " " + Words.quoted(text, tokens, set, end).strip();
    return new Statement.Conflict(parts, where, constraint, update);
  }

  /** The table of an INSERT, as it was written before its ON. */
  private String target(int first, int on) {
    int into = find(first, on, "INTO");
    if (into < 0) {
      throw TokenReader.error(tokens.get(first + 1), "expected: INTO");
    }
    Token name = tokens.get(into + 1);
    return tokens.get(into + 2).isSymbol(".")
        ? quote(name.name()) + '.' + quote(tokens.get(into + 3).name())
        : quote(name.name());
  }
}
