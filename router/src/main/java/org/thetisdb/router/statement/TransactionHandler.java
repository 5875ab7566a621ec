package org.thetisdb.router.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.dispatch.CallRouter;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.sql.call.ControlCall;
import org.thetisdb.sql.statement.Compiled;

/**
 * The interactive transactions of sessions: where they begin and end, their savepoints, and what an
 * error of one of their statements means for them. Owned by the engine's thread.
 */
public final class TransactionHandler {
  private static final byte[] NO_ARGUMENTS = {};
  private static final int LEVELS = Statement.SERIALIZABLE | Statement.READ_COMMITTED;

  /** What a client would send to have all constraints checked. */
  static final String CHECK_ALL = "SET CONSTRAINTS ALL IMMEDIATE";

  private static final byte[] NO_RUN_ARGUMENTS = ValueCodec.encode(List.of(List.of()));

  private final CallHandler calls;
  private final CallRouter router;
  private final Consumer<SqlTask> checker;

  /** {@code checker} runs the statement of a task as part of its session's transaction. */
  public TransactionHandler(CallHandler calls, CallRouter router, Consumer<SqlTask> checker) {
    this.calls = calls;
    this.router = router;
    this.checker = checker;
  }

  /**
   * Puts a statement into the session's transaction, and opens one if the statement asks for it.
   *
   * @throws ThetisException if the transaction has failed
   */
  public void join(SqlTask task) {
    StatementSession session = task.session;
    requireGood(session);
    if (session.transaction == null && !task.has(Statement.AUTO_COMMIT)) {
      open(task, session.flags | task.statement.flags());
    }
  }

  private static void requireGood(StatementSession session) {
    if (session.failed) {
      throw new ThetisException(ErrorCode.TRANSACTION_FAILED);
    }
  }

  private void open(SqlTask task, int flags) {
    StatementSession session = task.session;
    long order = session.orderToKeep != 0 ? session.orderToKeep : router.nextOrder();
    session.orderToKeep = 0;
    session.openFlags = flags;
    session.transaction =
        new SqlTransaction(session.id, task.statement.sequence(), order, siteFlags(flags));
    session.failed = false;
  }

  /**
   * A transaction has lost to others, or got no answer, so the session's next one is most likely
   * another try of it. It takes the same place among all, which gets older: so nobody loses for
   * ever (hazard 13).
   */
  private void hasLost(StatementSession session, SqlTransaction transaction) {
    router.ended(transaction);
    session.orderToKeep = transaction.order;
  }

  /** One that only reads has a snapshot, and needs no more to be serializable. */
  private static int siteFlags(int flags) {
    boolean readOnly = (flags & Statement.READ_ONLY) != 0;
    if ((flags & Statement.SERIALIZABLE) != 0) {
      return readOnly ? TransactionRef.READ_ONLY : TransactionRef.SERIALIZABLE;
    }
    return (readOnly ? TransactionRef.READ_ONLY : 0)
        | ((flags & Statement.READ_COMMITTED) != 0 ? TransactionRef.READ_COMMITTED : 0);
  }

  /** Whether a statement is a transaction by itself, and has to be serializable. */
  static boolean isSerializable(SqlTask task) {
    int flags = task.session.flags | task.statement.flags();
    return task.session.transaction == null && (flags & Statement.SERIALIZABLE) != 0;
  }

  /**
   * A statement of a session is over. Errors that ask for another try have ended its transaction at
   * its site; without an answer it is ended here.
   */
  void onStatementDone(SqlTask task, int errorNumber) {
    onDone(task.session, errorNumber);
  }

  /** The same for a statement, or for a piece of a result that was asked for. */
  void onDone(StatementSession session, int errorNumber) {
    session.call = null;
    if (errorNumber == 0 || session.transaction == null) {
      return;
    }
    ErrorCode code = ErrorCode.ofNumber(errorNumber);
    boolean givenUp =
        isCanceled(code)
            || code == ErrorCode.SITE_UNAVAILABLE
            || code.effect() == ErrorCode.Effect.UNKNOWN;
    if (givenUp) {
      router.rollback(session.transaction);
    }
    if (givenUp || asksForAnotherTry(code)) {
      session.failed = true;
      hasLost(session, session.transaction);
    }
  }

  /**
   * Answers a statement that ends before anything of it was sent, as when it is canceled while it
   * is compiled. What its error means for its transaction does not depend on how far it came.
   */
  public void refuse(SqlTask task, ThetisException error) {
    StatementSession session = task.session;
    boolean begins = session.transaction == null && !task.has(Statement.AUTO_COMMIT);
    if (begins && isCanceled(error.code())) {
      open(task, session.flags | task.statement.flags());
    }
    onStatementDone(task, error.code().number());
    task.fail(error);
  }

