package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.runtime.CalciteContextException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.StatementCompiler;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.parse.ProcedureBody;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.parse.StatementReader;
import org.thetisdb.sql.run.ProcedureStatement;
import org.thetisdb.sql.run.RunErrors;

/**
 * Compiles texts. Takes milliseconds, so it belongs on a thread that may take them, and what it
 * makes belongs into a cache by text and state of the catalog. Thread-safe.
 */
public final class SqlCompiler implements StatementCompiler {
  private final int maxRows;
  private volatile CatalogSpace space;

  /**
   * A compiler.
   *
   * @param maxRows most rows that a run of a statement may hold at a time
   */
  public SqlCompiler(int maxRows) {
    this.maxRows = maxRows;
  }

  /**
   * Compiles one statement.
   *
   * @throws ThetisException for whatever is wrong with it, with code, place and object
   */
  @Override
  public Compiled compile(String text, SqlCatalog catalog) {
    try {
      Statement statement = StatementReader.read(text);
      if (statement instanceof Statement.Ready ready) {
        return ready.compiled() instanceof Compiled.ProcedureCall call
            ? called(call, text, catalog)
            : ready.compiled();
      }
      TreeCompiler compiler = new TreeCompiler(spaceOf(catalog), text, maxRows);
      return new Compiled.Query(
          statement instanceof Statement.Explain explain
              ? compiler.explain(explain.statement())
              : compiler.compile((Statement.Rows) statement));
    } catch (CalciteContextException e) {
      throw SqlErrors.of(e, catalog);
    } catch (ExceptionInInitializerError e) {
      throw RunErrors.ofConstants(e);
    } catch (StackOverflowError e) {
      throw new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, "expressions nested too deep");
    } catch (RuntimeException | AssertionError e) {
      if (SqlErrors.isOfCalcite(e)) {
        throw SqlErrors.ofCalcite(e);
      }
      throw e;
    }
  }

  /** A procedure of one statement is that statement; others are found by who runs the call. */
  private Compiled called(Compiled.ProcedureCall call, String text, SqlCatalog catalog) {
    ProcedureDef procedure = catalog.procedure(call.procedure());
    if (procedure == null || procedure.bodySql() == null) {
      return call;
    }
    List<String> names = procedure.parameters().stream().map(ProcedureDef.Parameter::name).toList();
    ProcedureBody body = ProcedureBody.read(procedure.bodySql(), names);
    if (!(compile(body.text(), catalog) instanceof Compiled.Query query)) {
      return call;
    }
    return new Compiled.Query(
        new ProcedureStatement(text, procedure, call, query.statement(), body.parameters()));
  }

  @SuppressWarnings("ReferenceEquality")
  private CatalogSpace spaceOf(SqlCatalog catalog) {
    CatalogSpace known = space;
    if (known == null || known.catalog() != catalog) {
      known = new CatalogSpace(catalog);
      space = known;
    }
    return known;
  }
}
