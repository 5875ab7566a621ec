package org.thetisdb.router.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.wire.TransactionStatus;

/** A client's session as far as SQL needs it. Owned by the engine's thread. */
final class SqlSession {
  final long id;
  final SqlClient link;

  /** The open transaction; null if there is none. */
  SqlTransaction transaction;

  /** What transactions of this session are like if they do not say so, as SET has it. */
  int flags;

  /** Whether the open transaction was ended by an error, and waits to be rolled back. */
  boolean failed;

  /** The place of its last transaction, if that lost to others; else 0. The next one takes it. */
  long orderToKeep;

  /** The number of the request whose statement is under way; 0 if none is. */
  long busyWith;

  /** The number of its last request; numbers rise on a connection. */
  long lastRequest;

  /** The call at work for it; null if it is compiled or there is none. */
  PendingCall call;

  /** The values that it took of sequences last. */
  final SessionSequences sequences = new SessionSequences();

  /** The rests of its results, by what the client knows them by. */
  final Map<Long, SqlCursor> cursors = new LinkedHashMap<>();

  /** Whether its client is gone, or has ended it. */
  boolean ended;

  /** Whether the statement under way is to be given up. */
  boolean canceled;

  /** Whether statements are part of a transaction, be it one that has failed. */
  boolean isInTransaction() {
    return transaction != null;
  }

  /** What its client is told of its transaction: the rest of a result needs it open. */
  TransactionStatus status() {
    if (transaction == null) {
      return TransactionStatus.NONE;
    }
    return failed || transaction.mayHaveWritten || !cursors.isEmpty()
        ? TransactionStatus.OPEN
        : TransactionStatus.READING;
  }

  SqlSession(long id, SqlClient link) {
    this.id = id;
    this.link = link;
  }
}