  /** Nothing is left of a transaction of which a statement was canceled, or took too long. */
  private static boolean isCanceled(ErrorCode code) {
    return code.sqlState().equals("57014");
  }

  private static boolean asksForAnotherTry(ErrorCode code) {
    return code.sqlState().equals("40001");
  }

  /**
   * Does what a control statement says; the answer always comes.
   *
   * @throws ThetisException if it may not be now; then no answer was sent
   */
  public void control(SqlTask task, Compiled.Control control) {
    StatementSession session = task.session;
    switch (control.kind()) {
      case NOTHING -> finish(task);
      case BEGIN -> {
        requireNone(session);
        open(task, flagsOf(task, control));
        finish(task);
      }
      case SET_TRANSACTION -> setTransaction(task, control);
      case COMMIT -> commit(task);
      case ROLLBACK -> {
        abandon(session);
        finish(task);
      }
      case SAVEPOINT -> savepoint(task, ControlCall.SAVEPOINT, control.name());
      case RELEASE_SAVEPOINT -> savepoint(task, ControlCall.RELEASE_SAVEPOINT, control.name());
      case ROLLBACK_TO -> savepoint(task, ControlCall.ROLLBACK_TO, control.name());
      case SET -> {
        requireNone(session);
        session.flags = control.flags();
        finish(task);
      }
    }
  }

  /** A level that the statement names goes before what the session or its client says. */
  private static int flagsOf(SqlTask task, Compiled.Control control) {
    int others = task.session.flags | task.statement.flags();
    return (control.namesLevel() ? others & ~LEVELS : others) | control.flags();
  }

  /** Says what the transaction is like, which it opens if none is open; before its first query. */
  private void setTransaction(SqlTask task, Compiled.Control control) {
    StatementSession session = task.session;
    if (session.transaction == null && task.has(Statement.AUTO_COMMIT)) {
      task.finish("SET TRANSACTION changes nothing outside of a transaction.");
      return;
    }
    requireGood(session);
    SqlTransaction before = session.transaction;
    if (before == null) {
      open(task, flagsOf(task, control));
    } else if (!before.hasBegun()) {
      int kept = session.openFlags & (control.namesLevel() ? ~LEVELS : ~0);
      session.orderToKeep = before.order;
      open(task, kept | control.flags());
      session.transaction.earlySavepoints().addAll(before.earlySavepoints());
    } else if (control.namesLevel()) {
      throw new ThetisException(ErrorCode.TRANSACTION_HAS_BEGUN);
    } else if ((control.flags() & Statement.READ_ONLY) != 0) {
      before.forbidWrites();
    }
    finish(task);
  }

  private static void finish(SqlTask task) {
    task.finish(task.statement.vector());
  }

