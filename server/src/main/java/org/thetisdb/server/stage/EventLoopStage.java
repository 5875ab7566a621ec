package org.thetisdb.server.stage;

import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Lets a call pass that runs here and now: not a long query, which is read on another line, nor a
 * statement that is more than a visitor of this one should do.
 */
final class EventLoopStage implements CallStage {
  private final GuardedRunner line;
  private final QueryStreams queries;
  private final LongStatements longStatements;

  /** Long queries go to {@code queries}. */
  EventLoopStage(GuardedRunner line, QueryStreams queries, LongStatements longStatements) {
    this.line = line;
    this.queries = queries;
    this.longStatements = longStatements;
  }

  @Override
  public Stage at() {
    return Stage.SNAPSHOT;
  }

  @Override
  public boolean pass(Transaction t) {
    if (t.isLong()) {
      t.moveTo(Stage.QUERY);
      queries.begin(t);
      return false;
    }
    if (line.isVisited() && longStatements.takeRun(t.procedure().identity())) {
      RunCompletion.leaveToOwnThread(t);
      return false;
    }
    return true;
  }
}
