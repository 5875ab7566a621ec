package org.thetisdb.router.statement;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.Fetch;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ResultForm;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.dispatch.CallRouter;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.sql.call.CursorCall;
import org.thetisdb.sql.call.StatementResult;

/**
 * The rests of long results: which session has which, and at what site. The router holds no rows; a
 * piece that a client asks for is asked for at the site. Owned by the engine's thread.
 */
public final class CursorHandler {
  private static final ResultForm<StatementResult.Sent> RESULT = StatementResult::decode;

  private final CallHandler calls;
  private final CallRouter router;
  private final TransactionHandler transactions;
  private final int longestMs;
  private long lastCursor;

  /**
   * A handler.
   *
   * @param longestMs how long a piece may take
   */
  public CursorHandler(
      CallHandler calls, CallRouter router, TransactionHandler transactions, int longestMs) {
    this.calls = calls;
    this.router = router;
    this.transactions = transactions;
    this.longestMs = longestMs;
  }

  /**
   * A site has more rows of a session's result; returns what the client knows them by. They are
   * given up at once if the session has ended meanwhile.
   */
  long keep(StatementSession session, SiteLink link, long siteCursor) {
    SqlCursor cursor = new SqlCursor(link, siteCursor);
    if (session.ended) {
      router.closeCursor(cursor, session.id);
      return 0;
    }
    session.cursors.put(++lastCursor, cursor);
    return lastCursor;
  }

  /** Asks for the next piece; the answer always comes. */
  public void fetch(StatementSession session, Fetch request) {
    SqlCursor cursor = session.cursors.get(request.cursor());
    if (cursor == null) {
      fail(session, request.requestId(), new ThetisException(ErrorCode.UNKNOWN_CURSOR));
      return;
    }
    session.busyWith = request.requestId();
    PendingCall call =
        calls.newCall(
            session.id,
            0,
            false,
            longestMs,
            VersionVector.ZERO,
            CursorCall.FETCH,
            new CursorCall(cursor.siteCursor(), Math.max(0, request.fetchRows())).encode());
    call.pinTo(cursor.link());
    call.findPartitionsBy(planned -> calls.begin(planned, Footprint.NONE));
    session.call = call;
    calls.submit(
        call,
        RESULT.to(
            (errorNumber, message, vector, sent) -> {
              session.busyWith = 0;
              transactions.onDone(session, errorNumber);
              session.canceled = false;
              answer(session, request, errorNumber, message, vector, sent);
            }));
  }

  private void answer(
      StatementSession session,
      Fetch request,
      int errorNumber,
      String message,
      VersionVector vector,
      StatementResult.Sent sent) {
    SqlReply.Result reply;
    if (errorNumber == 0) {
      reply =
          SqlReplies.result(
              request.requestId(), sent, vector, session.status(), rest -> request.cursor());
    } else {
      reply = SqlReplies.error(request.requestId(), errorNumber, message, vector, session.status());
    }
    if (reply.cursor() == 0) {
      forget(session, request.cursor(), errorNumber != 0);
    }
    session.link.send(reply);
  }

  private void fail(StatementSession session, long requestId, ThetisException error) {
    session.link.send(SqlReplies.error(requestId, error, VersionVector.ZERO, session.status()));
  }

  /** A client wants no more of a result. */
  public void close(StatementSession session, CloseCursor request) {
    forget(session, request.cursor(), true);
  }

  private void forget(StatementSession session, long cursor, boolean tellSite) {
    SqlCursor known = session.cursors.remove(cursor);
    if (known != null && tellSite) {
      router.closeCursor(known, session.id);
    }
  }

  /** A session is over. */
  public void end(StatementSession session) {
    session.ended = true;
    session.cursors.values().forEach(cursor -> router.closeCursor(cursor, session.id));
    session.cursors.clear();
  }
}