  private static void requireNone(StatementSession session) {
    if (session.isInTransaction()) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID, "A transaction is open. Commit or roll back first.");
    }
  }

  /**
   * A definition is a transaction by itself. One that is open and has only read ends without a
   * loss; what was written must not be committed or rolled back without a word.
   *
   * @throws ThetisException if it has written, or has failed
   */
  public void endBeforeDefinition(StatementSession session) {
    requireGood(session);
    if (session.transaction != null && session.transaction.keepsAny()) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "Definitions are not part of transactions, and this one has written or locked rows."
              + " Commit or roll back first.");
    }
    abandon(session);
  }

  /**
   * A transaction that had only read goes on behind a definition, with a new snapshot.
   *
   * @param before the one that ended for the definition
   */
  public void goOn(SqlTask task, SqlTransaction before) {
    task.session.transaction = before.anew(task.statement.sequence());
  }

  /**
   * Runs a statement as part of the transaction of a session, and then commits it. If the statement
   * fails, nothing is left of the transaction.
   */
  public void runThenCommit(SqlTask task, String sql) {
    runThenCommit(task, task.session.transaction, sql);
  }

  /** Rolls back the transaction of a session, if it has one. */
  public void abandon(StatementSession session) {
    if (session.transaction != null) {
      router.rollback(session.transaction);
    }
    close(session);
  }

  /**
   * Ends the transaction of a session, if it has one, without an answer.
   *
   * @return false if it may have written; then it is as it was
   */
  public boolean endReading(StatementSession session) {
    boolean mayEnd =
        session.transaction == null || (!session.transaction.mayHaveWritten() && !session.failed);
    if (mayEnd) {
      abandon(session);
    }
    return mayEnd;
  }

  /**
   * Rolls back the transaction of a session that its client goes on with: the statement under way
   * fails with 40001, or the next one, which finds nothing of the transaction at its site.
   */
  public void rollBack(StatementSession session, String why) {
    router.rollBack(session.transaction, session.call, why);
  }

  private static void close(StatementSession session) {
    session.transaction = null;
    session.failed = false;
  }

  private void commit(SqlTask task) {
    StatementSession session = task.session;
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
    } else if (transaction == null || !transaction.hasBegun()) {
      finish(task);
    } else {
      send(task, transaction, ControlCall.COMMIT, NO_ARGUMENTS, ErrorCode.SERIALIZATION_FAILURE);
    }
  }

  /**
   * The transaction's site has constraints to check before it commits. That is a statement like
   * others, which may have parents moved to the site. If it fails, nothing is left of the
   * transaction.
   */
  private void checkThenCommit(SqlTask task, SqlTransaction transaction) {
    runThenCommit(task, transaction, CHECK_ALL);
  }

  private void runThenCommit(SqlTask task, SqlTransaction transaction, String sql) {
    StatementSession session = task.session;
    session.transaction = transaction;
    checker.accept(
        new SqlTask(
            session,
            before(task.statement, sql),
            () -> {},
            message -> {
              boolean wasOpen = session.transaction == transaction && !session.failed;
              SqlReply.Result result = (SqlReply.Result) message;
              session.busyWith = task.statement.requestId();
              close(session);
              if (result.errorNumber() != 0) {
                router.rollback(transaction);
                router.ended(transaction);
                task.fail(result.errorNumber(), result.message(), result.vector());
              } else if (!wasOpen) {
                task.fail(
                    new ThetisException(
                        ErrorCode.SERIALIZATION_FAILURE, "it ended while it was to commit"));
              } else {
                send(
                    task,
                    transaction,
                    ControlCall.COMMIT,
                    NO_ARGUMENTS,
                    ErrorCode.SERIALIZATION_FAILURE);
              }
            }));
  }

  private static Statement before(Statement commit, String sql) {
    return new Statement(
        commit.requestId(),
        commit.session(),
        commit.sequence(),
        false,
        commit.timeoutMs(),
        commit.vector(),
        0,
        sql,
        NO_RUN_ARGUMENTS,
        0,
        0);
  }

  /**
   * A COMMIT is repeated whose transaction is not known here: the sites' tables of outcomes may
   * know it. If they do not, that proves nothing.
   */
  private void lookUpCommit(SqlTask task) {
    SqlTransaction lost = new SqlTransaction(task.session.id, 0, 0, 0);
    send(task, lost, ControlCall.COMMIT, NO_ARGUMENTS, ErrorCode.OUTCOME_UNKNOWN);
  }

  private void savepoint(SqlTask task, String procedure, String name) {
    StatementSession session = task.session;
    if (session.transaction == null && task.has(Statement.AUTO_COMMIT)) {
      throw new ThetisException(ErrorCode.NO_TRANSACTION, "set savepoints in");
    }
    join(task);
    SqlTransaction transaction = session.transaction;
    if (!transaction.hasBegun()) {
      EarlySavepoints.apply(transaction.earlySavepoints(), procedure, name);
      finish(task);
      return;
    }
    List<String> names = new ArrayList<>(transaction.earlySavepoints());
    names.add(0, name);
    byte[] arguments = ValueCodec.encode(names);
    send(task, transaction, procedure, arguments, ErrorCode.SERIALIZATION_FAILURE);
  }

  /** Sends the end of a transaction, or a savepoint, to its site. */
  private void send(
      SqlTask task,
      SqlTransaction transaction,
      String procedure,
      byte[] arguments,
      ErrorCode whenNotThere) {
    PendingCall call = task.newCall(calls, task.statement.vector(), procedure, arguments);
    call.beginIn(transaction);
    boolean commits = procedure.equals(ControlCall.COMMIT);
    call.setMayHaveRun(commits);
    call.findPartitionsBy(planned -> calls.begin(planned, Footprint.NONE));
    calls.submit(
        call,
        (errorNumber, message, vector, value) -> {
          if (commits && errorNumber == ErrorCode.CHECKS_DUE.number()) {
            checkThenCommit(task, transaction);
            return;
          }
          onStatementDone(task, errorNumber);
          if (commits) {
            router.ended(transaction);
          }
          if (errorNumber != 0 && commits) {
            router.rollback(transaction); // its site may still wait for a COMMIT that never comes
            if (transaction.order != 0 && asksForAnotherTry(ErrorCode.ofNumber(errorNumber))) {
              hasLost(task.session, transaction);
            }
          }
          if (errorNumber == 0) {
            task.finish(vector);
          } else if (errorNumber == ErrorCode.SERIALIZATION_FAILURE.number()
              && whenNotThere == ErrorCode.OUTCOME_UNKNOWN) {
            task.fail(new ThetisException(whenNotThere, "the router has changed"));
          } else {
            task.fail(errorNumber, message, vector);
          }
        });
  }
}
