package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.runtime.CalciteContextException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.access.PartRows;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.parse.StatementParts;
import org.thetisdb.sql.plan.change.ChangedTables;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.run.PartedStatement;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.TypedText;

/**
 * Compiles a statement before which others run. In PostgreSQL all of them see the rows as they were
 * before the statement. Here each sees what those before it have changed, so one that would read a
 * table again that another one has changed is refused. Not thread-safe.
 */
final class PartsCompiler {
  private final CatalogSpace space;
  private final String text;
  private final TypedText given;
  private final int maxRows;
  private final Map<String, PartRows.Source> sources = new LinkedHashMap<>();
  private final Map<String, String> changedBy = new TreeMap<>();
  private final List<String> explanation = new ArrayList<>();
  private RelNode plan;

  PartsCompiler(CatalogSpace space, String text, TypedText given, int maxRows) {
    this.space = space;
    this.text = text;
    this.given = given;
    this.maxRows = maxRows;
  }

  /** The plan of what gives the result, once compiled. */
  RelNode plan() {
    return plan;
  }

  /** What EXPLAIN says of the parts that run before, once compiled. */
  List<String> explanation() {
    return explanation;
  }

  SqlStatement compile(Statement.Parts statement) {
    List<PartedStatement.Part> parts = new ArrayList<>();
    for (Statement.Part part : statement.parts()) {
      SqlStatement compiled = isSubquery(part) ? compileSubquery(part) : compile(part);
      explanation.add("first " + called(part.name()));
      explanation.addAll(Explanation.lines(plan, compiled));
      parts.add(new PartedStatement.Part(compiled, part.parameters()));
      List<SqlColumn> columns = columns(part, compiled);
      sources.put(part.name(), new PartRows.Source(sources.size(), part.name(), columns));
    }
    SqlStatement main = compile(statement.main());
    return new PartedStatement(
        text, parts, new PartedStatement.Part(main, statement.main().parameters()));
  }

  private static boolean isSubquery(Statement.Part part) {
    return part.name().startsWith(StatementParts.SUBQUERY);
  }

  /** How a person reads of a part. */
  static String called(String name) {
    return name.startsWith(StatementParts.SUBQUERY)
        ? "the subquery that locks its rows"
        : "\"" + name + '"';
  }

  /** It stands by itself, so what it names of the query around it is not there. */
  private SqlStatement compileSubquery(Statement.Part part) {
    try {
      return compile(part);
    } catch (CalciteContextException e) {
      ThetisException error = CalciteErrors.of(e, space.catalog());
      throw ThetisException.withMessage(
              error.code(),
              error.getMessage()
                  + " A subquery that locks its rows sees nothing of the query around it.")
          .causedBy(e);
    }
  }

  private SqlStatement compile(Statement.Part part) {
    TypedText own = given.of(part.parameters());
    TreeCompiler compiler = new TreeCompiler(space.withParts(sources), text, own, maxRows);
    SqlStatement compiled = compiler.compile(part.statement());
    plan = compiler.plan();
    requireUnchanged(plan);
    if (compiler.changed() != null) {
      addChanged(compiler.changed(), part.name() == null ? "" : part.name());
    }
    return compiled;
  }

  /** A change without RETURNING gives no rows. */
  private static List<SqlColumn> columns(Statement.Part part, SqlStatement compiled) {
    List<SqlColumn> own = compiled.returnsRows() ? compiled.columns() : List.of();
    if (part.columns() == null) {
      return own;
    }
    if (part.columns().size() > own.size()) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "WITH query \"%s\" has %d columns, but %d names for them."
              .formatted(part.name(), own.size(), part.columns().size()));
    }
    List<SqlColumn> named = new ArrayList<>(own);
    for (int i = 0; i < part.columns().size(); i++) {
      SqlColumn column = own.get(i);
      named.set(
          i,
          new SqlColumn(
              part.columns().get(i),
              column.type(),
              column.nullable(),
              column.identity(),
              column.table(),
              column.column()));
    }
    return named;
  }

  private void requireUnchanged(RelNode read) {
    String table = read == null ? null : ChangedTables.readBy(read, changedBy.keySet());
    if (table != null) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          ("Table \"%s\" is read again by a statement whose WITH query \"%s\" has changed it;"
                  + " read what that query gives with RETURNING.")
              .formatted(table, changedBy.get(table)));
    }
  }

  private void addChanged(TableDef table, String part) {
    ChangedTables.reachedFrom(table, space.catalog())
        .forEach(name -> changedBy.putIfAbsent(name, part));
  }
}
