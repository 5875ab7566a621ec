package org.thetisdb.router.statement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementResult;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.run.change.TruncateStatement;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.sequence.ValueBlock;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Sends queries and DML statements on their way: gets values of sequences for them, asks them for
 * their keys, and answers. Owned by the engine's thread.
 */
public final class StatementHandler {
  /** The first try with values of sequences; a statement that needs more asks for more. */
  private static final ResultForm<StatementResult.Sent> RESULT = StatementResult::decode;

  private static final int FIRST_VALUES = 1;

  /** How often, and after how long, a name is looked for that a site does not know any more. */
  private static final int MOST_LOST_NAMES = 50;

  private static final long NEW_NAME_US = 2_000;

  private static final int MOST_VALUES = SequencePositions.MAX_BLOCK;

  /**
   * Reads of keys that nobody can tell before are done at a cut, anywhere. In a transaction that
   * has a site, writes of such keys are tried there at once: what they meet is mostly mastered
   * where the transaction is, and if not, the site reports the keys as reconnaissance would.
   */
  private static final Footprint READS_ANYTHING = Footprint.of(new long[0], new long[0], true);

  /** Distinguishes a statement's template from none. */
  private static final long TEMPLATE = 1L << 40;

  private final Scheduler scheduler;
  private final RouterCatalog catalog;
  private final CallPlanner planner;
  private final CallHandler calls;
  private final SequenceBlocks sequences;
  private final TransactionHandler transactions;
  private final CursorHandler cursors;
  private final Recompiler recompiler;
  private final ClusterTables clusterTables;

  /** Has another text compiled for a task; hears the statement, or why it does not go on. */
  @FunctionalInterface
  public interface Recompiler {
    void compile(SqlTask task, String text, BiConsumer<Compiled, ThetisException> whenDone);
  }

  /** {@code encoded} are the arguments as the client has sent them; null if they were changed. */
  private record Run(
      SqlTask task,
      SqlStatement statement,
      SqlCatalog with,
      List<Object[]> arguments,
      byte[] encoded) {}

  /** Runs statements for the sessions of one term. */
  public StatementHandler(
      Scheduler scheduler,
      RouterCatalog catalog,
      CallPlanner planner,
      CallHandler calls,
      SequenceBlocks sequences,
      TransactionHandler transactions,
      CursorHandler cursors,
      Recompiler recompiler,
      ClusterTables clusterTables) {
    this.scheduler = scheduler;
    this.catalog = catalog;
    this.planner = planner;
    this.calls = calls;
    this.sequences = sequences;
    this.transactions = transactions;
    this.cursors = cursors;
    this.recompiler = recompiler;
    this.clusterTables = clusterTables;
  }

  /**
   * Runs a statement for a client; the answer always comes.
   *
   * @throws ThetisException or CodecException if the request is wrong; then no answer was sent
   */
  public void run(SqlTask task, SqlStatement compiled, SqlCatalog with) {
    List<Object[]> given = StatementCall.runsOf(ValueCodec.decode(task.statement.arguments()));
    List<Object[]> arguments = compiled.sharedArguments(given);
    SqlStatement statement = compiled.shared();
    String other = statement.textFor(arguments);
    byte[] encoded = arguments == given ? task.statement.arguments() : null;
    Run run = new Run(task, statement, with, arguments, encoded);
    if (other == null) {
      begin(run);
    } else {
      recompile(run, other);
    }
  }

  /** The values tell types that the text does not: it is compiled with these. */
  private void recompile(Run run, String text) {
    SqlCatalog with = catalog.sql();
    recompiler.compile(
        run.task,
        text,
        (compiled, error) -> {
          try {
            if (error != null) {
              fail(run, error);
            } else if (compiled instanceof Compiled.Query query) {
              begin(new Run(run.task, query.statement(), with, run.arguments, run.encoded));
            } else {
              fail(run, new ThetisException(ErrorCode.BAD_REQUEST, "a text that changed its kind"));
            }
          } catch (ThetisException e) {
            fail(run, e);
          }
        });
  }

