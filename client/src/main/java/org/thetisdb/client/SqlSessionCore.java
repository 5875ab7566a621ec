package org.thetisdb.client;

import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest.Cancel;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.EndSession;

/**
 * A session of SQL: its statements run one after the other, and may make up transactions. The
 * methods for the application may be called from any thread; all else happens on the scheduler.
 *
 * <p>An open transaction lives at one router and ends with the connection to it. Whoever waits for
 * an answer then hears that it was undone; if nobody does, the next request hears it, and is not
 * run: else half of a transaction would run as if it were all of it. Nothing in a transaction is
 * repeated but a COMMIT that was sent, because its outcome is kept.
 *
 * <p>When it is not known what the cluster still does for the session, the session goes on under
 * another number.
 */
public final class SqlSessionCore {
  private final ClientCore core;
  private final SessionCore session;
  private volatile boolean inTransaction;
  private volatile String loss;
  private boolean closed;

  /** A session that sees from its beginning what others of the same client have seen by now. */
  SqlSessionCore(ClientCore core, SessionCore session) {
    this.core = core;
    this.session = session;
    core.scheduler().execute(() -> session.saw(core.seenVector()));
  }

  /** Runs a statement. */
  public void execute(SqlStatementSpec statement, SqlCallback callback) {
    core.scheduler().execute(new StatementRequest(this, session, statement, callback));
  }

  /** Asks for more rows of a result of this session. */
  public void fetch(long cursor, int fetchRows, long timeoutUs, SqlCallback callback) {
    core.scheduler()
        .execute(new FetchRequest(this, session, cursor, fetchRows, timeoutUs, callback));
  }

  /** Wants no more rows of a result. */
  public void closeCursor(long cursor) {
    core.scheduler()
        .execute(
            () -> {
              if (session.number() != null) {
                tell(new CloseCursor(sessionId(), cursor));
              }
            });
  }

  /** Stops the statement that is under way, if there is one. */
  public void cancel() {
    core.scheduler()
        .execute(
            () -> {
              Request current = session.current();
              if (current != null && current.onWire) {
                tell(new Cancel(current.id));
              }
            });
  }

  /** Ends the session and what it has open. What is under way goes on. */
  public void close() {
    core.scheduler().execute(this::closeNow);
  }

  /** Ends the session; what is under way ends now. */
  public void abort() {
    core.scheduler()
        .execute(
            () -> {
              Request current = session.current();
              if (current != null) {
                core.endNow(current, "the connection was closed");
              }
              closeNow();
            });
  }

  /** Whether a transaction is open, by the latest answer. */
  public boolean inTransaction() {
    return inTransaction;
  }

  /** Whether an open transaction was lost, and no request has heard of it. */
  public boolean isLossUntold() {
    return loss != null;
  }

  private void closeNow() {
    closed = true;
    if (inTransaction) {
      forget();
    } else if (session.number() != null) {
      tell(new EndSession(sessionId()));
    }
    session.close();
  }

  /** The id that the cluster knows now; 0 when it knows none. */
  long sessionId() {
    SessionNumber number = session.number();
    return number == null ? 0 : number.id();
  }

  void tell(Message message) {
    core.tell(message);
  }

  /** Why the open transaction was lost, once; null if it was not. */
  CallOutcome takeLoss() {
    String reason = loss;
    loss = null;
    return reason == null ? null : CallOutcome.undone(reason);
  }

  /** The connection was lost with a transaction open. */
  void connectionLost(String reason) {
    if (session.current() == null) {
      loss = reason;
      forget();
    }
    // Else it is a COMMIT that was sent: it keeps its number, under which its outcome is found.
  }

  /** A request has ended. */
  void ended(Message reply, CallOutcome outcome) {
    if (closed || outcome.isUnknown() || (outcome.isAborted() && !isAnswer(reply, outcome))) {
      forget();
    } else if (reply instanceof Result result) {
      transaction(result.inTransaction());
    }
  }

  /** Whether the outcome is what the router answered, not what was made of it. */
  private static boolean isAnswer(Message reply, CallOutcome outcome) {
    return reply instanceof Result result && result.errorNumber() == outcome.code().number();
  }

  private void transaction(boolean isOpen) {
    if (isOpen != inTransaction) {
      inTransaction = isOpen;
      if (isOpen) {
        core.watch(this);
      } else {
        core.unwatch(this);
      }
    }
  }

  private void forget() {
    if (session.number() != null) {
      tell(new EndSession(sessionId()));
      session.dropNumber();
    }
    transaction(false);
  }
}
