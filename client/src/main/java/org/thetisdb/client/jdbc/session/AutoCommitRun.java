package org.thetisdb.client.jdbc.session;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSession;
import org.thetisdb.client.statement.SqlStatementSpec;

/**
 * Runs a statement or batch that is a transaction by itself: one that lost a conflict was rolled
 * back as a whole and is part of nothing more, so it is run again, after a pause that grows.
 * Stateless.
 */
public final class AutoCommitRun {
  private static final int MOST_RUNS = 10;
  private static final long MIN_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private AutoCommitRun() {}

  /** The outcome of the last run, within the statement's time. */
  public static SqlOutcome of(SqlSession session, SqlStatementSpec statement) {
    long beginNs = System.nanoTime();
    long boundNs = TimeUnit.MICROSECONDS.toNanos(statement.timeoutUs());
    SqlOutcome outcome = session.execute(statement);
    for (int run = 1; run < MOST_RUNS && lostConflict(session, outcome); run++) {
      long pauseNs = Math.min(MAX_PAUSE_NS, MIN_PAUSE_NS << run);
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pauseNs / 2, pauseNs));
      if (System.nanoTime() - beginNs >= boundNs) {
        break;
      }
      outcome = session.execute(statement);
    }
    return outcome;
  }

  private static boolean lostConflict(SqlSession session, SqlOutcome outcome) {
    return !outcome.end().isCommitted()
        && !outcome.end().isUnknown()
        && !session.isEnded()
        && SqlErrors.isSerializationFailure(outcome.end().code());
  }
}