  private void begin(Run run) {
    SqlStatement statement = run.statement;
    if (!statement.sequencesToRestart().isEmpty() && run.task.session.transaction != null) {
      // a ROLLBACK would bring the rows back, and not the sequences
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED, "TRUNCATE … RESTART IDENTITY cannot be part of a transaction.");
    }
    if (statement.sequences().isEmpty()) {
      send(run, Map.of(), 0);
    } else {
      takeValues(run, Math.max(FIRST_VALUES, run.arguments.size()));
    }
  }

  private void takeValues(Run run, int count) {
    Map<String, ValueBlock> known = new LinkedHashMap<>();
    List<String> others = run.task.session.sequences.provide(run.statement.sequences(), known);
    sequences.take(
        others,
        count,
        blocks -> {
          try {
            known.putAll(blocks);
            send(run, known, count);
          } catch (ThetisException e) {
            fail(run, e);
          }
        },
        error -> onNoValues(run, error));
  }

  /**
   * A site that does not know a sequence may know its new name, of which this router hears in a
   * moment: then the statement is compiled anew. If the sequence is gone, that says so.
   */
  private void onNoValues(Run run, ThetisException error) {
    if (error.code() == ErrorCode.UNKNOWN_OBJECT && run.task.lostNames < MOST_LOST_NAMES) {
      run.task.lostNames++;
      scheduler.schedule(NEW_NAME_US, () -> recompile(run, run.statement.text()));
    } else {
      fail(run, error);
    }
  }

  private void fail(Run run, ThetisException error) {
    transactions.onStatementDone(run.task, error.code().number());
    run.task.fail(error);
  }

  private void send(Run run, Map<String, ValueBlock> blocks, int values) {
    Statement request = run.task.statement;
    StatementCall wanted =
        new StatementCall(
            run.statement.text(),
            run.arguments,
            blocks,
            request.maxRows(),
            run.task.has(Statement.GENERATED_KEYS),
            TransactionHandler.isSerializable(run.task),
            Math.max(0, request.fetchRows()),
            clusterTables.rows(run.statement.clusterTables()),
            run.task.user());
    StatementRun code = new StatementRun(run.statement, wanted, run.with);
    PendingCall call =
        run.task.newCall(
            calls,
            request.vector(),
            StatementCall.PROCEDURE,
            run.encoded == null ? wanted.encode() : wanted.encodeWith(run.encoded));
    SqlTransaction transaction = run.task.session.transaction;
    call.planWith((int) run.with.version());
    call.setTemplate(
        TEMPLATE | run.statement.text().hashCode(), valuesOf(transaction, run.arguments));
    call.beginIn(transaction);
    if (transaction != null && !code.readOnly()) {
      transaction.noteUpdate();
    }
    call.run(!code.readOnly(), wanted.serializable());
    call.findPartitionsBy(planned -> plan(planned, code, run.with.version()));
    calls.submit(
        call,
        RESULT.to(
            (errorNumber, message, vector, sent) -> {
              if (errorNumber == ErrorCode.MORE_VALUES.number() && values < MOST_VALUES) {
                sequences.giveBack(blocks, Map.of());
                if (run.with.version() < catalog.sql().version()) {
                  recompile(run, run.statement.text()); // a sequence may have another name now
                  return;
                }
                takeValues(run, Math.min(MOST_VALUES, Math.max(64, 8 * values)));
                return;
              }
              transactions.onStatementDone(run.task, errorNumber);
              if (errorNumber == 0 && !run.statement.sequences().isEmpty()) {
                Map<String, Long> last = sent.lastValues();
                run.task.session.sequences.remember(last);
                sequences.giveBack(blocks, last);
              }
              if (errorNumber == 0 && run.statement.sequenceToSet() != null) {
                setSequence(run, sent, vector);
              } else if (errorNumber == 0) {
                StatementSession session = run.task.session;
                Runnable reply =
                    () ->
                        run.task.reply(
                            SqlReplies.result(
                                request.requestId(),
                                sent,
                                vector,
                                session.status(),
                                rest -> cursors.keep(session, call.answeredBy(), rest)));
                restart(run.task, run.statement.sequencesToRestart(), reply);
              } else {
                run.task.fail(errorNumber, message + advice(run.statement, errorNumber), vector);
              }
            }));
  }

  private static String advice(SqlStatement statement, int errorNumber) {
    return statement instanceof TruncateStatement ? TruncateStatement.advice(errorNumber) : "";
  }

  /** What stands for the first parameters of a transaction's first statement. */
  private static long[] valuesOf(SqlTransaction transaction, List<Object[]> runs) {
    if (transaction == null || transaction.hasSite() || runs.isEmpty()) {
      return PendingCall.NO_VALUES;
    }
    Object[] arguments = runs.get(0);
    long[] values = new long[Math.min(arguments.length, Beginning.MOST_VALUES)];
    for (int i = 0; i < values.length; i++) {
      values[i] = standsFor(arguments[i]);
    }
    return values;
  }

  private static long standsFor(Object value) {
    boolean isSimple = value instanceof Number || value instanceof String;
    return isSimple ? value.hashCode() : 0;
  }

  /** Sequences begin anew, one after the other; then it goes on. */
  public void restart(SqlTask task, List<String> names, Runnable then) {
    restart(task, names, 0, then);
  }

  private void restart(SqlTask task, List<String> names, int next, Runnable then) {
    if (next == names.size()) {
      then.run();
      return;
    }
    SequenceDef sequence = catalog.sql().sequence(names.get(next));
    if (sequence == null) { // it was dropped meanwhile
      restart(task, names, next + 1, then);
    } else {
      sequences.set(
          sequence.name(),
          sequence.start(),
          false,
          () -> restart(task, names, next + 1, then),
          task::fail);
    }
  }

  /** The query has given the value; of several rows the last one that has a value counts. */
  private void setSequence(Run run, StatementResult.Sent sent, VersionVector vector) {
    SqlTask task = run.task;
    StatementResult.Sent shown = StatementResult.decode(StatementResult.firstColumn(sent));
    Runnable reply =
        () ->
            task.reply(
                SqlReplies.result(
                    task.statement.requestId(), shown, vector, task.session.status(), rest -> 0));
    List<?> last = null;
    for (Object row : (List<?>) ValueCodec.decode(sent.rows())) {
      last = ((List<?>) row).contains(null) ? last : (List<?>) row;
    }
    if (last == null) {
      reply.run();
      return;
    }
    String sequence = run.statement.sequenceToSet();
    Long value = (Long) last.get(0);
    boolean used = (Boolean) last.get(1);
    sequences.set(
        sequence,
        value,
        used,
        () -> {
          if (used) {
            task.session.sequences.remember(Map.of(sequence, value));
          }
          reply.run();
        },
        task::fail);
  }

  private void plan(PendingCall call, StatementRun code, long version) {
    try {
      calls.begin(call, footprintOf(call, code, version));
    } catch (ThetisException e) {
      calls.fail(call, e);
    }
  }

  private Footprint footprintOf(PendingCall call, StatementRun code, long version) {
    if (!code.hasPlan() && code.readOnly()) {
      return READS_ANYTHING;
    }
    Footprint footprint = code.hasPlan() ? plannedBy(call, code, version) : null;
    boolean hasSite = call.transaction() != null && call.transaction().hasSite();
    return footprint == null && hasSite ? READS_ANYTHING : footprint;
  }

  /**
   * What a statement means to touch; null if a site has to tell. A call that waits for another
   * attempt may have been compiled before an index was dropped, of which its plan knows; sites
   * compile it for the definitions in force.
   */
  private Footprint plannedBy(PendingCall call, StatementRun code, long version) {
    try {
      return planner.footprintOf(code, catalog.tables());
    } catch (ThetisException e) {
      boolean isOfOldPlan =
          e.code() == ErrorCode.UNKNOWN_TABLE || e.code() == ErrorCode.SCHEMA_MISMATCH;
      if (!isOfOldPlan || version >= catalog.sql().version()) {
        throw e;
      }
      call.planWith((int) catalog.sql().version());
      return null;
    }
  }
}
