package org.thetisdb.router.definition;

import java.util.List;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.statement.SqlSession;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.statement.StatementHandler;
import org.thetisdb.sql.catalog.SequencePositions;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.catalog.ValueBlock;
import org.thetisdb.sql.define.Step;
import org.thetisdb.sql.statement.Compiled;

/**
 * Writes the first rows of tables that are made of a query: an INSERT as a client would send it,
 * with row ids of its own. Owned by the engine's thread.
 */
public final class TableFiller {
  private static final byte[] NOTHING = {};

  private final BiConsumer<String, BiConsumer<Compiled, ThetisException>> compiler;
  private final StatementHandler statements;
  private final Catalog catalog;
  private final long sessionId;
  private long lastSequence;

  /** A filler; {@code session} is one that no client has. */
  public TableFiller(
      BiConsumer<String, BiConsumer<Compiled, ThetisException>> compiler,
      StatementHandler statements,
      Catalog catalog,
      long session) {
    this.compiler = compiler;
    this.statements = statements;
    this.catalog = catalog;
    this.sessionId = session;
  }

  /** Does a step. The answer always comes; its value holds the number of rows. */
  void fill(Step.FillTable step, int timeoutMs, VersionVector vector, Answer answer) {
    SqlCatalog with = catalog.sql();
    compiler.accept(
        step.insertSql(),
        (compiled, error) -> {
          try {
            if (error != null) {
              throw error;
            }
            run(step, timeoutMs, vector, (Compiled.Query) compiled, with, answer);
          } catch (ThetisException e) {
            answer.onOutcome(e.code().number(), e.getMessage(), vector, NOTHING);
          }
        });
  }

  private void run(
      Step.FillTable step,
      int timeoutMs,
      VersionVector vector,
      Compiled.Query insert,
      SqlCatalog with,
      Answer answer) {
    SqlSession session = new SqlSession(sessionId, null);
    session.sequences.reserve(
        TableDef.rowIdSequence(step.tableId()), new ValueBlock(1, 1, SequencePositions.MAX_BLOCK));
    long number = ++lastSequence;
    Statement statement =
        new Statement(
            number,
            sessionId,
            number,
            false,
            timeoutMs,
            vector,
            Statement.AUTO_COMMIT,
            step.insertSql(),
            ValueCodec.encode(List.of(List.of())),
            0,
            0);
    SqlTask task = new SqlTask(session, statement, () -> {}, message -> answer(message, answer));
    statements.run(task, insert.statement(), with);
  }

  /** Rows with these row ids that are there were written by an earlier try. */
  private void answer(Message message, Answer answer) {
    SqlReply.Result result = (SqlReply.Result) message;
    int error = result.errorNumber();
    String text = result.message();
    if (error == ErrorCode.UNIQUE_VIOLATION.number()) {
      error = 0;
    } else if (error == ErrorCode.MORE_VALUES.number()) {
      error = ErrorCode.STATEMENT_TOO_LARGE.number();
      text =
          ErrorCode.STATEMENT_TOO_LARGE.format(
              "more than " + SequencePositions.MAX_BLOCK + " rows for a new table");
    }
    long rows = error == 0 ? result.updateCounts().stream().mapToLong(Long::longValue).sum() : 0;
    answer.onOutcome(error, text, result.vector(), ValueCodec.encodeArguments(rows));
  }
}
