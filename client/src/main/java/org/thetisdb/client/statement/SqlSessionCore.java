package org.thetisdb.client.statement;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.Request;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.WatchedSession;
import org.thetisdb.client.link.SessionNumber;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest.Cancel;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.EndReading;
import org.thetisdb.core.wire.SqlRequest.EndSession;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;

/**
 * A session of SQL: its statements run one after the other, and may make up transactions. The
 * methods for the application may be called from any thread; all else happens on the scheduler.
 *
 * <p>An open transaction lives at one router and ends with the connection to it. A request that
 * waits for an answer then ends as rolled back; if there is none, the next request does, and is not
 * run: else half of a transaction would run as if it were all of it. Nothing in a transaction is
 * repeated but a COMMIT that was sent, because its outcome is kept.
 *
 * <p>When it is not known what the cluster still does for the session, the session goes on under
 * another number.
 *
 * @hidden
 */
public final class SqlSessionCore implements WatchedSession {
  private final ClientCore core;
  private final SessionCore session;
  private volatile TransactionStatus status = TransactionStatus.NONE;
  private volatile String loss;

  /**
   * Whether the open transaction was lost, and the application has heard of it and not ended it.
   * Until it does nothing is run: else half of a transaction would run as if it were all of it.
   */
  private volatile boolean failed;

  private boolean closed;

  /** Whether the connection's end means something for the session. */
  private boolean watched;

  /** Whether the cluster has yet to hear that a transaction which only read is over. */
  private boolean endsReading;

  /**
   * A new session. It sees from its beginning what uploads through this client have done, and what
   * others of the same client have seen by now.
   */
  public SqlSessionCore(ClientCore core) {
    this.core = core;
    this.session = core.openSession();
    core.scheduler().execute(() -> session.saw(core.seenVector()));
  }

  /** Runs a statement. */
  public void execute(SqlStatementSpec statement, SqlCallback callback) {
    execute(statement, VersionVector.ZERO, callback);
  }

  /**
   * Runs a statement.
   *
   * @param seen what it is to see beside what this session has seen, if it begins a transaction
   */
  public void execute(SqlStatementSpec statement, VersionVector seen, SqlCallback callback) {
    core.scheduler().execute(new StatementRequest(this, session, statement, seen, callback));
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
              if (current != null && current.isOnWire()) {
                tell(new Cancel(current.id()));
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

  /** Whether a transaction is open, by the latest answer; also one of which nothing is left. */
  public boolean inTransaction() {
    return isOpen() || failed;
  }

  /** Whether the cluster has a transaction of the session open, by the latest answer. */
  boolean isOpen() {
    return status != TransactionStatus.NONE;
  }

  /**
   * Ends the open transaction without a message if it has only read, so that its COMMIT would teach
   * nothing. The cluster hears of it with the next statement, or a little later. Not while a
   * statement is under way.
   *
   * @return false if there is none, or it has to be ended by a statement
   */
  public boolean endReading() {
    if (status != TransactionStatus.READING) {
      return false;
    }
    status = TransactionStatus.NONE;
    core.scheduler().execute(new ReadingEnd());
    return true;
  }

  /** The transaction is over, and the next statement says so. */
  private final class ReadingEnd implements ShortTask {
    @Override
    public void run() {
      if (watched) {
        endsReading = true;
        core.tellLater(SqlSessionCore.this);
      }
    }
  }

  /** Whether a statement that is sent now has to say that the transaction before it is over. */
  boolean endsReading() {
    return endsReading;
  }

  /**
   * No statement has come that could have reported it. With one under way a message might come
   * behind it, and end the transaction that it opens.
   */
  @Override
  public void tellEndOfReading() {
    if (endsReading && session.current() != null) {
      core.tellLater(this);
    } else if (endsReading) {
      tell(new EndReading(sessionId()));
      endsReading = false;
      watch(isOpen());
    }
  }

  /** Whether an open transaction was lost, and no request has heard of it. */
  public boolean isLossUntold() {
    return loss != null;
  }

  private void closeNow() {
    closed = true;
    if (isOpen()) {
      forget();
    } else if (session.number() != null) {
      tell(new EndSession(sessionId()));
    }
    session.close();
    endsReading = false;
    watch(false);
  }

  /** The id that the cluster knows now; 0 when it knows none. */
  long sessionId() {
    SessionNumber number = session.number();
    return number == null ? 0 : number.id();
  }

  /** A statement is about to be sent: one that has no snapshot yet sees this, too. */
  void begin(int flags, VersionVector seen) {
    if (!isOpen() || (flags & Statement.READ_COMMITTED) != 0) {
      session.saw(seen);
    }
  }

  void tell(Message message) {
    core.tell(message);
  }

  /** Why a request is not sent, since the open transaction was lost; null if it was not. */
  CallOutcome refusal() {
    if (failed) {
      return CallOutcome.failed(
          ErrorCode.TRANSACTION_FAILED, ErrorCode.TRANSACTION_FAILED.format());
    }
    String reason = loss;
    loss = null;
    failed = reason != null;
    return reason == null ? null : CallOutcome.rolledBack(reason);
  }

  /**
   * The same for a statement that ends the transaction; that it was lost is reported once at most.
   */
  CallOutcome refusalOfEnd(boolean commits) {
    boolean hadFailed = failed;
    String reason = loss;
    failed = false;
    loss = null;
    if (reason != null) {
      return CallOutcome.rolledBack(reason);
    }
    return hadFailed && commits
        ? CallOutcome.rolledBack("a statement of it had failed, and nothing is left of it")
        : null;
  }

  /** A statement of the open transaction has ended it, and its application hears of that. */
  void fail() {
    failed = true;
  }

  /** The connection was lost with a transaction open. */
  @Override
  public void connectionLost(String reason) {
    if (session.current() == null && !isOpen()) {
      endsReading = false; // it had only read, and is over
      watch(false);
    } else if (session.current() == null) {
      loss = reason;
      forget();
    }
    // Else it is a COMMIT that was sent: it keeps its number, under which its outcome is found.
  }

  /**
   * A request has ended.
   *
   * @return whether the session goes on under another number, and what was open is lost
   */
  boolean ended(Message reply, CallOutcome outcome) {
    if (closed || outcome.isUnknown() || (outcome.isAborted() && !isAnswer(reply, outcome))) {
      forget();
      return true;
    }
    if (reply instanceof Result result) {
      // An error without a transaction may come from before the statement was looked at.
      endsReading &= result.errorNumber() != 0 && !result.inTransaction();
      transaction(result.transaction());
    }
    return false;
  }

  /** Whether the outcome is what the router answered, not what was made of it. */
  private static boolean isAnswer(Message reply, CallOutcome outcome) {
    return reply instanceof Result result && result.errorNumber() == outcome.code().number();
  }

  private void transaction(TransactionStatus now) {
    status = now;
    watch(endsReading || isOpen());
  }

  private void watch(boolean wanted) {
    if (wanted != watched) {
      watched = wanted;
      if (wanted) {
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
    endsReading = false;
    transaction(TransactionStatus.NONE);
  }
}
