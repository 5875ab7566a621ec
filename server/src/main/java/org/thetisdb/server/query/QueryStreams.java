package org.thetisdb.server.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.OpenLimits;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteEventLoops;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.CursorCall;
import org.thetisdb.sql.call.StatementRun;

/**
 * The long queries of a site. Each is read on one of the query event loops, piece by piece, the
 * next one when its client asks for it; meanwhile it holds a snapshot and no rows. A client that
 * does not ask for {@link OpenLimits#idleMs}, or is not done after {@link OpenLimits#longestMs},
 * loses the rest, since old versions of rows are kept for it. Owned by the site's engine.
 */
public final class QueryStreams {
  /** Long queries that may be open at once. */
  static final int MOST = 256;

  /** Closed ones of which the reason is kept, for a client that asks for more. */
  private static final int REASONS_KEPT = 1_024;

  /** An event loop is taken from a query that has not ended this long after its deadline. */
  private static final long GRACE_MS = 1_000;

  private final SiteEventLoops lines;
  private final SiteData data;
  private final SiteLife life;
  private final Cuts cuts;
  private final SiteLimits limits;
  private final SiteCounters counters;
  private final Answers answers;
  private final Consumer<Transaction> finish;
  private final Map<Long, QueryStream> streams = new LinkedHashMap<>();
  private final Map<Long, ThetisException> reasons =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ThetisException> eldest) {
          return size() > REASONS_KEPT;
        }
      };
  private final int[] readersOfLine;
  private long lastId;

  /** No queries yet; {@code finish} lets go of a statement that was answered. */
  public QueryStreams(
      SiteEventLoops lines,
      SiteData data,
      SiteLife life,
      Cuts cuts,
      SiteLimits limits,
      SiteCounters counters,
      Answers answers,
      Consumer<Transaction> finish) {
    this.lines = lines;
    this.data = data;
    this.life = life;
    this.cuts = cuts;
    this.limits = limits;
    this.counters = counters;
    this.answers = answers;
    this.finish = finish;
    this.readersOfLine = new int[lines.queries().size()];
  }

  /**
   * Begins to read a query at its snapshot: its transaction's, or else the newest usable cut.
   *
   * @throws ThetisException OVERLOADED
   */
  public void begin(Transaction t) {
    if (streams.size() >= MOST) {
      throw new ThetisException(ErrorCode.OVERLOADED, streams.size() + " long queries");
    }
    Cuts.Hold hold = t.open == null ? cuts.hold() : cuts.share(t.open.snapshot());
    if (t.open != null && t.open.reads != null) {
      t.open.reads.giveUp();
    }
    int line = leastBusyLine();
    QueryStream stream =
        new QueryStream(
            ++lastId,
            t,
            hold,
            line,
            lines.queries().get(line),
            data.catalog().tables(),
            data.store(),
            limits.statementMemory().newAccount(),
            nowUs());
    streams.put(stream.id, stream);
    read(stream, t, ((StatementRun) t.procedure()).fetchRows());
  }

  private int leastBusyLine() {
    int best = 0;
    for (int line = 1; line < readersOfLine.length; line++) {
      if (readersOfLine[line] < readersOfLine[best]) {
        best = line;
      }
    }
    return best;
  }

  private long nowUs() {
    return lines.engine().clock().nowUs();
  }

  /** A client asks for the next piece of a result, or wants no more of it. */
  public void onCall(Transaction t) {
    CursorCall call = CursorCall.decode(t.call.arguments());
    QueryStream stream = streams.get(call.cursor());
    boolean known = stream != null && stream.session == t.call.session() && !stream.isStopped();
    if (t.call.procedure().equals(CursorCall.CLOSE)) {
      if (known) {
        stop(stream, new ThetisException(ErrorCode.QUERY_CANCELED));
      }
    } else if (!known) {
      ThetisException why = reasons.remove(call.cursor());
      answers.failed(t, why == null ? new ThetisException(ErrorCode.UNKNOWN_CURSOR) : why);
    } else if (stream.reading) {
      answers.failed(
          t, new ThetisException(ErrorCode.BAD_REQUEST, "a piece of the result is under way"));
    } else {
      read(stream, t, call.fetchRows());
    }
  }

  private void read(QueryStream stream, Transaction waiter, int fetchRows) {
    int timeoutMs = waiter.call.timeoutMs();
    stream.waiter = waiter;
    stream.deadlineUs = nowUs() + timeoutMs * 1000L;
    readersOfLine[stream.lineNumber]++;
    if (stream.open != null) {
      stream.open.beginFetch();
    }
    stream.read(
        fetchRows,
        timeoutMs + GRACE_MS,
        lines.engine(),
        (piece, last, error) -> onPiece(stream, piece, last, error));
  }

  private void onPiece(QueryStream stream, byte[] piece, boolean last, ThetisException error) {
    stream.reading = false;
    readersOfLine[stream.lineNumber]--;
    long nowUs = nowUs();
    stream.idleSinceUs = nowUs;
    if (stream.open != null) {
      stream.open.endFetch(nowUs);
    }
    if (life.isStopped()) {
      return;
    }
    if (!stream.isStopped() && error != null) {
      stop(stream, error);
    } else if (!stream.isStopped()) {
      answer(stream, piece);
    }
    if (last || stream.isStopped()) {
      free(stream);
    }
  }

  /** The first piece is the answer of the statement; others are those of calls that are nothing. */
  private void answer(QueryStream stream, byte[] piece) {
    Transaction waiter = stream.waiter;
    stream.waiter = null;
    boolean wholeTransaction = waiter.stage() == Transaction.Stage.QUERY && waiter.open == null;
    counters.committed += wholeTransaction ? 1 : 0;
    answers.committed(waiter, 0, piece);
    letGo(waiter);
  }

  private void letGo(Transaction waiter) {
    if (waiter.stage() == Transaction.Stage.QUERY) {
      finish.accept(waiter);
    }
  }

  /** No more is read; what waits hears why, and what asks later. */
  private void stop(QueryStream stream, ThetisException why) {
    stream.stop(why);
    Transaction waiter = stream.waiter;
    stream.waiter = null;
    if (waiter == null) {
      reasons.put(stream.id, why);
    } else if (waiter.stage() != Transaction.Stage.DONE) {
      answers.failed(waiter, why);
      letGo(waiter);
    }
    if (!stream.reading) {
      free(stream);
    }
  }

  /** What was kept for a query that is not read any more. */
  private void free(QueryStream stream) {
    if (streams.remove(stream.id, stream)) {
      stream.close();
      cuts.release(stream.hold);
    }
  }

  private void stopAll(Predicate<QueryStream> which, ThetisException why) {
    for (QueryStream stream : List.copyOf(streams.values())) {
      if (!stream.isStopped() && which.test(stream)) {
        stop(stream, why);
      }
    }
  }

  /** Gives up what a call waits for. */
  public void cancel(Connection connection, long attemptId) {
    stopAll(
        stream ->
            stream.connection == connection
                && stream.waiter != null
                && stream.waiter.call.attemptId() == attemptId,
        new ThetisException(ErrorCode.QUERY_CANCELED));
  }

  /** A transaction is over, and with it its results. */
  public void closeOf(OpenTransaction open) {
    for (QueryStream stream : List.copyOf(streams.values())) {
      if (stream.open == open && !stream.isStopped()) {
        if (stream.waiter != null && stream.waiter.stage() == Transaction.Stage.QUERY) {
          stream.waiter = null; // a statement is answered with what became of its transaction
        }
        stop(stream, new ThetisException(ErrorCode.RESULT_EXPIRED, "its transaction has ended"));
      }
    }
  }

  /** A router is gone, and with it all that could ask for more. */
  public void drop(Connection connection) {
    stopAll(
        stream -> stream.connection == connection,
        new ThetisException(ErrorCode.RESULT_EXPIRED, "its router was lost"));
  }

  /** Ends those that take, or are left alone, for too long. Called from time to time. */
  public void sweep() {
    if (streams.isEmpty()) {
      return;
    }
    long nowUs = nowUs();
    for (QueryStream stream : List.copyOf(streams.values())) {
      ThetisException why = stream.isStopped() ? null : whyToStop(stream, nowUs);
      if (why != null) {
        stop(stream, why);
      }
    }
  }

  private ThetisException whyToStop(QueryStream stream, long nowUs) {
    OpenLimits open = limits.open();
    if (stream.waiter != null && nowUs > stream.deadlineUs) {
      return new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, stream.waiter.call.timeoutMs());
    }
    if ((nowUs - stream.startedUs) / 1000 > open.longestMs()) {
      return expired("it was read for more than %d s", open.longestMs());
    }
    if (!stream.reading && (nowUs - stream.idleSinceUs) / 1000 > open.idleMs()) {
      return expired("nobody asked for more of it for %d s", open.idleMs());
    }
    return null;
  }

  private static ThetisException expired(String why, int ms) {
    return new ThetisException(ErrorCode.RESULT_EXPIRED, why.formatted(ms / 1000));
  }

  /** The site ends: nothing is read after the tasks that the query event loops have now. */
  public void stop() {
    ThetisException why = new ThetisException(ErrorCode.SHUTTING_DOWN);
    streams.values().forEach(stream -> stream.stop(why));
  }

  /** Number of long queries whose results are not read to the end. */
  public int size() {
    return streams.size();
  }
}
