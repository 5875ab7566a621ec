package org.thetisdb.router.move;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.router.call.AwaitedMoves;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.Contender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.routing.Move;

/** Partitions that move together to one site. Owned by the engine's thread. */
public final class MoveGroup implements AwaitedMoves {
  /** The site that gets the partitions. */
  public final int target;

  final String reason;

  /** Calls that write what moves, other than the one it moves for. */
  public final CallQueue waiting = new CallQueue();

  /** Those of them that go before the one it moves for: the group has given way to them. */
  public final CallQueue ahead = new CallQueue();

  /** When it began to move. */
  public final long beganUs;

  private final PendingCall cause;
  private final List<Move> moves;
  private final List<Release> unanswered = new ArrayList<>(2);

  /** A site refused, or was lost. */
  private boolean incomplete;

  private boolean gaveWay;

  /** Bytes of rows that may go with it; 0 for as many as usual. */
  private int pullBytes;

  /** Lets calls go on of a group of which nothing is released yet; null of any other. */
  private Runnable stopped;

  MoveGroup(int target, String reason, PendingCall cause, List<Move> moves, long beganUs) {
    this.beganUs = beganUs;
    this.target = target;
    this.reason = reason;
    this.cause = cause;
    this.moves = moves;
  }

  /** The call that it moves for; null for a move of the balancer. */
  @Override
  public PendingCall cause() {
    return cause;
  }

  @Override
  public void giveWayTo(PendingCall call) {
    gaveWay = true;
    waiting.pass(call, ahead);
    withdraw();
  }

  /** Whether it was withdrawn so that others go first. */
  public boolean gaveWay() {
    return gaveWay;
  }

  /** Some of it does not move: a site refused, or was lost. */
  void miss() {
    incomplete = true;
  }

  /** Whether some of it did not move. */
  public boolean isIncomplete() {
    return incomplete;
  }

  /** Whether nothing moves, and only borders change: that waits for nobody for long. */
  public boolean isReshape() {
    return moves.isEmpty();
  }

  /** What moves. */
  List<Move> moves() {
    return moves;
  }

  /** Bytes of rows that may go with it; 0 for as many as usual. */
  int pullBytes() {
    return pullBytes;
  }

  void setPullBytes(int bytes) {
    pullBytes = bytes;
  }

  /** Whether some of it moves away from a site. */
  boolean movesFrom(int site) {
    return moves.stream().anyMatch(move -> move.from() == site);
  }

  /**
   * Whether a release of the group has to wait until a transaction or call is over. A change of
   * borders waits for none, and neither does a release that was withdrawn.
   */
  @Override
  public boolean waitsFor(Contender party) {
    for (Release release : unanswered) {
      if (release.waitsFor(party)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void withdraw() {
    if (stopped == null) {
      unanswered.forEach(Release::withdraw);
    } else {
      Runnable letsGo = stopped;
      stopped = null;
      letsGo.run();
    }
  }

  /** Nothing of it is released until it is told to; {@code letsGo} ends it before that. */
  void setStopped(Runnable letsGo) {
    stopped = letsGo;
  }

  /** Whether nothing of it is released yet. */
  public boolean isStopped() {
    return stopped != null;
  }

  /** Has interactive transactions end that keep what is to move. */
  public void endHolders() {
    unanswered.forEach(Release::endHolders);
  }

  /** Another site was asked. */
  void await(Release release) {
    unanswered.add(release);
  }

  /**
   * A site has answered, or was lost.
   *
   * @return whether no other one is waited for
   */
  boolean answered(Release release) {
    unanswered.remove(release);
    return unanswered.isEmpty();
  }
}
