package org.thetisdb.router.engine;

/**
 * A call by itself that waits at its site for a row, while its partitions stay there for it. Owned
 * by the engine's thread.
 */
final class BlockedCall implements Party {
  final PendingCall call;
  private final long attemptId;
  private final int site;
  private final Party ahead;

  BlockedCall(PendingCall call, Party ahead) {
    this.call = call;
    this.attemptId = call.attemptId;
    this.site = call.sentTo.site();
    this.ahead = ahead;
  }

  /** Whether the attempt that waits is still under way. */
  boolean isUnderWay() {
    return call.isUnderWay(attemptId);
  }

  @Override
  public boolean keeps(int where, long partition) {
    return where == site && isUnderWay() && call.footprint.writes(partition);
  }

  @Override
  public Moves.Group awaitedMoves() {
    return null;
  }

  @Override
  public Party ahead() {
    return isUnderWay() ? ahead : null;
  }
}
