package org.thetisdb.sql.plan;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.calcite.runtime.CalciteContextException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.ProcedureDef;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.parse.CatalogPrefix;
import org.thetisdb.sql.parse.ProcedureBody;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.parse.StatementReader;
import org.thetisdb.sql.parse.SystemPrefix;
import org.thetisdb.sql.parse.ddl.TemporaryNames;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.error.GivenPlace;
import org.thetisdb.sql.plan.query.CatalogSpaces;
import org.thetisdb.sql.plan.relation.PlanRule;
import org.thetisdb.sql.plan.relation.RemovedRule;
import org.thetisdb.sql.rights.AccessNotes;
import org.thetisdb.sql.rights.Accesses;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.run.ProcedureStatement;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.LastValues;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.statement.StatementCompiler;
import org.thetisdb.sql.type.SqlType;

/**
 * Compiles texts. Takes milliseconds, so it belongs on a thread that may take them, and what it
 * makes belongs into a cache by text and state of the catalog. Thread-safe.
 */
public final class SqlCompiler implements StatementCompiler {
  private final int maxRows;
  private final CatalogSpaces spaces;

  /**
   * A compiler.
   *
   * @param maxRows most rows that a run of a statement may hold at a time
   */
  public SqlCompiler(int maxRows) {
    this(maxRows, new CatalogSpaces(true, Set.of(), Set.of()));
  }

  private SqlCompiler(int maxRows, CatalogSpaces spaces) {
    this.maxRows = maxRows;
    this.spaces = spaces;
  }

  /**
   * A compiler that plans in another way, for comparisons.
   *
   * @param without rules that plans do without: they are slower, and have the same rows
   * @param putBack rules that plans may use though they are known to be wrong
   */
  public static SqlCompiler planning(Set<PlanRule> without, Set<RemovedRule> putBack, int maxRows) {
    return new SqlCompiler(maxRows, new CatalogSpaces(true, without, putBack));
  }

  /**
   * A compiler for a process that plans statements that others run: what it makes has no code, but
   * says signatures, keys and all else that planning needs. To run it is an error of what does so.
   *
   * @param maxRows most rows that a run of a statement may hold at a time
   */
  public static SqlCompiler ofPlans(int maxRows) {
    return new SqlCompiler(maxRows, new CatalogSpaces(false, Set.of(), Set.of()));
  }

  /**
   * Compiles one statement.
   *
   * @throws ThetisException for whatever is wrong with it, with code, place and object
   */
  @Override
  public Compiled compile(String given, SqlCatalog catalog) {
    return CompileBudget.within(
        () -> {
          AccessNotes.Noted<Compiled> noted =
              AccessNotes.noting(() -> compileWithin(given, catalog));
          return noted.result() instanceof Compiled.Query query
              ? new Compiled.Query(query.statement(), noted.accesses())
              : noted.result();
        });
  }

  private Compiled compileWithin(String given, SqlCatalog catalog) {
    try {
      CompileBudget.step();
      String text =
          TemporaryNames.resolved(SystemPrefix.without(CatalogPrefix.without(given, catalog)));
      int mark = AccessNotes.mark();
      SqlStatement plain = PlainCompiler.compile(text, catalog, maxRows);
      if (plain != null) {
        return query(plain, catalog);
      }
      AccessNotes.returnTo(mark);
      Statement statement = StatementReader.read(text, ObjectNames.of(text, catalog));
      if (statement instanceof Statement.Ready ready) {
        return ready.compiled() instanceof Compiled.ProcedureCall call
            ? called(call, text, catalog)
            : ready.compiled();
      }
      TreeCompiler compiler = new TreeCompiler(spaces.of(catalog), text, maxRows);
      return query(compiled(statement, compiler, given, catalog), catalog);
    } catch (ExceptionInInitializerError e) {
      throw RunErrors.ofConstants(e);
    } catch (StackOverflowError e) {
      throw new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, "expressions nested too deep");
    } catch (RuntimeException | AssertionError e) {
      CompileBudget.check();
      if (CalciteErrors.isOfCalcite(e)) {
        throw CalciteErrors.ofCalcite(e, given);
      }
      throw e;
    }
  }

  /** What it takes of sequences, and asks about the cluster, is noted with all else. */
  private static Compiled query(SqlStatement statement, SqlCatalog catalog) {
    for (String name : statement.sequences()) {
      SequenceDef sequence =
          catalog.sequence(LastValues.isOne(name) ? LastValues.sequence(name) : name);
      if (sequence != null && !TableDef.isRowIdSequence(sequence)) {
        Looked.at(catalog, sequence, Privilege.USAGE);
      }
    }
    if (statement.sequenceToSet() != null) {
      SequenceDef sequence = catalog.sequence(statement.sequenceToSet());
      if (sequence != null) {
        Looked.at(catalog, sequence, Privilege.UPDATE);
      }
    }
    if (!statement.clusterTables().isEmpty()) {
      AccessNotes.note(BuiltInRole.MONITOR);
    }
    return new Compiled.Query(statement, Accesses.NONE);
  }

  private static SqlStatement compiled(
      Statement statement, TreeCompiler compiler, String given, SqlCatalog catalog) {
    try {
      return compiler.compile(statement);
    } catch (CalciteContextException e) {
      CompileBudget.check();
      throw CalciteErrors.of(e, catalog, placesIn(statement, given));
    }
  }

  private static GivenPlace placesIn(Statement statement, String given) {
    return statement instanceof Statement.Rows rows
        ? new GivenPlace(given, rows.text())
        : GivenPlace.ofParts(given);
  }

  /** A procedure of one statement is that statement; others are found by what runs the call. */
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
    Securable object = Securable.of(Securable.Kind.PROCEDURE, procedure.id());
    AccessNotes.note(object, Privilege.EXECUTE.bit(), procedure.name(), null);
    AccessNotes.note(query.accesses(), object);
    SqlStatement statement = query.statement();
    String typed = statement.textFor(List.<Object[]>of(examples(procedure, body)));
    if (typed != null && compile(typed, catalog) instanceof Compiled.Query other) {
      statement = other.statement();
    }
    return new Compiled.Query(
        new ProcedureStatement(text, procedure, call, statement, body.parameters()), Accesses.NONE);
  }

  /** A value of the declared type for each parameter, where the statement leaves its type open. */
  private static Object[] examples(ProcedureDef procedure, ProcedureBody body) {
    Object[] examples = new Object[body.parameters().size()];
    for (int i = 0; i < examples.length; i++) {
      examples[i] = example(procedure.parameters().get(body.parameters().get(i)).type());
    }
    return examples;
  }

  private static Object example(SqlType type) {
    return switch (type.name()) {
      case BOOLEAN -> false;
      case TINYINT, SMALLINT, INTEGER -> 0;
      case BIGINT -> 0L;
      case REAL, DOUBLE -> 0.0;
      case DECIMAL -> BigDecimal.ZERO;
      case CHAR, VARCHAR -> "";
      case JSONB -> "null";
      case INTERVAL -> "00:00:00";
      case ARRAY -> List.of();
      case BINARY, VARBINARY -> new byte[0];
      case DATE -> LocalDate.EPOCH;
      case TIME -> LocalTime.MIN;
      case TIMESTAMP -> LocalDateTime.MIN;
      case TIMESTAMPTZ -> Instant.EPOCH;
      case UUID -> new UUID(0, 0);
    };
  }
}
