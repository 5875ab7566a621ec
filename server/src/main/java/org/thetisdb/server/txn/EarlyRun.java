package org.thetisdb.server.txn;

/**
 * A run before the turn of its call, in whole or piece by piece, as the context of the run asks for
 * it. Owned by the site's engine.
 */
public interface EarlyRun {
  /** Whether its pieces are run one by one. */
  boolean isInPieces();

  /** Whether it does without what others have locked, since it is about to wait for that. */
  boolean isBeforeLocks();

  /** It meets a row that others have locked. */
  void metLocked();

  /**
   * Whether a piece can be left out that was rolled back: it has met what is not there yet, and
   * that will come.
   */
  boolean leavesOut(RollBackSignal signal);
}
