package org.thetisdb.sql.plan.error;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.NearestName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/** Turns Calcite's errors into ours: code, place, and what was perhaps meant. Stateless. */
public final class CalciteErrors {
  private static final Logger LOG = LoggerFactory.getLogger(CalciteErrors.class);
  private static final int MAX_CAUSES = 100;
  private static final Pattern NO_OBJECT =
      Pattern.compile(
          "(?:Object|Table) '([^']*)' not found(?: within '([^']*)')?.*", Pattern.DOTALL);
  private static final Pattern NO_COLUMN =
      Pattern.compile("(?:Column|Unknown target column|Unknown field) '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern NO_FUNCTION =
      Pattern.compile("No match found for function signature (.*)", Pattern.DOTALL);

  /** Parts of messages; the first one counts. */
  private static final Map<String, ErrorCode> CODES = new LinkedHashMap<>();

  static {
    CODES.put("Cannot apply", ErrorCode.SQL_TYPE_MISMATCH);
    CODES.put("must have compatible types", ErrorCode.SQL_TYPE_MISMATCH);
    CODES.put("ype mismatch", ErrorCode.SQL_TYPE_MISMATCH);
    CODES.put("Values passed to", ErrorCode.SQL_TYPE_MISMATCH);
    CODES.put("clause must be a condition", ErrorCode.SQL_TYPE_MISMATCH);
    CODES.put("Duplicate relation name", ErrorCode.DUPLICATE_ALIAS);
    CODES.put("is not being grouped", ErrorCode.NOT_GROUPED);
    CODES.put("Windowed aggregate expression is illegal", ErrorCode.MISPLACED_WINDOW);
    CODES.put("Aggregate expression is illegal", ErrorCode.NOT_GROUPED);
    CODES.put("Aggregate expressions cannot be nested", ErrorCode.NOT_GROUPED);
    CODES.put("is not in the select clause", ErrorCode.INVALID_COLUMN_REFERENCE);
    CODES.put("Ordinal out of range", ErrorCode.INVALID_COLUMN_REFERENCE);
    CODES.put("List of column aliases must have", ErrorCode.INVALID_COLUMN_REFERENCE);
  }

  private CalciteErrors() {}

  /** A syntax error of a text that is read as it is. */
  public static ThetisException of(SqlParseException e) {
    return SyntaxErrors.of(e, null);
  }

  /** What a message begins with. */
  static String firstLine(String message) {
    String text = message == null ? "the statement cannot be read" : message;
    int end = text.indexOf('\n');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  /**
   * What Calcite throws instead of saying what is wrong: some statements that make no sense pass
   * its validator and break one of its own assumptions later. Whatever our own code throws is a
   * fault, and stays as it is.
   */
  public static ThetisException ofCalcite(Throwable thrown, String text) {
    if (String.valueOf(thrown.getMessage()).contains("SqlDynamicParam")) {
      String what = "The type of a parameter cannot be told from the statement.";
      return ThetisException.withMessage(ErrorCode.SQL_INVALID, what + " Write CAST(? AS a type).")
          .causedBy(thrown);
    }
    if (isTooLarge(thrown)) {
      return new ThetisException(
              ErrorCode.STATEMENT_TOO_LARGE, "more expressions than one statement may have")
          .causedBy(thrown);
    }
    LOG.info("A statement is refused, for the planner has no way to run it.", thrown);
    return unplannable(thrown, text);
  }

  /**
   * The planner has no way to run a statement.
   *
   * @param thrown what it ended with
   * @param text the statement's
   */
  static ThetisException unplannable(Throwable thrown, String text) {
    return ThetisException.withMessage(
            ErrorCode.NOT_SUPPORTED,
            UnplannedForms.of(thrown, text)
                + " is not supported here. Write it in another way, for example as a query of WITH,"
                + " or in a statement of its own.")
        .causedBy(thrown);
  }

  /** Code that is generated of a statement has the bounds of a class file. */
  private static boolean isTooLarge(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      String message = String.valueOf(cause.getMessage());
      if (message.contains("grows beyond 64 KB")
          || message.contains("too large")
          || cause instanceof StackOverflowError) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /**
   * Whether it was Calcite, and not code of ours, that threw. What one place of compiled code
   * throws often the JVM throws without a trace (OmitStackTraceInFastThrow): statements that are
   * refused again and again, so that is Calcite's.
   */
  public static boolean isOfCalcite(Throwable thrown) {
    if (thrown.getStackTrace().length == 0) {
      return true;
    }
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("org.apache.calcite.")) {
        return true;
      }
      if (frame.getClassName().startsWith("org.thetisdb.")) {
        return false;
      }
    }
    return false;
  }

  /** An error of validation of a text that is read as it is. */
  public static ThetisException of(CalciteContextException e, SqlCatalog catalog) {
    return of(e, catalog, null);
  }

  /** The same; {@code given} has the places in what people wrote. */
  public static ThetisException of(
      CalciteContextException e, SqlCatalog catalog, GivenPlace given) {
    String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
    return ofMessage(String.valueOf(message), place(e, message, given), catalog).causedBy(e);
  }

  private static String place(CalciteContextException e, String message, GivenPlace given) {
    if (e.getPosLine() == 0) {
      return "";
    }
    int line = e.getPosLine();
    int column = e.getPosColumn();
    if (given != null) {
      String name = missing(String.valueOf(message), given.isOfParts());
      GivenPlace.Place place =
          name == null ? given.of(line, column) : given.ofName(name, line, column);
      line = place.line();
      column = place.column();
    }
    return " (line %d, column %d)".formatted(line, column);
  }

  /**
   * The name that an error finds nothing for; null for other errors, and for tables of a statement
   * that is read as a whole: their place is that of the schema's name, if it is written.
   */
  private static String missing(String message, boolean inParts) {
    Matcher column = NO_COLUMN.matcher(message);
    Matcher object = NO_OBJECT.matcher(message);
    return column.matches()
        ? column.group(1)
        : inParts && object.matches() ? object.group(1) : null;
  }

  private static ThetisException ofMessage(String message, String place, SqlCatalog catalog) {
    Matcher object = NO_OBJECT.matcher(message);
    if (object.matches()) {
      String schema = object.group(2) == null ? ObjectName.PUBLIC : object.group(2);
      return unknownTable(ObjectName.of(schema, object.group(1)), place, catalog);
    }
    if (message.contains("is ambiguous")) {
      return error(ErrorCode.AMBIGUOUS_COLUMN, message, place);
    }
    Matcher column = NO_COLUMN.matcher(message);
    if (column.matches() && message.contains("not found")) {
      return unknownColumn(column.group(1), place, catalog);
    }
    Matcher function = NO_FUNCTION.matcher(message);
    if (function.matches()) {
      return error(
          ErrorCode.UNKNOWN_FUNCTION,
          "There is no function " + function.group(1).toLowerCase(Locale.ROOT),
          place);
    }
    return error(codeOf(message), message, place);
  }

  /** The code that says what PostgreSQL says of what Calcite has found. */
  private static ErrorCode codeOf(String message) {
    for (Map.Entry<String, ErrorCode> found : CODES.entrySet()) {
      if (message.contains(found.getKey())) {
        return found.getValue();
      }
    }
    return ErrorCode.SQL_INVALID;
  }

  private static ThetisException unknownTable(String name, String place, SqlCatalog catalog) {
    ThetisException unknown = catalog.unknownTable(name);
    return ThetisException.withMessage(
        ErrorCode.UNKNOWN_TABLE,
        unknown.getMessage().replaceFirst("\"\\.", Matcher.quoteReplacement('"' + place + '.')));
  }

  /** Columns that PostgreSQL has in each table, and what says the same. */
  private static final Set<String> OF_SYSTEM =
      Set.of("ctid", "xmin", "xmax", "cmin", "cmax", "tableoid");

  private static ThetisException unknownColumn(String name, String place, SqlCatalog catalog) {
    if (OF_SYSTEM.contains(name)) {
      return new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "The system column \"%s\"%s (name a row by its primary key)".formatted(name, place));
    }
    Collection<String> columns = new TreeSet<>();
    for (TableDef table : catalog.tables()) {
      for (ColumnDef column : table.columns()) {
        columns.add(column.name());
      }
    }
    String nearest = NearestName.of(name, columns);
    String hint =
        nearest == null || nearest.equals(name) ? "" : " Did you mean \"" + nearest + "\"?";
    return ThetisException.withMessage(
        ErrorCode.UNKNOWN_COLUMN,
        "There is no column \"%s\" here%s.%s".formatted(name, place, hint));
  }

  /** The error of a column that a table does not have. */
  public static ThetisException unknownColumn(String name, TableDef table) {
    List<String> columns = table.columns().stream().map(ColumnDef::name).toList();
    String nearest = NearestName.of(name, columns);
    String hint = nearest == null ? "" : " Did you mean \"" + nearest + "\"?";
    return ThetisException.withMessage(
        ErrorCode.UNKNOWN_COLUMN,
        "Table \"%s\" has no column \"%s\".%s".formatted(table.name(), name, hint));
  }

  private static ThetisException error(ErrorCode code, String message, String place) {
    String text = firstLine(message);
    String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    return ThetisException.withMessage(code, bare + place + ".");
  }
}
