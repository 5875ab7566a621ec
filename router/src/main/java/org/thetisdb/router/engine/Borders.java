package org.thetisdb.router.engine;

import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.router.routing.Placement;

/**
 * Changes of borders under way. While one is, calls that write in the ranges concerned queue behind
 * it, as behind a move, and no move of them begins. Only one router leads, and it knows all ranges
 * and all changes that it asked for; so no two ranges get one name. Owned by the engine's thread.
 */
final class Borders {
  private final Placement placement;
  private final SiteTable sites;
  private final Counters counters;
  private final Moves moves;
  private int underWay;

  /** One change, and the calls that wait for it. */
  static final class Change {
    private final Reshape reshape;
    private final Moves.Group group;
    private final long[] locked;

    private Change(Reshape reshape, Moves.Group group, long[] locked) {
      this.reshape = reshape;
      this.group = group;
      this.locked = locked;
    }
  }

  Borders(EngineParts parts, Moves moves) {
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.counters = parts.counters();
    this.moves = moves;
  }

  /** Number of changes under way. */
  int underWay() {
    return underWay;
  }

  /** Asks for a change; returns whether it is under way now. */
  boolean begin(Reshape reshape) {
    int master = placement.master(reshape.lower());
    long[] names = {reshape.lower(), reshape.upper()};
    if (!placement.fits(reshape) || !sites.isUsable(master) || moves.blocking(names) != null) {
      return false;
    }
    Change change = new Change(reshape, moves.lock(master, names), names);
    underWay++;
    sites.link(master).send(new ReshapeRequest(moves.nextId(), reshape), change);
    return true;
  }

  /** The site answered; {@code change} is null if it had answered before. */
  void onReshaped(Change change, Reshaped answer) {
    Owners.learn(placement, answer.owners());
    if (change != null) {
      count(change.reshape, answer.done());
      done(change);
    }
  }

  private void count(Reshape reshape, boolean made) {
    counters.splits += made && reshape.split() ? 1 : 0;
    counters.mergers += made && !reshape.split() ? 1 : 0;
  }

  /** The site was lost before it answered: what became of the border is for its return to say. */
  void onLost(Change change) {
    done(change);
  }

  private void done(Change change) {
    underWay--;
    moves.unlock(change.group, change.locked);
  }
}
