package org.thetisdb.client.statement;

import java.util.function.Consumer;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.ClientCore;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SqlReply.Result;

/**
 * A session of SQL for an application whose thread waits for answers, as JDBC does. For one thread
 * at a time, but for {@link #cancel}, {@link #abort} and {@link #inTransaction}.
 *
 * @hidden
 */
public final class SqlSession implements AutoCloseable {
  private static final long GRACE_MS = 5_000;

  private final SqlClient client;
  private final SqlSessionCore core;
  private final ThreadSight sight;
  private volatile int networkTimeoutMs;
  private volatile boolean ended;

  SqlSession(SqlClient client, SqlSessionCore core, ThreadSight sight) {
    this.client = client;
    this.core = core;
    this.sight = sight;
  }

  /**
   * Runs a statement and waits for its outcome. If it opens a transaction, or is one by itself, it
   * sees what the calling thread has seen through any session of this client.
   */
  public SqlOutcome execute(SqlStatementSpec statement) {
    VersionVector seen = sight.get();
    SqlOutcome outcome =
        await(waiter -> core.execute(statement, seen, waiter), statement.timeoutUs());
    if (outcome.reply() instanceof Result result) {
      sight.saw(result.vector());
    }
    return outcome;
  }

  /** As {@link #execute}, and sees what any session of this client has seen. */
  SqlOutcome executeSeeingAll(SqlStatementSpec statement) {
    VersionVector seen = sight.get().max(client.core().seenVector());
    return await(waiter -> core.execute(statement, seen, waiter), statement.timeoutUs());
  }

  /** Asks for more rows of a result and waits for them. */
  public SqlOutcome fetch(long cursor, int fetchRows, long timeoutUs) {
    return await(waiter -> core.fetch(cursor, fetchRows, timeoutUs, waiter), timeoutUs);
  }

  /** Asks what a statement takes and returns, and waits for the answer. */
  public SqlOutcome describe(String sql) {
    ClientCore core = client.core();
    return await(
        waiter ->
            core.scheduler().execute(new DescribeRequest(core, sql, core.timeoutUs(), waiter)),
        client.callTimeoutUs());
  }

  /** Whether a router gives a sign of life in time. */
  public boolean ping(long timeoutUs) {
    return await(waiter -> client.core().ping(timeoutUs, waiter), timeoutUs).end().isCommitted();
  }

  /** Wants no more rows of a result. */
  public void closeCursor(long cursor) {
    core.closeCursor(cursor);
  }

  /** Stops the statement that is under way, if there is one. From any thread. */
  public void cancel() {
    core.cancel();
  }

  /** Whether a transaction is open. */
  public boolean inTransaction() {
    return core.inTransaction();
  }

  /**
   * Ends the open transaction without a message if it has only read. Not while a statement is under
   * way.
   *
   * @return false if there is none, or it has to be ended by a statement
   */
  public boolean endReading() {
    return core.endReading();
  }

  /** Whether a transaction is open, or was lost and that was not reported yet. */
  public boolean hasOpenWork() {
    return core.inTransaction() || core.isLossUntold();
  }

  /** Whether the session was aborted, by {@link #abort} or a wait that took too long. */
  public boolean isEnded() {
    return ended;
  }

  /**
   * No wait is longer than this; one that would be ends the session.
   *
   * @param timeoutMs 0 for no such bound
   */
  public void networkTimeoutMs(int timeoutMs) {
    networkTimeoutMs = timeoutMs;
  }

  /** Ends the session, and what is under way in it. From any thread. */
  public void abort() {
    ended = true;
    core.abort();
  }

  /** Ends the session; an open transaction is rolled back. */
  @Override
  public void close() {
    core.close();
  }

  private SqlOutcome await(Consumer<SqlWaiter> request, long timeoutUs) {
    SqlWaiter waiter = client.newWaiter();
    request.accept(waiter);
    long patienceMs = timeoutUs / 1000 + GRACE_MS;
    int boundMs = networkTimeoutMs;
    if (boundMs > 0 && boundMs < patienceMs) {
      SqlOutcome early = waiter.await(boundMs);
      if (early != null) {
        return early;
      }
      abort();
    }
    SqlOutcome outcome = waiter.await(patienceMs);
    return outcome == null
        ? new SqlOutcome(CallOutcome.unknown("the client does not run any more"), null)
        : outcome;
  }
}
