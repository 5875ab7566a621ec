package org.thetisdb.server.query;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.ResultChunks;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.store.RowStore;

/**
 * A long query: its snapshot, and how far it has been read. It reads on an event loop of its own,
 * one piece when it is asked for one, and holds none. All but {@link #read} belongs to the site's
 * engine.
 */
final class QueryStream {
  final long id;
  final long session;
  final Connection connection;
  final OpenTransaction open;
  final long startedUs;
  final Cuts.Hold hold;
  final int lineNumber;

  private final QueryEventLoop line;
  private final StatementMemory memory;
  private final StatementRun statement;
  private final SnapshotContext context;

  /** What waits for the piece that is being read; null if nothing does. */
  Transaction waiter;

  long deadlineUs;
  long idleSinceUs;

  /** Whether a piece is being read, or waits for its event loop. */
  boolean reading;

  /** Why no more is read; null as long as more may be. */
  private volatile ThetisException stop;

  /** Only on the query's event loop while a piece is read. */
  private ResultChunks pieces;

  /** Hears of pieces, on the engine's event loop. */
  interface Listener {
    /** A piece was read; {@code error} says why not. */
    void onPiece(byte[] piece, boolean last, ThetisException error);
  }

  QueryStream(
      long id,
      Transaction t,
      Cuts.Hold hold,
      int lineNumber,
      QueryEventLoop line,
      TableRegistry tables,
      RowStore store,
      StatementMemory memory,
      long nowUs) {
    this.id = id;
    this.session = t.call.session();
    this.connection = t.connection;
    this.open = t.open;
    this.hold = hold;
    this.lineNumber = lineNumber;
    this.memory = memory;
    this.line = line;
    this.statement = (StatementRun) t.procedure();
    this.startedUs = nowUs;
    this.context =
        new SnapshotContext(
            t.call,
            tables,
            store,
            hold.snapshot(),
            t.writes.copy(),
            line.guard(),
            line.scheduler().clock(),
            () -> stop);
  }

  /** Has the reading end at its next row. */
  void stop(ThetisException why) {
    stop = why;
  }

  boolean isStopped() {
    return stop != null;
  }

  /** Reads the next piece on the query's event loop, and reports it on the engine's. */
  void read(int fetchRows, long limitMs, Scheduler engine, Listener listener) {
    reading = true;
    line.scheduler()
        .execute(
            () -> {
              byte[][] piece = new byte[1][];
              ThetisException[] error = new ThetisException[1];
              line.guard()
                  .runGuarded(
                      () -> error[0] = errorOf(() -> piece[0] = nextPiece(fetchRows)),
                      limitMs,
                      lost -> engine.execute(() -> listener.onPiece(null, true, tooLong(limitMs))));
              boolean last = error[0] != null || pieces.isEnded();
              engine.execute(() -> listener.onPiece(piece[0], last, error[0]));
            });
  }

  /** Lets go of what the query holds to find more; no piece is being read. */
  void close() {
    memory.close();
    if (pieces != null) {
      pieces.close();
    }
  }

  private static ThetisException tooLong(long limitMs) {
    return new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, limitMs);
  }

  private byte[] nextPiece(int fetchRows) {
    if (stop != null) {
      throw stop;
    }
    return memory.during(
        () -> {
          if (pieces == null) {
            pieces = statement.openPieces(context);
          }
          return pieces.next(fetchRows, id);
        });
  }

  private ThetisException errorOf(Runnable work) {
    try {
      Calculation.watched(context, work);
      return null;
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      return statement.toError(e);
    }
  }
}
