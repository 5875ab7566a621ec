package org.thetisdb.router.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.sql.Compiled;
import org.thetisdb.sql.call.Columns;
import org.thetisdb.sql.call.ControlCall;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.sql.call.StatementCache;
import org.thetisdb.sql.call.StatementCall;

/**
 * Where SQL comes in: sessions with their transactions, and for each statement the way that it
 * takes. Queries and DML go to the {@link StatementDesk}, definitions to the {@link Definer},
 * procedures to the {@link CallDesk}. Owned by the engine's thread.
 */
final class SqlDesk {
  private static final int LONGEST_CHARS = 1 << 20;
  private static final int EPOCH_SHIFT = 40;
  private static final byte[] NO_ARGUMENTS = {};

  private final int epoch;
  private final Catalog catalog;
  private final CallDesk calls;
  private final CallRouter router;
  private final StatementCache cache;
  private final StatementDesk statements;
  private final Definer definer;
  private final Map<Long, SqlSession> sessions = new HashMap<>();
  private long begun;

  SqlDesk(
      int epoch,
      EngineParts parts,
      SqlServices services,
      Catalog catalog,
      CallPlanner planner,
      CallDesk calls,
      CallRouter router) {
    this.epoch = epoch;
    this.catalog = catalog;
    this.calls = calls;
    this.router = router;
    this.cache = new SqlEngine(services, parts.scheduler()).statements();
    SystemCalls system = new SystemCalls(parts, calls, ClientDoor.ownSession(epoch) + 1);
    this.statements =
        new StatementDesk(catalog, planner, calls, new SequenceBlocks(system, catalog));
    this.definer = new Definer(parts, calls, system, catalog, ClientDoor.ownSession(epoch) + 2);
  }

  /** One statement of a client, from its arrival to its answer. */
  static final class Task {
    final SqlSession session;
    final Statement statement;
    private final Runnable done;

    Task(SqlSession session, Statement statement, Runnable done) {
      this.session = session;
      this.statement = statement;
      this.done = done;
    }

    boolean has(int flag) {
      return (statement.flags() & flag) != 0;
    }

    /** Answers, and lets the session go on. */
    void reply(Message message) {
      session.busyWith = 0;
      session.call = null;
      session.canceled = false;
      done.run();
      session.link.send(message);
    }

    void fail(ThetisException error) {
      fail(error.code().number(), error.getMessage(), statement.vector());
    }

    void fail(int errorNumber, String message, VersionVector vector) {
      reply(
          SqlReplies.error(
              statement.requestId(), errorNumber, message, vector, session.isInTransaction()));
    }
  }

  // Statements

  /** Takes a statement; the answer always comes, and then {@code done} runs. */
  void submit(ClientLink link, Statement statement, Runnable done) {
    SqlSession session = sessionOf(link, statement.session());
    if (session.busyWith != 0) {
      done.run();
      refuse(
          link,
          statement,
          new ThetisException(ErrorCode.BAD_REQUEST, "the session has a statement under way"));
      return;
    }
    session.busyWith = statement.requestId();
    Task task = new Task(session, statement, done);
    if (statement.sql().length() > LONGEST_CHARS) {
      task.fail(
          new ThetisException(
              ErrorCode.STATEMENT_TOO_LARGE,
              statement.sql().length()
                  + " characters, more than the "
                  + LONGEST_CHARS
                  + " allowed"));
      return;
    }
    compile(
        statement.sql(),
        (compiled, error) -> {
          ThetisException refused = session.canceled ? canceled() : error;
          if (refused != null) {
            task.fail(refused);
          } else {
            guarded(task, () -> run(task, compiled));
          }
        });
  }

  private static ThetisException canceled() {
    return new ThetisException(ErrorCode.QUERY_CANCELED);
  }

