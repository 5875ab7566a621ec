package org.thetisdb.router.definition;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.statement.SqlReplies;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.statement.StatementHandler;
import org.thetisdb.router.statement.StatementSession;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.sequence.ValueBlock;
import org.thetisdb.sql.statement.Compiled;

/**
 * Writes the first rows of tables that are made of a query: an INSERT as a client would send it,
 * with row ids of its own. Owned by the engine's thread.
 */
public final class TableFiller {
  private static final byte[] NOTHING = {};

  private final BiConsumer<String, BiConsumer<Compiled, ThetisException>> compiler;
  private final StatementHandler statements;
  private final RouterCatalog catalog;
  private final OwnSession own;

  /** A filler, whose statements run under {@code session}. */
  public TableFiller(
      BiConsumer<String, BiConsumer<Compiled, ThetisException>> compiler,
      StatementHandler statements,
      RouterCatalog catalog,
      OwnSession session) {
    this.compiler = compiler;
    this.statements = statements;
    this.catalog = catalog;
    this.own = session;
  }

  /** Does a step. The answer always comes; its value holds the number of rows. */
  void fill(Step.FillTable step, int timeoutMs, VersionVector vector, Answer answer) {
    run(
        step,
        step.insertSql(),
        timeoutMs,
        vector,
        result -> onInserted(step, timeoutMs, result, answer));
  }

  /** Runs a statement; its result always comes. */
  private void run(
      Step.FillTable step,
      String sql,
      int timeoutMs,
      VersionVector vector,
      Consumer<SqlReply.Result> done) {
    SqlCatalog with = catalog.sql();
    compiler.accept(
        sql,
        (compiled, error) -> {
          try {
            if (error != null) {
              throw error;
            }
            if (!(compiled instanceof Compiled.Query query)) {
              throw new ThetisException(ErrorCode.INTERNAL, "a table is filled by no INSERT");
            }
            statements.run(task(step, sql, timeoutMs, vector, done), query.statement(), with);
          } catch (ThetisException e) {
            done.accept(SqlReplies.error(0, e, vector, TransactionStatus.NONE));
          }
        });
  }

  private SqlTask task(
      Step.FillTable step,
      String sql,
      int timeoutMs,
      VersionVector vector,
      Consumer<SqlReply.Result> done) {
    StatementSession session = new StatementSession(own.id(), null);
    session.sequences.reserve(
        TableDef.rowIdSequence(step.tableId()), new ValueBlock(1, 1, SequencePositions.MAX_BLOCK));
    long number = own.nextSequence();
    Statement statement =
        new Statement(
            number,
            own.id(),
            number,
            false,
            timeoutMs,
            vector,
            Statement.AUTO_COMMIT,
            sql,
            ValueCodec.encode(List.of(List.of())),
            0,
            0);
    return new SqlTask(
        session, statement, () -> {}, message -> done.accept((SqlReply.Result) message));
  }

  /** Rows with these row ids that are there were written by an earlier try: they are counted. */
  private void onInserted(
      Step.FillTable step, int timeoutMs, SqlReply.Result result, Answer answer) {
    int error = result.errorNumber();
    TableDef table = catalog.sql().tableById(step.tableId());
    if (error == ErrorCode.UNIQUE_VIOLATION.number() && table != null) {
      String count = "SELECT count(*) FROM " + quoted(table.name());
      run(step, count, timeoutMs, result.vector(), counted -> onCounted(counted, answer));
      return;
    }
    String text = result.message();
    if (error == ErrorCode.MORE_VALUES.number()) {
      error = ErrorCode.STATEMENT_TOO_LARGE.number();
      text =
          ErrorCode.STATEMENT_TOO_LARGE.format(
              "more than " + SequencePositions.MAX_BLOCK + " rows for a new table");
    }
    long rows = result.updateCounts().stream().mapToLong(Long::longValue).sum();
    byte[] value = error == 0 ? ValueCodec.encodeArguments(rows) : NOTHING;
    answer.onOutcome(error, text, result.vector(), value);
  }

  private static void onCounted(SqlReply.Result counted, Answer answer) {
    long rows = 0;
    if (counted.errorNumber() == 0) {
      List<?> all = (List<?>) ValueCodec.decode(counted.rows());
      rows = (Long) ((List<?>) all.get(0)).get(0);
    }
    byte[] value = counted.errorNumber() == 0 ? ValueCodec.encodeArguments(rows) : NOTHING;
    answer.onOutcome(counted.errorNumber(), counted.message(), counted.vector(), value);
  }

  private static String quoted(String name) {
    return part(ObjectName.schema(name)) + '.' + part(ObjectName.simple(name));
  }

  private static String part(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
