package org.thetisdb.router.move;

import java.util.List;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.EndHolders;
import org.thetisdb.core.wire.RouterToSite.Withdraw;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.router.call.Contender;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.site.AnswerListener;
import org.thetisdb.router.site.SiteLink;

/** What one site was asked to give up for a group. Owned by the engine's thread. */
final class Release implements AnswerListener<Released> {
  final MoveGroup group;
  final List<Move> moves;
  final List<Mastership> released;
  final long moveId;
  final long askedUs;

  /** Calls and changes that were at the site then, and not answered yet. */
  final int ahead;

  private final Moves asker;
  private final SiteLink asked;
  private boolean withdrawn;

  Release(
      Moves asker,
      MoveGroup group,
      List<Move> moves,
      List<Mastership> released,
      SiteLink asked,
      long moveId,
      long askedUs) {
    this.asker = asker;
    this.group = group;
    this.moves = moves;
    this.released = released;
    this.asked = asked;
    this.moveId = moveId;
    this.askedUs = askedUs;
    this.ahead = asked.underWay();
  }

  @Override
  public void onAnswer(Released answer) {
    asker.onReleased(this, answer);
  }

  @Override
  public void onLost() {
    asker.onLost(this);
  }

  /** Whether it has to wait until a transaction or call is over; not if it was withdrawn. */
  boolean waitsFor(Contender party) {
    if (withdrawn) {
      return false;
    }
    for (Move move : moves) {
      if (party.keeps(move.from(), move.partition())) {
        return true;
      }
    }
    return false;
  }

  /** Has the site end the interactive transactions for which it still waits. */
  void endHolders() {
    asked.send(new EndHolders(moveId));
  }

  /** Takes it back, unless the site has released by then. */
  void withdraw() {
    if (!withdrawn) {
      withdrawn = true;
      asked.send(new Withdraw(moveId));
    }
  }
}
