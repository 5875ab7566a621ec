package org.thetisdb.router.call;

import java.util.ArrayList;
import java.util.List;

/**
 * A call by itself that waits at its site for a row, while its partitions stay there for it. Owned
 * by the engine's thread.
 */
public final class BlockedCall implements Contender {
  final PendingCall call;
  private final long attemptId;
  private final int site;
  private final List<Contender> ahead = new ArrayList<>(2);

  /** The call's present attempt, which its site has. */
  public BlockedCall(PendingCall call) {
    this.call = call;
    this.attemptId = call.attemptId();
    this.site = call.sentTo().site();
  }

  /** Somebody is ahead of it in the queue; those that were reported before count, too, or not. */
  public void await(Contender before, boolean more) {
    SqlTransaction.note(ahead, before, more);
  }

  /** Whether it is about this attempt of the call. */
  public boolean isOf(long attempt) {
    return attemptId == attempt;
  }

  /** Whether the attempt that waits is still under way. */
  public boolean isUnderWay() {
    return call.isUnderWay(attemptId);
  }

  @Override
  public boolean keeps(int where, long partition) {
    return where == site && isUnderWay() && call.footprint().writes(partition);
  }

  @Override
  public AwaitedMoves awaitedMoves() {
    return null;
  }

  @Override
  public List<Contender> ahead() {
    return isUnderWay() ? ahead : List.of();
  }
}
