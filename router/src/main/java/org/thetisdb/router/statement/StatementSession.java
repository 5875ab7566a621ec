package org.thetisdb.router.statement;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.wire.TransactionStatus;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;

/** A client's session as far as SQL needs it. Owned by the engine's thread. */
public final class StatementSession {
  /** Its id, which is that of its calls. */
  public final long id;

  /** Where its client is; null for a session of the router itself. */
  public final SqlConnection link;

  /** The open transaction; null if there is none. */
  public SqlTransaction transaction;

  /** What transactions of this session are like if they do not say so, as SET has it. */
  int flags;

  /** What the open transaction is like, by the flags of statements. */
  int openFlags;

  /** Whether the open transaction was ended by an error, and waits to be rolled back. */
  public boolean failed;

  /** The place of its last transaction, if that lost to others; else 0. The next one takes it. */
  long orderToKeep;

  /** The number of the request whose statement is under way; 0 if none is. */
  public long busyWith;

  /** The number of its last request; numbers rise on a connection. */
  public long lastRequest;

  /** The call at work for it; null if it is compiled or there is none. */
  public PendingCall call;

  /** The values that it took of sequences last. */
  public final SessionSequences sequences = new SessionSequences();

  /** The rests of its results, by what the client knows them by. */
  final Map<Long, SqlCursor> cursors = new LinkedHashMap<>();

  /** Whether its client is gone, or has ended it. */
  public boolean ended;

  /** Whether the statement under way is to be given up. */
  public boolean canceled;

  /** Whether statements are part of a transaction, be it one that has failed. */
  boolean isInTransaction() {
    return transaction != null;
  }

  /** What its client learns of its transaction: the rest of a result needs it open. */
  public TransactionStatus status() {
    if (transaction == null) {
      return TransactionStatus.NONE;
    }
    return failed || transaction.mayHaveWritten() || !cursors.isEmpty()
        ? TransactionStatus.OPEN
        : TransactionStatus.READING;
  }

  /** A session without a transaction. */
  public StatementSession(long id, SqlConnection link) {
    this.id = id;
    this.link = link;
  }
}
