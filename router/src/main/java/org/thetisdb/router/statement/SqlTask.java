package org.thetisdb.router.statement;

import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.login.AuditLog;
import org.thetisdb.router.site.LeaderCheck;
import org.thetisdb.router.site.LeaderCheck.Refusal;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.rights.UserRights;

/**
 * One statement of a client, from its arrival to its answer, which comes once. Owned by the
 * engine's thread.
 */
public final class SqlTask {
  /** Whose statement it is. */
  public final StatementSession session;

  /** The statement as it came. */
  public final Statement statement;

  private final Runnable done;

  /** How often a sequence that it takes values of was not known by its name. */
  int lostNames;

  private final Consumer<Message> answer;

  /** A task; {@code done} runs when it is answered. */
  public SqlTask(StatementSession session, Statement statement, Runnable done) {
    this(session, statement, done, session.link::send);
  }

  /** A task whose answer goes to {@code answer}. */
  public SqlTask(
      StatementSession session, Statement statement, Runnable done, Consumer<Message> answer) {
    this.session = session;
    this.statement = statement;
    this.done = done;
    this.answer = answer;
  }

  /** The user whose statement it is; empty for the router itself, and who may do everything. */
  public String user() {
    return session.link == null ? "" : session.link.user();
  }

  /** What that user may do by a state of the catalog. */
  public UserRights rights(SqlCatalog catalog) {
    return session.link == null ? catalog.rights().admin() : session.link.rights(catalog);
  }

  /** Whether the statement has a flag of {@link Statement}. */
  public boolean has(int flag) {
    return (statement.flags() & flag) != 0;
  }

  /** A call that does what the statement wants, under the statement's number. */
  public PendingCall newCall(
      CallHandler calls, VersionVector vector, String procedure, byte[] arguments) {
    PendingCall call =
        calls.newCall(
            statement.session(),
            statement.sequence(),
            statement.repetition(),
            statement.timeoutMs(),
            vector,
            procedure,
            arguments);
    session.call = call;
    return call;
  }

  /** Answers, and lets the session go on. */
  public void reply(Message message) {
    end();
    answer.accept(message);
  }

  private void end() {
    session.busyWith = 0;
    session.call = null;
    session.canceled = false;
    done.run();
  }

  /** Answers a statement that has no rows to show. */
  void finish(VersionVector vector) {
    reply(SqlReplies.done(statement.requestId(), "", vector, session.status()));
  }

  /** Answers a statement that has done nothing, and says why. */
  void finish(String notice) {
    reply(SqlReplies.done(statement.requestId(), notice, statement.vector(), session.status()));
  }

  /** Answers with an error. */
  public void fail(ThetisException error) {
    fail(error.code().number(), error.getMessage(), statement.vector());
  }

  /** Answers with an error of a site, which has seen {@code vector}. */
  public void fail(int errorNumber, String message, VersionVector vector) {
    if (errorNumber == ErrorCode.NO_RIGHT.number() && session.link != null) {
      session.link.note(AuditLog.Event.REFUSED, message);
    }
    Message error = error(errorNumber, message, vector);
    end();
    if (session.link == null || !LeaderCheck.concerns(errorNumber)) {
      answer.accept(error);
      return;
    }
    session.link.beforeRefusal(
        new Refusal() {
          @Override
          public void refuse() {
            answer.accept(error);
          }

          @Override
          public void sendElsewhere(ThetisException why) {
            answer.accept(error(why.code().number(), why.getMessage(), vector));
          }
        });
  }

  private Message error(int errorNumber, String message, VersionVector vector) {
    return SqlReplies.error(statement.requestId(), errorNumber, message, vector, session.status());
  }
}
