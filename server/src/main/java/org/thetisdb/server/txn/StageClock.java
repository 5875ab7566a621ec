package org.thetisdb.server.txn;

import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Takes the times of one call: how long it waited for updates of others and for masters, how long
 * for locks, how long it ran, and how long its commit took. Time between its arrival and its first
 * wait belongs to none of them. Owned by the site's engine.
 */
public final class StageClock {
  private final Clock clock;
  private Part at = Part.OTHER;
  private long sinceUs;
  private long updatesUs;
  private long lockUs;
  private long runUs;
  private long commitUs;

  private enum Part {
    OTHER,
    UPDATES,
    LOCK,
    RUN,
    COMMIT
  }

  /** A call has come. */
  public StageClock(Clock clock) {
    this.clock = clock;
    this.sinceUs = clock.nowUs();
  }

  /** The call stands somewhere else. */
  void at(Stage stage) {
    switch (stage) {
      case MASTER, FRESH, SNAPSHOT, GATHER -> go(Part.UPDATES);
      case ORDER, BATCH, LOCK, KEPT -> go(Part.LOCK);
      case QUERY -> go(Part.RUN);
      case PREPARE -> go(Part.OTHER);
      case DONE -> {}
    }
  }

  /** It waits for a cut, wherever it stands. */
  public void awaitsCut() {
    go(Part.UPDATES);
  }

  /** It runs now. */
  void runs() {
    go(Part.RUN);
  }

  /** It has run, and is to be answered when the log has it. */
  public void hasRun() {
    go(Part.COMMIT);
  }

  /** The log has it; what all of it took. */
  public StageTimes end() {
    go(Part.OTHER);
    return new StageTimes(updatesUs, lockUs, runUs, commitUs);
  }

  private void go(Part next) {
    long nowUs = clock.nowUs();
    long tookUs = nowUs - sinceUs;
    switch (at) {
      case UPDATES -> updatesUs += tookUs;
      case LOCK -> lockUs += tookUs;
      case RUN -> runUs += tookUs;
      case COMMIT -> commitUs += tookUs;
      case OTHER -> {}
    }
    sinceUs = nowUs;
    at = next;
  }
}
