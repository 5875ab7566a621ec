package org.thetisdb.client.statement;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.Callbacks;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.SessionRequest;
import org.thetisdb.client.link.AnswerPolicy;
import org.thetisdb.client.link.AnswerPolicy.Decision;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.Fetch;

/** Asks for more rows of a result, which the router holds for as long as the connection lasts. */
final class FetchRequest extends SessionRequest {
  private final SqlSessionCore sql;
  private final long cursor;
  private final int fetchRows;
  private final SqlCallback callback;

  FetchRequest(
      SqlSessionCore sql,
      SessionCore session,
      long cursor,
      int fetchRows,
      long timeoutUs,
      SqlCallback callback) {
    super(session, timeoutUs);
    this.sql = sql;
    this.cursor = cursor;
    this.fetchRows = fetchRows;
    this.callback = callback;
  }

  @Override
  protected Message message(long nowUs) {
    return new Fetch(id, sql.sessionId(), cursor, fetchRows);
  }

  @Override
  protected boolean isNumbered() {
    return false;
  }

  @Override
  protected CallOutcome refusal() {
    return sql.refusal();
  }

  @Override
  protected boolean endsWithConnection() {
    return true;
  }

  @Override
  protected Decision decide(ErrorCode code) {
    return AnswerPolicy.decideInTransaction(code);
  }

  @Override
  protected CallOutcome unanswered(String why) {
    return sql.isOpen()
        ? CallOutcome.rolledBack(why)
        : CallOutcome.failed(ErrorCode.UNKNOWN_CURSOR, ErrorCode.UNKNOWN_CURSOR.format());
  }

  @Override
  protected CallOutcome expired(long timeoutMs) {
    return sql.isOpen() ? CallOutcome.timedOut(givenMs()) : super.expired(timeoutMs);
  }

  @Override
  protected void abandon() {
    sql.tell(new CloseCursor(sql.sessionId(), cursor));
  }

  @Override
  protected void conclude(CallOutcome outcome) {
    boolean wasOpen = sql.isOpen();
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
