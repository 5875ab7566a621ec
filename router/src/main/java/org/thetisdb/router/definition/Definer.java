package org.thetisdb.router.definition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.statement.SqlReplies;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.StatementResult;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.define.step.Step;

/**
 * Definitions, one after the other. A definition is a transaction at the master of the catalog's
 * partition; then this router reads the catalog anew, and only then the client hears that it is
 * done. Other sites have it before they run a statement that was compiled with it. Owned by the
 * engine's thread.
 */
public final class Definer {
  private static final int MOST_WAITING = 1_000;
  private static final DefinitionOutcome RAN_AS_STATEMENT =
      new DefinitionOutcome(List.of(), List.of(), 0);

  private final EngineParts parts;
  private final CallHandler calls;
  private final StepDriver steps;
  private final DefinitionReader reader;
  private final Deque<SqlTask> waiting = new ArrayDeque<>();
  private SqlTask current;

  /** Whether the current definition was made, and steps of it are under way. */
  private boolean following;

  /** The steps that follow definitions are called under {@code session}. */
  public Definer(
      EngineParts parts,
      CallHandler calls,
      SystemCalls system,
      RouterCatalog catalog,
      DefinitionBarrier barrier,
      TableFiller filler,
      OwnSession session) {
    this.parts = parts;
    this.calls = calls;
    this.reader = new DefinitionReader(parts);
    this.steps = new StepDriver(parts, calls, system, catalog, barrier, filler, session, reader);
  }

  /** The router leads, and serves from now on. */
  public void start() {
    steps.endLeft();
  }

  /** Takes a definition; the answer always comes. */
  public void submit(SqlTask task) {
    if (waiting.size() >= MOST_WAITING) {
      task.fail(new ThetisException(ErrorCode.OVERLOADED, waiting.size() + " definitions"));
      return;
    }
    waiting.add(task);
    next();
  }

  private void next() {
    if (current == null && !waiting.isEmpty()) {
      current = waiting.remove();
      send(current);
    }
  }

  private void send(SqlTask task) {
    Statement statement = task.statement;
    PendingCall call =
        task.newCall(
            calls,
            statement.vector().max(parts.cuts().known()),
            SystemCall.DEFINE,
            ValueCodec.encodeArguments(statement.sql(), task.user()));
    call.findPartitionsBy(planned -> calls.begin(planned, SystemCalls.catalogPartition()));
    ResultForm<DefinitionOutcome> form = value -> outcomeOf(statement, value);
    calls.submit(call, form.to(this::onDefined));
  }

  private void onDefined(
      int errorNumber, String message, VersionVector vector, DefinitionOutcome outcome) {
    if (errorNumber != 0) {
      end(errorNumber, message, vector);
      next();
      return;
    }
    if (outcome.equals(RAN_AS_STATEMENT)) {
      end(0, "", vector);
      next();
      return;
    }
    reader.read(vector, () -> follow(outcome, vector));
  }

  /** An earlier attempt may have run as a statement, as a TRUNCATE may. */
  private static DefinitionOutcome outcomeOf(Statement statement, byte[] value) {
    try {
      return DefinitionOutcome.read(value);
    } catch (RuntimeException e) {
      if (!statement.repetition()) {
        throw e;
      }
      StatementResult.decode(value);
      return RAN_AS_STATEMENT;
    }
  }

  /** What only tidies up is done when the client has its answer. */
  private void follow(DefinitionOutcome outcome, VersionVector vector) {
    String notices = String.join("\n", outcome.notices());
    long version = outcome.version();
    List<Step> tidying = new ArrayList<>();
    List<Step> needed = new ArrayList<>();
    outcome.steps().forEach(step -> (Step.isTidying(step) ? tidying : needed).add(step));
    if (needed.isEmpty()) {
      end(0, notices, vector);
      next();
    } else {
      following = true;
      steps.run(
          needed,
          version,
          vector,
          (error, message, seen, value) -> {
            if (!following) {
              return; // the router leads no more, and the client has heard so
            }
            following = false;
            end(error, error == 0 ? notices : message, seen, rows(value));
            next();
          });
    }
    if (!tidying.isEmpty()) {
      steps.run(tidying, version, vector, (error, message, seen, value) -> {});
    }
  }

  /** How many rows a definition wrote; none unless it made a table of a query. */
  private static long rows(byte[] value) {
    return value.length == 0 ? 0 : (Long) ValueCodec.decodeArguments(value)[0];
  }

  private void end(int errorNumber, String message, VersionVector vector) {
    end(errorNumber, message, vector, 0);
  }

  private void end(int errorNumber, String message, VersionVector vector, long rows) {
    SqlTask task = current;
    current = null;
    if (errorNumber == 0) {
      task.reply(
          SqlReplies.done(
              task.statement.requestId(), message, vector, TransactionStatus.NONE, rows));
    } else {
      task.fail(errorNumber, message, vector);
    }
  }

  /** A site has reported its definitions, as of {@code vector}. */
  public void onDefinitions(SiteLink link, VersionVector vector) {
    reader.onDefinitions(link.site(), vector);
  }

  /** The router leads no more. */
  public void close(ThetisException reason) {
    reader.close().forEach(Runnable::run);
    steps.close();
    if (following) {
      following = false;
      end(reason.code().number(), reason.getMessage(), VersionVector.ZERO);
    }
    while (!waiting.isEmpty()) {
      waiting.remove().fail(reason);
    }
  }
}
