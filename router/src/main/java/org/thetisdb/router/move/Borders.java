package org.thetisdb.router.move;

import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.ChangeTimes;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.AnswerListener;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Changes of borders under way. While one is, calls that write in the ranges concerned queue behind
 * it, as behind a move, and no move of them begins. Only one router leads, and it knows all ranges
 * and all changes that it asked for; so no two ranges get one name. Owned by the engine's thread.
 */
public final class Borders {
  private final Placement placement;
  private final Scheme scheme;
  private final Clock clock;
  private final SiteTable sites;
  private final Counters counters;
  private final Moves moves;
  private int underWay;

  /** One change, and the calls that wait for it. */
  private final class Change implements AnswerListener<Reshaped> {
    private final Reshape reshape;
    private final MoveGroup group;
    private final long[] locked;

    private final long askedUs = clock.nowUs();
    private final int ahead;

    Change(Reshape reshape, MoveGroup group, long[] locked, int ahead) {
      this.ahead = ahead;
      this.reshape = reshape;
      this.group = group;
      this.locked = locked;
    }

    @Override
    public void onAnswer(Reshaped answer) {
      count(reshape, answer.done());
      if (answer.done()) {
        scheme.onReshaped(reshape, new ChangeTimes(clock.nowUs() - askedUs, ahead, answer.times()));
      }
      onLost();
    }

    /** What became of the border is then for the site's return to say. */
    @Override
    public void onLost() {
      underWay--;
      moves.unlock(group, locked);
    }
  }

  /** No change is under way; {@code moves} locks what one concerns. */
  public Borders(EngineParts parts, Moves moves) {
    this.placement = parts.placement();
    this.scheme = parts.scheme();
    this.clock = parts.scheduler().clock();
    this.sites = parts.sites();
    this.counters = parts.counters();
    this.moves = moves;
  }

  /** Number of changes under way. */
  public int underWay() {
    return underWay;
  }

  /** Asks for a change; returns whether it is under way now. */
  public boolean begin(Reshape reshape) {
    int master = placement.master(reshape.lower());
    long[] names = {reshape.lower(), reshape.upper()};
    if (!placement.fits(reshape) || !sites.isUsable(master) || moves.blocking(names) != null) {
      return false;
    }
    Change change =
        new Change(reshape, moves.lock(master, names), names, sites.link(master).underWay());
    underWay++;
    sites.link(master).send(new ReshapeRequest(moves.nextId(), reshape), change);
    return true;
  }

  /** A site reports which borders there are now. */
  public void learn(Reshaped answer) {
    Owners.learn(placement, answer.owners());
  }

  private void count(Reshape reshape, boolean made) {
    counters.splits += made && reshape.split() ? 1 : 0;
    counters.mergers += made && !reshape.split() ? 1 : 0;
  }
}
