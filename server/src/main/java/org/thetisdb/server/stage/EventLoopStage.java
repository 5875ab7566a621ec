package org.thetisdb.server.stage;

import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.server.bulk.BulkRuns;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Lets a call pass that runs here and now: not a long query or change, which is read or run on
 * another event loop, nor a statement that is more than a caller-runs thread should do.
 */
final class EventLoopStage implements CallStage {
  private final GuardedRunner line;
  private final QueryStreams queries;
  private final BulkRuns bulk;
  private final boolean changesLeave;
  private final LongStatements longStatements;

  /**
   * Long queries go to {@code queries}.
   *
   * @param changesLeave whether statements that write go to {@code bulk} if they are long; else
   *     they run here whatever they do
   */
  EventLoopStage(
      GuardedRunner line,
      QueryStreams queries,
      BulkRuns bulk,
      boolean changesLeave,
      LongStatements longStatements) {
    this.line = line;
    this.queries = queries;
    this.bulk = bulk;
    this.changesLeave = changesLeave;
    this.longStatements = longStatements;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    t.letLeave(changesLeave);
    if (t.isLong() && t.isStreamable()) {
      t.moveTo(Stage.QUERY);
      queries.begin(t);
      return false;
    }
    if (t.isLong() && t.mayLeaveLine()) {
      t.moveTo(Stage.QUERY);
      bulk.begin(t);
      return false;
    }
    if (line.isRunByCaller() && longStatements.takeRun(t.procedure().identity())) {
      RunCompletion.leaveToOwnThread(t);
      return false;
    }
    return true;
  }
}
