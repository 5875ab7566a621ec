package org.thetisdb.sql.define.step;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.CatalogReads;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.integrity.CheckCompiler;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.rights.Accesses;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.StatementCompiler;
import org.thetisdb.sql.type.SqlType;

/**
 * Steps as texts of statements: {@code CONTINUE FILL INDEX 17 by_town}. No text of SQL begins so.
 * Stateless.
 */
public final class StepText {
  private static final String FILL_INDEX = "FILL INDEX";
  private static final String FILL_TABLE = "FILL TABLE";
  private static final String FILL_COLUMNS = "FILL COLUMNS";
  private static final String CHECK_ROWS = "CHECK ROWS";
  private static final String CHECK_NOT_NULL = "CHECK NOT NULL";
  private static final String CHECK_TYPE = "CHECK TYPE";
  private static final String GIVE_UP_VALUES = "GIVE UP VALUES";
  private static final String PURGE_TABLES = "PURGE TABLES";
  private static final String EMPTY_TABLE = "EMPTY TABLE";
  private static final String AWAIT_SITES = "AWAIT SITES";

  private static final Pattern TEXT =
      Pattern.compile(
          "CONTINUE (FILL INDEX|FILL TABLE|FILL COLUMNS|CHECK ROWS|CHECK NOT NULL|CHECK TYPE|GIVE"
              + " UP VALUES|PURGE TABLES|EMPTY TABLE|AWAIT SITES) ([0-9]{1,5}) (.*)",
          Pattern.DOTALL);

  private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,5}( [0-9]{1,5})*)?");

  private static final Pattern TYPE =
      Pattern.compile("([0-9]{1,3}) ([0-9]{1,9}) ([0-9]{1,9}) (.*)", Pattern.DOTALL);

  private StepText() {}

  /** The text of a step. */
  public static String of(Step step) {
    if (step instanceof Step.FillIndex fill) {
      return text(FILL_INDEX, fill.tableId(), fill.index());
    }
    if (step instanceof Step.FillTable fill) {
      return text(FILL_TABLE, fill.tableId(), fill.insertSql());
    }
    if (step instanceof Step.FillColumns fill) {
      return text(FILL_COLUMNS, fill.tableId(), String.valueOf(fill.making()));
    }
    if (step instanceof Step.CheckRows check) {
      return text(CHECK_ROWS, check.tableId(), check.constraint());
    }
    if (step instanceof Step.CheckNotNull check) {
      return text(CHECK_NOT_NULL, check.tableId(), check.column());
    }
    if (step instanceof Step.CheckType check) {
      SqlType before = check.before();
      String type = "%d %d %d ".formatted(before.code(), before.precision(), before.scale());
      return text(CHECK_TYPE, check.tableId(), type + check.column());
    }
    if (step instanceof Step.EmptyTable empty) {
      return text(EMPTY_TABLE, empty.storedTableId(), "");
    }
    if (step instanceof Step.AwaitSites) {
      return text(AWAIT_SITES, 0, "");
    }
    if (step instanceof Step.GiveUpValues values) {
      return text(GIVE_UP_VALUES, values.storedTableId(), "");
    }
    List<Integer> ids = ((Step.PurgeTables) step).storedTableIds();
    return text(PURGE_TABLES, ids.get(0), others(ids));
  }

  private static String others(List<Integer> ids) {
    return ids.stream().skip(1).map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static Step purge(int first, String others) {
    if (!NUMBERS.matcher(others).matches()) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a step that names no tables");
    }
    List<Integer> ids = new ArrayList<>();
    ids.add(first);
    for (String other : others.isEmpty() ? new String[0] : others.split(" ")) {
      ids.add(Integer.parseInt(other));
    }
    return new Step.PurgeTables(ids);
  }

  private static String text(String what, int table, String name) {
    return "CONTINUE " + what + " " + table + " " + name;
  }

  /** The step of a text; null if it is that of no step. */
  public static Step parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    int table = Integer.parseInt(matcher.group(2));
    String name = matcher.group(3);
    return switch (matcher.group(1)) {
      case FILL_INDEX -> new Step.FillIndex(table, name);
      case FILL_TABLE -> new Step.FillTable(table, name);
      case FILL_COLUMNS -> new Step.FillColumns(table, number(name));
      case CHECK_ROWS -> new Step.CheckRows(table, name);
      case CHECK_NOT_NULL -> new Step.CheckNotNull(table, name);
      case CHECK_TYPE -> checkType(table, name);
      case EMPTY_TABLE -> new Step.EmptyTable(table);
      case GIVE_UP_VALUES -> new Step.GiveUpValues(table);
      case AWAIT_SITES -> new Step.AwaitSites();
      default -> purge(table, name);
    };
  }

  private static int number(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a step that names no columns");
    }
    return Integer.parseInt(text);
  }

  private static Step checkType(int table, String text) {
    Matcher matcher = TYPE.matcher(text);
    SqlType type =
        matcher.matches()
            ? SqlType.ofCode(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)))
            : null;
    if (type == null) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a step that names no type");
    }
    return new Step.CheckType(table, matcher.group(4), type);
  }

  /** A compiler that knows steps, and leaves all other texts to {@code others}. */
  public static StatementCompiler compiler(StatementCompiler others, CheckCompiler checks) {
    return (text, catalog) -> {
      Step step = parse(text);
      return step == null ? others.compile(text, catalog) : compile(step, catalog, checks);
    };
  }

  private static Compiled compile(Step step, SqlCatalog catalog, CheckCompiler checks) {
    if (step instanceof Step.FillTable) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a table is filled by a statement");
    }
    if (step instanceof Step.PurgeTables) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a table is purged by the catalog");
    }
    if (step instanceof Step.AwaitSites) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a step that is no statement");
    }
    CatalogReads.noteEverything(); // it keeps the rules of this catalog
    return new Compiled.Query(
        new StepStatement(step, new IntegrityRules(catalog, checks)), Accesses.ADMIN);
  }
}
