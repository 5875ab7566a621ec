package org.thetisdb.router.sql;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.router.call.OwnSessions;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.call.SystemSession;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.definition.Definer;
import org.thetisdb.router.definition.DefinitionBarrier;
import org.thetisdb.router.definition.TableFiller;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.dispatch.CallRouter;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.login.AuditText;
import org.thetisdb.router.login.FirstUser;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.statement.ClusterTables;
import org.thetisdb.router.statement.CursorHandler;
import org.thetisdb.router.statement.ProcedureHandler;
import org.thetisdb.router.statement.SequenceBlocks;
import org.thetisdb.router.statement.SqlConnection;
import org.thetisdb.router.statement.SqlReplies;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.statement.StatementHandler;
import org.thetisdb.router.statement.StatementSession;
import org.thetisdb.router.statement.TransactionHandler;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.sql.call.Asker;
import org.thetisdb.sql.call.Columns;
import org.thetisdb.sql.call.SharedStatements;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.LastValues;
import org.thetisdb.sql.statement.SqlStatement;

/**
 * Where SQL comes in: sessions with their transactions, and for each statement the way that it
 * takes. Queries and DML go to the {@link StatementHandler}, definitions to the {@link Definer},
 * procedures to the {@link ProcedureHandler}, and what makes up transactions to the {@link
 * TransactionHandler}. Owned by the engine's thread.
 */
public final class SqlHandler {
  private static final int LONGEST_CHARS = 1 << 20;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final CallRouter router;
  private final SharedStatements compiledStatements;
  private final TransactionHandler transactions;
  private final CursorHandler cursors;
  private final StatementHandler statements;
  private final ProcedureHandler procedures;
  private final Definer definer;
  private final CatalogGate gate;
  private final TemporaryTableOwners temporaries;
  private final Truncations truncations;
  private final OwnDefinitions ownDefinitions;
  private final Map<Long, StatementSession> sessions = new HashMap<>();
  private boolean closed;

  /** No sessions yet; statements wait until {@link #start} and the catalog is known. */
  public SqlHandler(
      OwnSessions own,
      EngineParts parts,
      SqlServices services,
      RouterCatalog catalog,
      CallPlanner planner,
      CallHandler calls,
      CallRouter router,
      DefinitionBarrier barrier,
      ClusterTables clusterTables) {
    this.parts = parts;
    this.catalog = catalog;
    this.router = router;
    this.gate = new CatalogGate(parts);
    this.compiledStatements = new SqlEngine(services, parts.scheduler()).sharedStatements();
    this.transactions = new TransactionHandler(calls, router, this::check);
    this.cursors =
        new CursorHandler(calls, router, transactions, parts.limits().longestTimeoutMs());
    SystemCalls system = new SystemCalls(parts, calls, own.take(SystemSession.CATALOG));
    this.statements =
        new StatementHandler(
            parts.scheduler(),
            catalog,
            planner,
            calls,
            new SequenceBlocks(system, catalog),
            transactions,
            cursors,
            this::compileAgain,
            clusterTables);
    this.procedures = new ProcedureHandler(catalog, calls, transactions);
    TableFiller filler =
        new TableFiller(this::compileOwn, statements, catalog, own.take(SystemSession.TABLE_FILLS));
    this.definer =
        new Definer(
            parts,
            calls,
            system,
            catalog,
            barrier,
            filler,
            own.take(SystemSession.DEFINITION_STEPS));
    this.truncations = new Truncations(system, definer, statements);
    this.ownDefinitions =
        new OwnDefinitions(parts, definer, own.take(SystemSession.OWN_DEFINITIONS));
    this.temporaries =
        new TemporaryTableOwners(
            parts,
            calls,
            catalog,
            definer,
            own.take(SystemSession.TEMPORARY_TABLES),
            own.take(SystemSession.TEMPORARY_ROWS));
  }