  private static void guarded(Task task, Runnable work) {
    try {
      work.run();
    } catch (ThetisException e) {
      task.fail(e);
    } catch (CodecException e) {
      task.fail(new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e));
    }
  }

  /** Answers a statement that is not looked at. */
  void refuse(ClientLink link, Statement statement, ThetisException error) {
    link.send(
        SqlReplies.error(
            statement.requestId(),
            error.code().number(),
            error.getMessage(),
            statement.vector(),
            false));
  }

  private void compile(String text, BiConsumer<Compiled, ThetisException> whenDone) {
    Compiled compiled = cache.find(text, catalog.sql());
    if (compiled != null) {
      whenDone.accept(compiled, null);
    } else {
      cache.compile(text, whenDone);
    }
  }

  private SqlSession sessionOf(ClientLink link, long id) {
    SqlSession session = sessions.get(id);
    if (session != null && session.link == link) {
      return session;
    }
    if (session != null) {
      end(session); // its client has come again on another connection
    }
    session = new SqlSession(id, link);
    sessions.put(id, session);
    return session;
  }

  private void run(Task task, Compiled compiled) {
    SqlSession session = task.session;
    if (compiled instanceof Compiled.Control control) {
      control(task, control);
      return;
    }
    if (session.failed) {
      throw new ThetisException(ErrorCode.TRANSACTION_FAILED);
    }
    if (compiled instanceof Compiled.Query query) {
      if (task.has(Statement.READ_ONLY) && !query.statement().isReadOnly()) {
        throw new ThetisException(ErrorCode.READ_ONLY_TRANSACTION, "the statement");
      }
      if (session.transaction == null && !task.has(Statement.AUTO_COMMIT)) {
        open(session, task.statement.sequence(), session.flags | task.statement.flags());
      }
      requireIsolation(task.statement.flags());
      statements.run(task, query.statement(), catalog.sql(), this::onStatementDone);
    } else if (compiled instanceof Compiled.Definition) {
      define(task);
    } else {
      call(task, (Compiled.ProcedureCall) compiled);
    }
  }

  private static void requireIsolation(int flags) {
    if ((flags & Statement.SERIALIZABLE) != 0) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "The isolation level SERIALIZABLE");
    }
  }

  /**
   * A statement of a transaction failed. Errors that ask for another try have ended it at its site;
   * without an answer it is ended here.
   */
  private void onStatementDone(Task task, int errorNumber) {
    SqlSession session = task.session;
    session.call = null;
    if (errorNumber == 0 || session.transaction == null) {
      return;
    }
    ErrorCode code = ErrorCode.ofNumber(errorNumber);
    boolean unanswered =
        code == ErrorCode.TIMED_OUT
            || code == ErrorCode.SITE_UNAVAILABLE
            || code.effect() == ErrorCode.Effect.UNKNOWN;
    if (unanswered) {
      router.rollback(session.transaction);
    }
    if (unanswered || code.sqlState().equals("40001")) {
      session.failed = true;
    }
  }

  // Transactions

  private void open(SqlSession session, long number, int flags) {
    int kept =
        ((flags & Statement.READ_ONLY) != 0 ? TransactionRef.READ_ONLY : 0)
            | ((flags & Statement.READ_COMMITTED) != 0 ? TransactionRef.READ_COMMITTED : 0);
    long order = ((long) epoch << EPOCH_SHIFT) | ++begun;
    session.transaction = new SqlTransaction(session.id, number, order, kept);
    session.failed = false;
  }

  private void control(Task task, Compiled.Control control) {
    SqlSession session = task.session;
    switch (control.kind()) {
      case NOTHING -> finishControl(task);
      case BEGIN -> {
        requireNone(session);
        int flags = session.flags | task.statement.flags() | control.flags();
        requireIsolation(flags);
        open(session, task.statement.sequence(), flags);
        finishControl(task);
      }
      case COMMIT -> commit(task);
      case ROLLBACK -> {
        if (session.transaction != null) {
          router.rollback(session.transaction);
        }
        close(session);
        finishControl(task);
      }
      case SAVEPOINT -> savepoint(task, ControlCall.SAVEPOINT, control.name());
      case RELEASE_SAVEPOINT -> savepoint(task, ControlCall.RELEASE_SAVEPOINT, control.name());
      case ROLLBACK_TO -> savepoint(task, ControlCall.ROLLBACK_TO, control.name());
      case SET -> {
        requireNone(session);
        requireIsolation(control.flags());
        session.flags = control.flags();
        finishControl(task);
      }
    }
  }

  private static void requireNone(SqlSession session) {
    if (session.isInTransaction()) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID, "A transaction is open. Commit or roll back first.");
    }
  }

  private static void close(SqlSession session) {
    session.transaction = null;
    session.failed = false;
  }

  private static void finishControl(Task task) {
    task.reply(
        SqlReplies.done(
            task.statement.requestId(),
            "",
            task.statement.vector(),
            task.session.isInTransaction()));
  }

  private void commit(Task task) {
    SqlSession session = task.session;
    SqlTransaction transaction = session.transaction;
    boolean failed = session.failed;
    close(session);
    if (failed) {
      throw new ThetisException(
          ErrorCode.SERIALIZATION_FAILURE,
          "a statement of it had failed, and nothing is left of it");
    }
    if (transaction == null && task.statement.repetition()) {
      lookUpCommit(task);
    } else if (transaction == null || transaction.site == 0) {
      finishControl(task);
    } else {
      send(task, transaction, ControlCall.COMMIT, NO_ARGUMENTS, ErrorCode.SERIALIZATION_FAILURE);
    }
  }

  /**
   * A COMMIT is repeated whose transaction is not known here: the sites' tables of outcomes may
   * know it. If they do not, that proves nothing.
   */
  private void lookUpCommit(Task task) {
    SqlTransaction lost = new SqlTransaction(task.session.id, 0, 0, 0);
    send(task, lost, ControlCall.COMMIT, NO_ARGUMENTS, ErrorCode.OUTCOME_UNKNOWN);
  }

  private void savepoint(Task task, String procedure, String name) {
    SqlSession session = task.session;
    if (session.transaction == null) {
      if (task.has(Statement.AUTO_COMMIT)) {
        throw new ThetisException(ErrorCode.NO_TRANSACTION, "set savepoints in");
      }
      open(session, task.statement.sequence(), session.flags | task.statement.flags());
    }
    if (session.failed) {
      throw new ThetisException(ErrorCode.TRANSACTION_FAILED);
    }
    byte[] arguments = ValueCodec.encode(List.of(name));
    send(task, session.transaction, procedure, arguments, ErrorCode.SERIALIZATION_FAILURE);
  }

  /** Sends the end of a transaction, or a savepoint, to its site. */
  private void send(
      Task task,
      SqlTransaction transaction,
      String procedure,
      byte[] arguments,
      ErrorCode whenNotThere) {
    PendingCall call = newCall(task, procedure, arguments);
    call.transaction = transaction;
    call.mayHaveRun = procedure.equals(ControlCall.COMMIT);
    call.planning = planned -> calls.begin(planned, org.thetisdb.router.routing.Footprint.NONE);
    calls.submit(
        call,
        (errorNumber, message, vector, value) -> {
          onStatementDone(task, errorNumber);
          if (errorNumber == 0) {
            task.reply(
                SqlReplies.done(
                    task.statement.requestId(), "", vector, task.session.isInTransaction()));
          } else if (errorNumber == ErrorCode.SERIALIZATION_FAILURE.number()
              && whenNotThere == ErrorCode.OUTCOME_UNKNOWN) {
            task.fail(new ThetisException(whenNotThere, "the router has changed"));
          } else {
            task.fail(errorNumber, message, vector);
          }
        });
  }

  private PendingCall newCall(Task task, String procedure, byte[] arguments) {
    Statement statement = task.statement;
    PendingCall call =
        calls.newCall(
            statement.session(),
            statement.sequence(),
            statement.repetition(),
            statement.timeoutMs(),
            statement.vector(),
            procedure,
            arguments);
    task.session.call = call;
    return call;
  }

  // Definitions and procedures

  private void define(Task task) {
    if (task.session.transaction != null) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "Definitions are not part of transactions. Commit or roll back first.");
    }
    definer.submit(task);
  }

  private void call(Task task, Compiled.ProcedureCall call) {
    if (task.session.transaction != null || !task.has(Statement.AUTO_COMMIT)) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "Calling a procedure within a transaction");
    }
    List<Object[]> runs = StatementCall.runsOf(ValueCodec.decode(task.statement.arguments()));
    if (runs.size() != 1) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "Calling a procedure in a batch");
    }
    Object[] arguments = new Object[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(call.arguments().get(i), runs.get(0));
    }
    PendingCall pending = newCall(task, call.procedure(), ValueCodec.encodeArguments(arguments));
    pending.planning = calls::planProcedure;
    calls.submit(
        pending,
        (errorNumber, message, vector, value) -> {
          if (errorNumber == 0) {
            task.reply(SqlReplies.procedure(task.statement.requestId(), value, vector, false));
          } else {
            task.fail(errorNumber, message, vector);
          }
        });
  }

  private static Object argument(Object argument, Object[] given) {
    if (!(argument instanceof Compiled.ProcedureCall.Placeholder placeholder)) {
      return argument;
    }
    if (placeholder.index() >= given.length) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, placeholder.index() + 1, given.length);
    }
    return given[placeholder.index()];
  }

  // Everything else

  /** Handles requests other than statements. */
  void onRequest(ClientLink link, SqlRequest request) {
    if (request instanceof SqlRequest.Describe describe) {
      describe(link, describe);
    } else if (request instanceof SqlRequest.Cancel cancel) {
      cancel(link, cancel.requestId());
    } else if (request instanceof SqlRequest.EndSession ended) {
      SqlSession session = sessions.get(ended.session());
      if (session != null && session.link == link) {
        end(session);
      }
    } else if (request instanceof SqlRequest.Fetch fetch) {
      ThetisException gone = new ThetisException(ErrorCode.UNKNOWN_CURSOR);
      link.send(
          SqlReplies.error(
              fetch.requestId(),
              gone.code().number(),
              gone.getMessage(),
              VersionVector.ZERO,
              false));
    }
  }

  private void describe(ClientLink link, SqlRequest.Describe describe) {
    compile(
        describe.sql(),
        (compiled, error) -> {
          int number = error == null ? 0 : error.code().number();
          String message = error == null ? "" : error.getMessage();
          if (compiled instanceof Compiled.Query query) {
            link.send(
                new SqlReply.Description(
                    describe.requestId(),
                    number,
                    message,
                    query.statement().isQuery(),
                    query.statement().parameters().stream().map(Columns::of).toList(),
                    Columns.of(query.statement().columns())));
          } else {
            link.send(
                new SqlReply.Description(
                    describe.requestId(), number, message, false, List.of(), List.of()));
          }
        });
  }

  private void cancel(ClientLink link, long requestId) {
    for (SqlSession session : sessions.values()) {
      if (session.link == link && session.busyWith == requestId) {
        session.canceled = true;
        if (session.call != null) {
          router.cancel(session.call);
        }
        return;
      }
    }
  }

  private void end(SqlSession session) {
    sessions.remove(session.id, session);
    if (session.transaction != null) {
      router.rollback(session.transaction);
      close(session);
    }
  }

  /** A site told its definitions, or is lost. */
  void onDefinitions(SiteLink link) {
    definer.onDefinitions(link);
  }

  /** A client is gone: what its sessions hold is undone. */
  void onClosed(ClientLink link) {
    List<SqlSession> gone =
        sessions.values().stream().filter(session -> session.link == link).toList();
    gone.forEach(this::end);
  }

  /** The router leads no more. */
  void close(ThetisException reason) {
    definer.close(reason);
    sessions.clear();
  }
}
