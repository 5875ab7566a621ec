package org.thetisdb.client.statement;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.Callbacks;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.SessionRequest;
import org.thetisdb.client.link.AnswerPolicy;
import org.thetisdb.client.link.AnswerPolicy.Decision;
import org.thetisdb.client.link.SessionNumber;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlRequest.Cancel;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * A statement of SQL in a session. One that is a transaction by itself is repeated as a call is,
 * and so is a COMMIT that was sent; any other one belongs to a transaction that ends with the
 * connection.
 */
final class StatementRequest extends SessionRequest {
  private final SqlSessionCore sql;
  private final SqlStatementSpec spec;
  private final VersionVector seen;
  private final SqlCallback callback;
  private final boolean commit;

  StatementRequest(
      SqlSessionCore sql,
      SessionCore session,
      SqlStatementSpec spec,
      VersionVector seen,
      SqlCallback callback) {
    super(session, spec.timeoutUs());
    this.sql = sql;
    this.spec = spec;
    this.seen = seen;
    this.callback = callback;
    this.commit = spec.isCommit();
  }

  @Override
  protected Message message(long nowUs) {
    sql.begin(spec.flags(), seen);
    SessionNumber number = session.number();
    return new Statement(
        id,
        number.id(),
        number.sequence(),
        doubtful,
        startWithinMs(nowUs),
        session.vector(),
        spec.flags() | (sql.endsReading() ? Statement.ENDS_READING : 0),
        spec.sql(),
        spec.arguments(),
        spec.maxRows(),
        spec.fetchRows());
  }

  @Override
  protected CallOutcome refusal() {
    return commit || spec.isRollback() ? sql.refusalOfEnd(commit) : sql.refusal();
  }

  /** Whether a transaction that is not committed is lost with it. */
  private boolean isInTransaction() {
    if (commit && mayHaveRun()) {
      return false;
    }
    return sql.isOpen() || (mayHaveRun() && (spec.flags() & Statement.AUTO_COMMIT) == 0);
  }

  @Override
  protected boolean endsWithConnection() {
    return isInTransaction();
  }

  @Override
  protected Decision decide(ErrorCode code) {
    if (commit) {
      return doubtful ? super.decide(code) : AnswerPolicy.decideCommit(code);
    }
    return isInTransaction() ? AnswerPolicy.decideInTransaction(code) : super.decide(code);
  }

  @Override
  protected CallOutcome unanswered(String why) {
    return isInTransaction() ? CallOutcome.rolledBack(why) : super.unanswered(why);
  }

  /**
   * The transaction ends with it; the application asked for it, so it is no conflict. Of a query by
   * itself there is nothing that could have committed.
   */
  @Override
  protected CallOutcome expired(long timeoutMs) {
    boolean certain = isInTransaction() || !mayHaveChanged();
    return certain ? CallOutcome.timedOut(givenMs()) : super.expired(timeoutMs);
  }

  @Override
  protected boolean mayHaveChanged() {
    return mayHaveRun() && (isInTransaction() || !ReadingText.onlyReads(spec.sql()));
  }

  @Override
  protected void abandon() {
    sql.tell(new Cancel(id));
  }

  @Override
  protected void conclude(CallOutcome outcome) {
    boolean wasOpen = isInTransaction() && !commit && !spec.isRollback();
    if (sql.ended(reply, outcome) && wasOpen) {
      sql.fail();
    }
    super.conclude(outcome);
  }

  @Override
  protected void deliver(CallOutcome outcome) {
    Callbacks.safely(() -> callback.onOutcome(new SqlOutcome(outcome, reply)));
  }
}