  /** Takes a statement; the answer always comes, and then {@code done} runs. */
  public void submit(SqlConnection link, Statement statement, Runnable done) {
    StatementSession session = sessionOf(link, statement.session());
    if (statement.requestId() <= session.lastRequest) {
      done.run(); // a message that came twice; the first one is or was answered
      return;
    }
    if (session.busyWith != 0) {
      done.run();
      refuse(
          link,
          statement,
          new ThetisException(ErrorCode.BAD_REQUEST, "the session has a statement under way"));
      return;
    }
    session.busyWith = statement.requestId();
    session.lastRequest = statement.requestId();
    SqlTask task = new SqlTask(session, statement, done);
    if (task.has(Statement.ENDS_READING) && !transactions.endReading(session)) {
      task.fail(
          new ThetisException(ErrorCode.BAD_REQUEST, "the transaction that it ends has written"));
      return;
    }
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
    gate.pass(
        session,
        statement.timeoutMs(),
        () -> begin(task),
        error -> transactions.refuse(task, error));
  }

  private void begin(SqlTask task) {
    String temporary = SearchPath.temporaryOf(task.statement.sql());
    if (temporary != null) {
      try {
        temporaries.onUse(task.session.link, temporary);
      } catch (ThetisException e) {
        task.fail(e);
        return;
      }
    }
    SqlCatalog with = catalog.sql();
    compile(
        task.statement.sql(),
        asker(task),
        (compiled, error) -> {
          ThetisException refused = refusal(task.session, error);
          if (refused != null) {
            transactions.refuse(task, refused);
          } else {
            guarded(task, () -> run(task, compiled, with, temporary));
          }
        });
  }

  /** Why a statement that is compiled is not run; null if it is. */
  private ThetisException refusal(StatementSession session, ThetisException error) {
    if (closed) {
      return new ThetisException(ErrorCode.SHUTTING_DOWN);
    }
    return session.canceled ? new ThetisException(ErrorCode.QUERY_CANCELED) : error;
  }

  private static void guarded(SqlTask task, Runnable work) {
    try {
      work.run();
    } catch (ThetisException e) {
      task.fail(e);
    } catch (CodecException e) {
      task.fail(new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e));
    }
  }

  /** Answers a statement that is not looked at. */
  public void refuse(SqlConnection link, Statement statement, ThetisException error) {
    link.send(
        SqlReplies.error(statement.requestId(), error, statement.vector(), TransactionStatus.NONE));
  }

  /** Compiles for the definitions of now; there may be others when it is done. */
  private void compile(String text, Asker asker, BiConsumer<Compiled, ThetisException> whenDone) {
    compiledStatements.get(text, catalog.sql(), asker, whenDone);
  }

  /** One that waits for what a statement of a client is compiled to. */
  private Asker asker(SqlTask task) {
    int timeoutMs = Math.min(parts.limits().longestTimeoutMs(), task.statement.timeoutMs());
    long deadlineUs = parts.scheduler().clock().nowUs() + timeoutMs * 1000L;
    StatementSession session = task.session;
    return new Asker() {
      @Override
      public Object client() {
        return session.link == null ? session : session.link;
      }

      @Override
      public ThetisException refusal() {
        if (parts.scheduler().clock().nowUs() > deadlineUs) {
          return new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, timeoutMs);
        }
        return session.ended
            ? new ThetisException(ErrorCode.QUERY_CANCELED)
            : SqlHandler.this.refusal(session, null);
      }
    };
  }

  /** Compiles a text of the router itself. */
  private void compileOwn(String text, BiConsumer<Compiled, ThetisException> whenDone) {
    compile(text, Asker.ENGINE, whenDone);
  }

  /** Compiles a text in place of one that was compiled, for a task that goes on with it. */
  private void compileAgain(
      SqlTask task, String text, BiConsumer<Compiled, ThetisException> whenDone) {
    compile(
        text,
        asker(task),
        (compiled, error) -> {
          ThetisException refused = refusal(task.session, error);
          if (refused == null) {
            refused = withoutRight(() -> requireRights(task, compiled));
          }
          whenDone.accept(refused == null ? compiled : null, refused);
        });
  }

  private static ThetisException withoutRight(Runnable check) {
    try {
      check.run();
      return null;
    } catch (ThetisException e) {
      return e;
    }
  }

  /** Waits until all definitions are known; one of the two is called, once. */
  public void awaitCatalog(int timeoutMs, Runnable go, Consumer<ThetisException> refuse) {
    gate.pass(null, timeoutMs, go, refuse);
  }

  /** Runs a definition for the router itself. */
  public void defineOwn(String sql, FirstUser.Outcome done) {
    ownDefinitions.define(sql, result -> done.onEnd(result.errorNumber(), result.message()));
  }

  private StatementSession sessionOf(SqlConnection link, long id) {
    StatementSession session = sessions.get(id);
    if (session != null && session.link == link) {
      return session;
    }
    if (session != null) {
      end(session); // its client has come again on another connection
    }
    session = new StatementSession(id, link);
    sessions.put(id, session);
    return session;
  }

  /**
   * Runs a statement.
   *
   * @param with the definitions for which it was compiled
   * @param temporary the schema of the connection's temporary tables; null if it has none
   */
  private void run(SqlTask task, Compiled compiled, SqlCatalog with, String temporary) {
    requireRights(task, compiled);
    if (compiled instanceof Compiled.Control control) {
      control(task, control, temporary);
    } else if (compiled instanceof Compiled.Query query) {
      if (!query.statement().isReadOnly() || takesOfSequence(query.statement())) {
        requireMayWrite(task);
      }
      transactions.join(task);
      SqlTask whole = temporary == null ? task : emptying(task, query.statement(), temporary);
      if (truncations.isOne(task, query.statement(), with)) {
        truncate(whole, query.statement(), with);
      } else {
        statements.run(whole, query.statement(), with);
      }
    } else if (compiled instanceof Compiled.Definition definition) {
      requireMayWrite(task);
      procedures.requireClass(definition.ddl());
      task.session.link.note(AuditLog.Event.DEFINITION, AuditText.of(task.statement.sql()));
      define(task, definition.ddl(), temporary);
    } else {
      transactions.join(task);
      procedures.call(task, (Compiled.ProcedureCall) compiled);
    }
  }

  /** By the rights of now, whenever it was compiled. */
  private void requireRights(SqlTask task, Compiled compiled) {
    if (compiled instanceof Compiled.Query query) {
      task.rights(catalog.sql()).require(query.accesses());
    } else if (compiled instanceof Compiled.ProcedureCall call) {
      procedures.requireRight(task.rights(catalog.sql()), call);
    }
  }

  private void truncate(SqlTask task, SqlStatement statement, SqlCatalog with) {
    truncations.decide(
        task,
        statement,
        with,
        asDefinition -> {
          ThetisException refused = refusal(task.session, null);
          if (refused != null) {
            transactions.refuse(task, refused);
          } else if (asDefinition) {
            truncations.define(task, statement);
          } else {
            guarded(task, () -> statements.run(task, statement, with));
          }
        });
  }

  /** A transaction ends: temporary tables may go with it, or lose their rows before. */
  private void control(SqlTask task, Compiled.Control control, String temporary) {
    boolean commits = control.kind() == Compiled.Control.Kind.COMMIT;
    if (temporary == null || !(commits || control.kind() == Compiled.Control.Kind.ROLLBACK)) {
      transactions.control(task, control);
      return;
    }
    SqlTask whole = temporaries.droppingAfter(task, temporary);
    String deletion = commits && keeps(task.session) ? temporaries.deletion(temporary) : null;
    guarded(
        whole,
        () -> {
          if (deletion == null) {
            transactions.control(whole, control);
          } else {
            transactions.runThenCommit(whole, deletion);
          }
        });
  }

  /** A change that is a transaction by itself leaves temporary tables as its COMMIT would. */
  private SqlTask emptying(SqlTask task, SqlStatement statement, String temporary) {
    boolean alone = task.session.transaction == null && !statement.isReadOnly();
    String deletion = alone ? temporaries.deletion(temporary) : null;
    return deletion == null ? task : temporaries.deletingAfter(task, deletion);
  }

  /** Runs what a COMMIT has to wait for. */
  private void check(SqlTask task) {
    SqlCatalog with = catalog.sql();
    compile(
        task.statement.sql(),
        asker(task),
        (compiled, error) -> {
          ThetisException refused = refusal(task.session, error);
          if (refused != null) {
            task.fail(refused);
          } else {
            SqlStatement statement = ((Compiled.Query) compiled).statement();
            guarded(task, () -> statements.run(task, statement, with));
          }
        });
  }

  /** Whether a statement moves a sequence on, or sets it. */
  private static boolean takesOfSequence(SqlStatement statement) {
    return statement.sequenceToSet() != null
        || statement.sequences().stream().anyMatch(name -> !LastValues.isOne(name));
  }

  private static void requireMayWrite(SqlTask task) {
    SqlTransaction open = task.session.transaction;
    if (task.has(Statement.READ_ONLY) || (open != null && open.refusesWrites())) {
      throw new ThetisException(ErrorCode.READ_ONLY_TRANSACTION, "the statement");
    }
  }

  private void define(SqlTask task, Ddl ddl, String temporary) {
    SqlTransaction before = task.session.transaction;
    transactions.endBeforeDefinition(task.session);
    if (!task.has(Statement.AUTO_COMMIT) || !TemporaryTableOwners.isOf(ddl)) {
      definer.submit(task);
    } else if (before != null) {
      definer.submit(goingOn(task, before));
    } else {
      definer.submit(temporary == null ? task : temporaries.droppingAfter(task, temporary));
    }
  }

  /** A transaction of BEGIN that had only read goes on behind a temporary table. */
  private SqlTask goingOn(SqlTask task, SqlTransaction before) {
    StatementSession session = task.session;
    return TemporaryTableOwners.around(
        task,
        message -> {
          if (!session.ended) {
            transactions.goOn(task, before);
          }
          task.reply(SqlReplies.in(session.status(), message));
        });
  }

  /** Handles requests other than statements. */
  public void onRequest(SqlConnection link, SqlRequest request) {
    if (request instanceof SqlRequest.Describe describe) {
      describe(link, describe);
    } else if (request instanceof SqlRequest.Cancel cancel) {
      cancel(link, cancel.requestId());
    } else if (request instanceof SqlRequest.EndSession ended) {
      StatementSession session = sessions.get(ended.session());
      if (session != null && session.link == link) {
        end(session);
      }
    } else if (request instanceof SqlRequest.EndReading ended) {
      StatementSession session = sessions.get(ended.session());
      if (session != null && session.link == link && session.busyWith == 0) {
        transactions.endReading(session);
      }
    } else if (request instanceof SqlRequest.Fetch fetch) {
      fetch(link, fetch);
    } else if (request instanceof SqlRequest.CloseCursor close) {
      StatementSession session = sessions.get(close.session());
      if (session != null && session.link == link) {
        cursors.close(session, close);
      }
    }
  }

  private void fetch(SqlConnection link, SqlRequest.Fetch fetch) {
    StatementSession session = sessionOf(link, fetch.session());
    if (fetch.requestId() <= session.lastRequest) {
      return; // a message that came twice
    }
    if (session.busyWith != 0) {
      ThetisException busy =
          new ThetisException(ErrorCode.BAD_REQUEST, "the session has a statement under way");
      link.send(SqlReplies.error(fetch.requestId(), busy, VersionVector.ZERO, session.status()));
      return;
    }
    session.lastRequest = fetch.requestId();
    cursors.fetch(session, fetch);
  }

  private void describe(SqlConnection link, SqlRequest.Describe describe) {
    gate.pass(
        null,
        Integer.MAX_VALUE,
        () ->
            compile(
                describe.sql(),
                describer(link),
                (compiled, error) ->
                    tell(link, describe, compiled, refused(link, compiled, error))),
        error -> tell(link, describe, null, error));
  }

  /** Nobody hears of columns of which it may not read. */
  private ThetisException refused(SqlConnection link, Compiled compiled, ThetisException error) {
    return error == null && compiled instanceof Compiled.Query query
        ? withoutRight(() -> link.rights(catalog.sql()).require(query.accesses()))
        : error;
  }

  /** One that wants to know what a statement is like. */
  private Asker describer(SqlConnection link) {
    return new Asker() {
      @Override
      public Object client() {
        return link;
      }

      @Override
      public ThetisException refusal() {
        return closed ? new ThetisException(ErrorCode.SHUTTING_DOWN) : null;
      }
    };
  }

  private static void tell(
      SqlConnection link, SqlRequest.Describe describe, Compiled compiled, ThetisException error) {
    int number = error == null ? 0 : error.code().number();
    String message = error == null ? "" : error.getMessage();
    if (error == null && compiled instanceof Compiled.Query query) {
      link.send(
          new SqlReply.Description(
              describe.requestId(),
              number,
              message,
              query.statement().returnsRows(),
              query.statement().parameters().stream().map(Columns::of).toList(),
              Columns.of(query.statement().columns())));
    } else {
      link.send(
          new SqlReply.Description(
              describe.requestId(), number, message, false, List.of(), List.of()));
    }
  }

  private void cancel(SqlConnection link, long requestId) {
    for (StatementSession session : sessions.values()) {
      if (session.link == link && session.busyWith == requestId) {
        session.canceled = true;
        gate.cancel(session);
        if (session.call != null) {
          router.cancel(session.call);
        }
        return;
      }
    }
  }

  /**
   * Nobody waits for what is only read, and what is part of a transaction is rolled back with that;
   * what may commit goes on, since its number is kept.
   */
  private void cancelRest(StatementSession session) {
    PendingCall call = session.call;
    if (call == null || call.mayHaveRun()) {
      return;
    }
    boolean isPart = call.transaction() != null && !call.isCommit();
    if (isPart || (call.footprint() != null && call.footprint().isReadOnly())) {
      router.cancel(call);
    }
  }

  private void end(StatementSession session) {
    sessions.remove(session.id, session);
    cursors.end(session);
    cancelRest(session);
    transactions.abandon(session);
  }

  /** The router leads, and serves from now on. */
  public void start() {
    definer.start();
    gate.start();
    temporaries.start();
  }

  /** A site has reported its definitions as of {@code vector}. */
  public void onDefinitions(SiteLink link, VersionVector vector) {
    definer.onDefinitions(link, vector);
    gate.onDefinitions(link.site(), vector);
  }

  /** Whether an interactive transaction keeps what it has written. */
  public boolean anyKeeps() {
    for (StatementSession session : sessions.values()) {
      if (keeps(session)) {
        return true;
      }
    }
    return false;
  }

  private static boolean keeps(StatementSession session) {
    return session.transaction != null && !session.failed && session.transaction.keepsAny();
  }

  /**
   * Rolls back the interactive transactions that keep what they have written; their clients get
   * 40001.
   *
   * @return how many these were
   */
  public int rollBackHolders(String why) {
    List<StatementSession> holders =
        sessions.values().stream()
            .filter(SqlHandler::keeps)
            .sorted(Comparator.comparingLong(each -> each.id))
            .toList();
    holders.forEach(session -> transactions.rollBack(session, why));
    return holders.size();
  }

  /** A client is gone: what its sessions hold is rolled back. */
  public void onClosed(SqlConnection link) {
    List<StatementSession> gone =
        sessions.values().stream().filter(session -> session.link == link).toList();
    gone.forEach(this::end);
    temporaries.onClosed(link);
  }

  /** The router leads no more. */
  public void close(ThetisException reason) {
    closed = true;
    temporaries.close();
    definer.close(reason);
    gate.close(reason);
    sessions.clear();
  }
}
